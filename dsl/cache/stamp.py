"""The compiler's own fingerprint: what it is made of. A changed compiler finds nothing that another one kept."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

PACKAGES = ("cardwright.dsl", "cardwright.grammar", "cardwright.runtime")
LIBRARIES = ("lark", "ruamel.yaml", "ruamel.yaml.clib", "jsonschema")
SUFFIXES = frozenset((".py", ".yaml", ".lark", ".json", ".asm"))


@cache
def compiler_stamp() -> str:
    """A fingerprint of the compiler's files, of the libraries it reads with and of Python."""
    made = hashlib.sha256(sys.version.encode())
    for library in LIBRARIES:
        try:
            made.update(f"{library} {version(library)}\n".encode())
        except PackageNotFoundError:
            made.update(f"{library} none\n".encode())
    for package in PACKAGES:
        root = Path(str(files(package)))
        for path in sorted(item for item in root.rglob("*") if item.suffix in SUFFIXES):
            data = path.read_bytes()
            made.update(f"{package} {path.relative_to(root).as_posix()} {len(data)}\n".encode())
            made.update(data)
    return made.hexdigest()
