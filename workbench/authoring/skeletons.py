"""What a new set, Hero, Villain Group … looks like: files with places for names. Must not know where it goes."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from cardwright.dsl.words.english import verb_forms

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
SLOTS = ("number", "icons", "cards", "price", "effect")  # types of values behind a keyword that have a skeleton
_SLOT = re.compile(r"(?<=\S ){([a-z]+)}$")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 .'’!&()/-]*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off"}


def skeleton(sort: str, name: str, slug: str = "") -> str:
    """The skeleton of a sort with a name in all its places."""
    slot = slot_of(name) if sort == "keyword" else ""
    file = f"{sort}-{slot}.yaml" if slot else f"{sort}.yaml"
    text = (files("cardwright.workbench.authoring") / "skeletons" / file).read_text("utf-8")
    return re.sub(r"@([^@\n]*)@", lambda found: _filled(found[1], name, slug), text)


def _filled(place: str, name: str, slug: str) -> str:
    head = without_slot(name)
    if place == "FORMS":
        forms = verb_forms(head)
        return ", ".join((forms.third, forms.past, forms.ing))
    return {"SLUG": slug, "HEAD": head}.get(place) or scalar(place.replace("NAME", name))


def slot_of(name: str) -> str:
    """The type of the value behind a keyword, from the braces its name ends in; “” if it has none."""
    match = _SLOT.search(name)
    return match[1] if match is not None and match[1] in SLOTS else ""


def without_slot(name: str) -> str:
    """A name without the braces it ends in."""
    return name[: -len(slot_of(name)) - 2].rstrip() if slot_of(name) else name


def slug_of(name: str) -> str:
    """The name of a set as files and other sets write it: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def scalar(text: str) -> str:
    """A text as YAML: as it stands if that is safe, else in quotes."""
    safe = _PLAIN.fullmatch(text) and text == text.strip() and text.lower() not in _WORDS
    return text if safe else json.dumps(text, ensure_ascii=False)


def unfit(name: str, sort: str = "") -> str:
    """What is wrong with a name of something of that sort, or “”."""
    if sort == "keyword" and slot_of(name):
        name = without_slot(name)
    if sort == "keyword" and any(mark in name for mark in "{}"):
        return (
            f"the name of a keyword may end in one of {', '.join(f'{{{one}}}' for one in SLOTS)}, as “Dig {{number}}”"
        )
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
