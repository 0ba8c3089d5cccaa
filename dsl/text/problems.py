"""What goes wrong while text is read, in places of its line; findings are made of it. Friendly names of all
terminals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """Trouble at a place of a line. `code` names it; `expected` are words for what could have stood there; `others`
    are further places, each with how many lines further down it lies (-1: in the line above) and a note."""

    code: str
    start: int
    end: int
    word: str = ""
    expected: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    others: tuple[tuple[int, int, int, str], ...] = ()
    fix: str | None = None
    note: str = ""
    lead: int = -1  # where the word before begins, if the trouble lies between the two


NAMES = {
    "ART": "a word such as “a” or “your”",
    "PRO": "a word such as “it” or “each”",
    "NUM": "a number",
    "CMP": "“or more” or “or less”",
    "ATTR": "an adjective",
    "ADJ": "an adjective",
    "NOUN": "a noun",
    "LNOUN": "a noun",
    "ICON": "an icon",
    "PLUS": "an amount such as “+2”",
    "POSS": "“'s”",
    "POSSN": "“'s”",
    "QNAME": "a name in quotation marks",
    "SLOT": "a slot",
    "PARTA": "a participle",
    "PREP": "a preposition",
    "FOREACH": "“for each”",
    "FOREACHL": "“for each”",
    "INF": "“to”",
    "INFL": "“to”",
    "V_INF": "a verb",
    "RELW": "“who” or “that”",
    "V_REL": "a verb",
    "AUX_REL": "“may” or “can”",
    "AUX": "“may” or “can”",
    "V": "a verb",
    "ADV": "an adverb",
    "ADVL": "an adverb",
    "TIME": "a time",
    "TIMEL": "a time",
    "PART": "a participle",
    "ING": "a participle",
    "QUOTE": "a quotation",
    "PAREN": "a parenthesis",
    "DASH": "a dash",
    "IF": "“if”",
    "WHEN": "“when”",
    "COMMA_PH": "a comma",
    "COMMA_CL": "a comma",
    "AND_PH": "“and”",
    "AND_CL": "“and”",
    "OR_PH": "“or”",
    "OR_CL": "“or”",
    "COLON": "a colon",
    "END": "a full stop",
    "LABEL": "a label",
    "LCOLON": "a colon",
    "LDASH": "a dash",
    "RANGE": "a range of numbers",
    "$END": "the end of the text",
}


def friendly(terminals: Iterable[str]) -> tuple[str, ...]:
    """Terminals in the author's words, each once."""
    return tuple(dict.fromkeys(NAMES[t] for t in sorted(terminals) if t in NAMES))
