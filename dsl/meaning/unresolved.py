"""Raised when a declaration's value had findings: what depends on it is not lowered. Knows nothing else."""


class Unresolved(Exception):
    """The findings were reported already."""
