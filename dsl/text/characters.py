"""Characters that look like others: each is reported with what was meant, before anything else is read. Knows no
words."""

from __future__ import annotations

import re
from collections.abc import Iterator

PLAIN = {
    "\u00a0": " ",
    "\u2007": " ",
    "\u202f": " ",
    "\u2009": " ",
    "\u3000": " ",
    "\u200b": "",
    "\ufeff": "",
    "\u00ad": "",
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u2018": "'",
    "\u2019": "'",
    "\u02bc": "'",
    "\u2013": "-",
    "\u2012": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2212": "-",
    "\u2015": "—",
    "\u00bd": "1/2",
    "\u2026": "...",
    "\uff0b": "+",
    "\uff1a": ":",
    "\uff0c": ",",
    "\uff0e": ".",
    "\t": " ",
}
ODD = re.compile("[" + re.escape("".join(PLAIN)) + "]|[^\\x20-\\x7e—À-ɏ•]|  +|@| +$")


def look_alikes(text: str) -> Iterator[tuple[str, int, int, str, str | None]]:
    """(code, start, end, what it is, what it should be or None) for every odd character."""
    for match in ODD.finditer(text):
        said = match.group()
        if said in PLAIN:
            yield "CW304", match.start(), match.end(), said, PLAIN[said]
        elif said.startswith(" "):
            yield "CW312", match.start(), match.end(), said, " " if match.end() < len(text) else ""
        else:
            digit = chr(ord(said) - 0xFEE0) if 0xFF01 <= ord(said) <= 0xFF5E else None
            yield "CW304", match.start(), match.end(), said, digit
