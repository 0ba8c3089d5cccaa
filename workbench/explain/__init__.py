"""Explanations: what a card does clause by clause, what a code, a rule or a word means."""
