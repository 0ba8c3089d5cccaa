"""Entries on disk: a name, a fingerprint of the body, the body. Written at once or not at all, bounded in size.

Must not know what a body says.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

FORM = b"cardwright cache 1 "
MOST_BYTES = 256_000_000
MOST_ENTRY = 64_000_000


class Store:
    """A folder of entries. Nothing here raises because of what lies in it or because it cannot be written."""

    def __init__(self, folder: Path, most: int = MOST_BYTES) -> None:
        self.folder = folder
        self.most = most

    def _path(self, name: str, sort: str) -> Path:
        return self.folder / name[:2] / f"{name[2:]}.{sort}"

    def read(self, name: str, sort: str) -> bytes | None:
        """The body of an entry; None if there is none, or if it is not what was written."""
        path = self._path(name, sort)
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_ENTRY:
                return None
            data = path.read_bytes()
        except OSError:
            return None
        head, _, body = data.partition(b"\n")
        if head != _head(name, sort, body):
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)  # what was used last is removed last
        return body

    def write(self, name: str, sort: str, body: bytes) -> None:
        """Keep an entry, if there is room for it."""
        if len(body) > min(MOST_ENTRY, self.most) - 200:
            return
        path = self._path(name, sort)
        made = ""
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            handle, made = tempfile.mkstemp(prefix="new-", dir=path.parent)
            with os.fdopen(handle, "wb") as stream:
                stream.write(_head(name, sort, body) + b"\n" + body)
            os.replace(made, path)
        except OSError:
            with suppress(OSError):
                os.unlink(made)
            return
        self._shrink()

    def _shrink(self) -> None:
        """Remove what was not used for longest until the rest fits; what an ended write left behind goes the same
        way."""
        rows: list[tuple[int, int, Path]] = []
        with suppress(OSError):
            for path in self.folder.glob("??/*"):
                with suppress(OSError):
                    state = path.stat()
                    rows.append((state.st_mtime_ns, state.st_size, path))
        total = sum(size for _, size, _ in rows)
        for _, size, path in sorted(rows, key=lambda row: row[0]):
            if total <= self.most:
                return
            with suppress(OSError):
                path.unlink()
            total -= size


def _head(name: str, sort: str, body: bytes) -> bytes:
    made = hashlib.sha256(f"{name} {sort} ".encode())
    made.update(body)
    return FORM + made.hexdigest().encode()
