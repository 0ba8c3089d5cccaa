"""Cards in words: one line, a few lines, and the whole face. Must not know any declared word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from rich.text import Text

Data = Mapping[str, Any]
NEAR = 0.7  # of 1: from so much likeness on a name is suggested
NUMBERS, NAME, RULES = "cyan", "bold", "dim"


def numbers(card: Data, order: Sequence[str] = ()) -> str:
    """The numbers of a card: “3 cost, 2 Attack”."""
    found = card["numbers"]
    names = [name for name in order if name in found] + [name for name in found if name not in order]
    return ", ".join(f"{found[name]} {name}" for name in names)


def icons(card: Data) -> str:
    return " ".join(f"[{icon}]" for icon in card.get("icons", ()))


def counted(names: Iterable[str]) -> str:
    """Equal names counted: “Agent ×3, Trooper”."""
    return ", ".join(name if many == 1 else f"{name} ×{many}" for name, many in Counter(names).items())


def held(card: Data) -> str:
    """What lies under a card."""
    return counted("a card" if one is None else one["name"] for one in card.get("holds", ()))


def whole(card: Data, order: Sequence[str], rules: Sequence[str] = ()) -> Text:
    """A face: name, kind, icons, numbers, text, the rules of its keywords, and what lies under it."""
    text = Text()
    text.append(card["name"], NAME)
    group = card.get("group") or card["name"]
    kind = card["kind"] if group == card["name"] else f"{card['kind']}, {group}"
    text.append(f"  {kind}  {icons(card)}".rstrip())
    shown = numbers(card, order)
    if shown:
        text.append(f"\n  {shown}", NUMBERS)
    for line in card["text"]:
        text.append(f"\n  {line}")
    for rule in rules:
        text.append(f"\n  {rule}", RULES)
    if held(card):
        text.append(f"\n  under it: {held(card)}")
    return text


def find(name: str, faces: Sequence[Data]) -> tuple[list[Data], list[str]]:
    """The faces of that name, or else those whose names have it in them if there are few; and names that are near."""
    wanted = name.casefold().strip()
    same = [face for face in faces if face["name"].casefold() == wanted]
    if same:
        return same, []
    group = [face for face in faces if face.get("group", "").casefold() == wanted]
    if group:
        return group, []
    inside = [face for face in faces if wanted in face["name"].casefold()]
    if 1 <= len(inside) <= 3:
        return inside, []
    inside_names = [face["name"] for face in inside]
    near = sorted({face["name"] for face in faces}, key=lambda name: (-_likeness(wanted, name.casefold()), name))
    return [], list(dict.fromkeys([*inside_names, *(one for one in near if _likeness(wanted, one.casefold()) > NEAR)]))[
        :3
    ]


def _likeness(wanted: str, name: str) -> float:
    """How like a name, or one of its words, is what was typed."""
    return max(SequenceMatcher(None, wanted, one).ratio() for one in (name, *name.split()))
