"""From bytes to a `Source`: encoding, size, characters, line lengths. Must not know YAML beyond its line breaks."""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.dsl.diagnostics import Finding, Source, finding

from . import limits
from .disk import Disk

# Characters that either break lines for some readers and not for others, or that cannot be seen.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]|\r(?!\n)"
)


def read_file(path: Path, name: str, disk: Disk | None = None) -> tuple[Source, list[Finding]]:
    """The text of a file, or findings and as much of the text as can be shown with them."""
    try:
        data = (disk or Disk()).read(path)
    except OSError as error:
        source = Source(name, "")
        return source, [finding("CW106", source.span(0, 0), file=name, reason=error.strerror or "it cannot be read")]
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> tuple[Source, list[Finding]]:
    """The same for bytes that are already here."""
    if len(data) > limits.BYTES:
        source = Source(name, "")
        place = source.span(0, 0)
        return source, [finding("CW105", place, what="The size", limit=f"{limits.BYTES:,} bytes")]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        source = Source(name, before.removeprefix("\ufeff") + "\ufffd")
        end = len(source.text)
        return source, [finding("CW103", source.span(end - 1, end), byte=f"{data[error.start]:02X}")]
    return read_text(text, name)


def read_text(text: str, name: str) -> tuple[Source, list[Finding]]:
    """The same for decoded text."""
    source = Source(name, text.removeprefix("\ufeff"))
    found: list[Finding] = []
    for match in _FORBIDDEN.finditer(source.text):
        char = match.group()
        found.append(finding("CW104", source.span(*match.span()), number=f"U+{ord(char):04X}"))
        if len(found) >= limits.FINDINGS_PER_FILE:
            break
    starts = source.line_starts
    for start, after in zip(starts, (*starts[1:], len(source.text) + 1), strict=True):
        if after - start > limits.LINE + 2:
            place = source.span(start, start + 1)
            found.append(finding("CW105", place, what="The length of this line", limit=f"{limits.LINE:,} characters"))
            break
    return source, found
