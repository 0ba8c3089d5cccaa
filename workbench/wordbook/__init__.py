"""The wordbook of a set: every word a text may use, what it is declared as, and which cards use it."""
