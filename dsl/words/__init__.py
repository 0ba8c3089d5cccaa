"""Declarations of a set and the vocabulary they make."""
