"""The second back end: what written functions may call, by name.

Must not know who writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any


class Space(dict[str, Any]):
    """All names. What is compiled together gets a table of its own, of the names it uses.

    Python finds a global name at once as long as no name is added to the table it is looked up in, and functions are
    written as long as games with other cards are played: one table for all would make all of them slow each time.
    """

    def __init__(self) -> None:
        super().__init__()
        self._users: dict[str, list[dict[str, Any]]] = {}  # the tables of those who may use a name

    def enter(self, names: Mapping[str, Any]) -> None:
        """Names that are new, or mean something else from now on."""
        self |= names
        for name, value in names.items():
            for table in self._users.get(name, ()):
                table[name] = value

    def functions(self, code: CodeType) -> dict[str, FunctionType]:
        """The functions of a compiled source, by name."""
        used = set(_names(code))
        table = {name: self[name] for name in used if name in self} | {"__builtins__": {}}
        for name in used:
            self._users.setdefault(name, []).append(table)
        return {c.co_name: FunctionType(c, table) for c in code.co_consts if isinstance(c, CodeType)}


def _names(code: CodeType) -> Iterator[str]:
    """All names in a code and in what is within it; names of attributes are among them."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
