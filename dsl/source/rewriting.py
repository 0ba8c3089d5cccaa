"""Files that are to hold other bytes: shown as a difference, or written at once. Must not know what changed in them."""

from __future__ import annotations

import difflib
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cardwright.dsl.diagnostics import Edit, Source

from .edits import apply

_MARK = b"\xef\xbb\xbf"


class NotWritten(Exception):
    """A file that was left as it is; the text says why."""


@dataclass(frozen=True)
class Rewrite:
    """A file, the bytes it was read with and the bytes it is to hold."""

    path: Path
    before: bytes
    after: bytes

    def difference(self) -> str:
        """A unified difference, as `patch` reads it."""
        old, new = (_lines(data) for data in (self.before, self.after))
        made: list[str] = []
        name = self.path.as_posix().lstrip("/")
        for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
            made.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
        return "".join(made)

    def write(self) -> None:
        """Put the new file in the place of the old one, which keeps its permissions, or leave the old one as it is.

        Raises NotWritten if it is not the file that was read, or cannot be written.
        """
        target = self.path.resolve()  # a link stays one
        made = ""
        try:
            if target.read_bytes() != self.before:
                raise NotWritten("it was changed in the meantime")
            if not os.access(target, os.W_OK):
                raise NotWritten("it must not be written")
            handle, made = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
            with os.fdopen(handle, "wb") as stream:
                stream.write(self.after)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(made, target.stat().st_mode & 0o7777)
            os.replace(made, target)
        except OSError as error:
            with suppress(OSError):
                os.unlink(made)
            raise NotWritten(error.strerror or "it cannot be written") from None


def rewritten(source: Source, edits: list[Edit], before: bytes) -> bytes:
    """The bytes of a file after some edits; all else stays, a byte order mark too."""
    text = apply(source, edits).encode("utf-8")
    return _MARK + text if before.startswith(_MARK) else text


def _lines(data: bytes) -> list[str]:
    """Lines with their ends; only line feeds end one, as for `patch`."""
    *lines, last = data.decode("utf-8", "replace").split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])
