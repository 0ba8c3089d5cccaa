"""The kernel: system procedures in the machine's own assembly, verified and linked like any image's procedures."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from cardwright.runtime.bytecode.asm import Assembled, assemble


@lru_cache(maxsize=1)
def kernel() -> Assembled:
    """The assembled kernel."""
    return assemble(files(__name__).joinpath("kernel.asm").read_text(encoding="utf-8"))
