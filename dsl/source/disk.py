"""All that reading sets asks of the disk, with the answers it got: what is read follows from these answers alone.

Whoever keeps results can ask the same questions again and knows that nothing has changed. Must not know sets or YAML.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from . import limits

HEAD = 20_000
ABSENT = "-"

Question = tuple[str, str]  # what is asked, of which path


class Disk:
    """Reads files and folders, and remembers what it answered. Paths that cannot be read answer as if nothing lay
    there.
    """

    def __init__(self, instead: Mapping[Path, bytes] | None = None) -> None:
        self.answers: dict[Question, str] = {}
        self.instead = instead or {}  # what files would hold that are not written yet

    def but(self, instead: Mapping[Path, bytes]) -> Disk:
        """A disk of its own answers on which some files hold other bytes."""
        return Disk({**self.instead, **instead})

    def is_file(self, path: Path) -> bool:
        found = _safely(path.is_file)
        self.answers["file", str(path)] = "1" if found else ABSENT
        return found

    def is_dir(self, path: Path) -> bool:
        found = _safely(path.is_dir)
        self.answers["folder", str(path)] = "1" if found else ABSENT
        return found

    def inside(self, path: Path) -> list[Path]:
        """What lies in a folder, by name."""
        try:
            names = sorted(os.listdir(path))
        except (OSError, ValueError):
            names = []
        self.answers["names", str(path)] = _digest("\0".join(names).encode("utf-8", "surrogatepass"))
        return [path / name for name in names]

    def head(self, path: Path) -> bytes:
        """How a file begins; nothing if it cannot be read."""
        try:
            data = self.instead.get(path, b"")[:HEAD]
            if not data and path.is_file():
                with path.open("rb") as stream:
                    data = stream.read(HEAD)
        except (OSError, ValueError):
            data = b""
        self.answers["head", str(path)] = _digest(data)
        return data

    def read(self, path: Path) -> bytes:
        """The bytes of a file, one more than the limit at most.

        Raises OSError if it cannot be read.
        """
        try:
            if not path.is_file() and not path.is_dir() and path.exists():
                raise OSError(errno.EINVAL, "it is no file")  # a pipe would be waited for, a device never ends
            data = self.instead.get(path, b"")
            if path not in self.instead:
                with path.open("rb") as stream:
                    data = stream.read(limits.BYTES + 1)
        except ValueError:
            raise OSError(errno.EINVAL, "it has no possible name") from None
        except OSError as error:
            self.answers["bytes", str(path)] = f"{ABSENT} {error.errno}"
            raise
        self.answers["bytes", str(path)] = _digest(data)
        return data

    def stamp(self, path: Path) -> tuple[object, ...]:
        """What changes when a file does: cheaper than its bytes, and good enough within one run."""
        if path in self.instead:
            return ("instead", _digest(self.instead[path]))
        try:
            state = path.stat()
        except (OSError, ValueError):
            return (0, 0)
        return (state.st_mtime_ns, state.st_size)

    def ask(self, question: Question) -> str:
        """The answer to a question, asked anew. Raises KeyError if there is no such question."""
        what, where = question
        path = Path(where)
        asked = {
            "file": self.is_file,
            "folder": self.is_dir,
            "names": self.inside,
            "head": self.head,
            "bytes": self.read,
        }
        try:
            asked[what](path)
        except (OSError, ValueError):
            self.answers.setdefault(question, ABSENT)
        return self.answers[question]

    @contextmanager
    def noting(self) -> Iterator[dict[Question, str]]:
        """The answers given inside the block."""
        before, noted = self.answers, dict[Question, str]()
        self.answers = noted
        try:
            yield noted
        finally:
            before.update(noted)
            self.answers = before


def _safely(ask: object) -> bool:
    assert callable(ask)
    try:
        return bool(ask())
    except (OSError, ValueError):  # a name too long, a zero byte
        return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
