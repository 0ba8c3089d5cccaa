"""Which of the two back ends runs procedures and plans. Both mean the same; the interpreter is the reference."""

from __future__ import annotations

from enum import StrEnum


class BackEnd(StrEnum):
    """How a machine runs code."""

    AUTOMATIC = "automatic"  # interpreted until it has run often, then generated
    INTERPRETER = "interpreter"  # the reference and nothing else
    GENERATED = "generated"  # functions from the first time on
