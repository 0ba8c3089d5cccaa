"""From set files to an image: the compiler. Knows the format of bytecode and nothing else of the machine.

`compile_sets(paths)` gives a `CompileResult`: the image, the findings, and counts. A `Compiler` keeps what it read,
for tools that compile many small sets over the same large ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .compile import Compiler, CompileResult, compile_sets

__all__ = ["CompileResult", "Compiler", "compile_sets"]


def __getattr__(name: str) -> object:
    """The driver is imported when it is asked for: a part of the compiler can be imported without all others."""
    if name in __all__:
        from . import compile as driver

        return getattr(driver, name)
    raise AttributeError(name)
