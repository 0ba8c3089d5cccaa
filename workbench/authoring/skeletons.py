"""What a new set, Hero, Villain Group … looks like: files with places for names. Must not know where it goes."""

from __future__ import annotations

import json
import re
from importlib.resources import files

SORTS = ("hero", "villain", "mastermind", "scheme", "keyword")
LISTS = {"keyword": "keywords"}  # the key of the list a skeleton goes into; the others are cards
FILES = {
    "hero": "heroes",
    "villain": "villains",
    "mastermind": "masterminds",
    "scheme": "schemes",
    "keyword": "keywords",
}
LONGEST = 60
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 .'’!&()/-]*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off"}


def skeleton(sort: str, name: str, slug: str = "") -> str:
    """The skeleton of a sort with a name in all its places."""
    text = (files("cardwright.workbench.authoring") / "skeletons" / f"{sort}.yaml").read_text("utf-8")
    return re.sub(r"@([^@\n]*)@", lambda found: _filled(found[1], name, slug), text)


def _filled(place: str, name: str, slug: str) -> str:
    return slug if place == "SLUG" else scalar(place.replace("NAME", name))


def slug_of(name: str) -> str:
    """The name of a set as files and other sets write it: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def scalar(text: str) -> str:
    """A text as YAML: as it stands if that is safe, else in quotes."""
    safe = _PLAIN.fullmatch(text) and text == text.strip() and text.lower() not in _WORDS
    return text if safe else json.dumps(text, ensure_ascii=False)


def unfit(name: str) -> str:
    """What is wrong with a name, or “”."""
    if not name.strip():
        return "a name has at least one letter"
    if len(name) > LONGEST:
        return f"a name has at most {LONGEST} characters"
    if name != name.strip() or "  " in name:
        return "a name has no blanks at its ends and single ones inside"
    if not name.isprintable() or any(mark in name for mark in '@{}[]"“”\\'):
        return "a name has no quotation marks, brackets, backslashes, @ or invisible characters"
    if not any(letter.isalpha() for letter in name):
        return "a name has at least one letter"
    return ""
