"""A question in words: who is asked, the card and the sentence that ask, and the numbered choices with their prices.

Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .board import MARK
from .cards import NUMBERS, RULES, icons, numbers
from .choices import Choice, amount

Data = Mapping[str, Any]
NOUNS: Mapping[str, Callable[[str], bool]] = {
    "card": lambda key: key.startswith(("card:", "hidden:")),
    "player": lambda key: key[:1] == "P" and key[1:].isdigit(),
    "place": lambda key: key.startswith("place:"),
}
TIGHT = 90  # below so many columns the choices leave out icons

WORDS = {
    "pick": "choose {amount}",
    "order": "put these in order, the first one first",
    "yes-no": "yes or no?",
    "mode": "choose {amount}",
    "number": "choose a number",
    "name": "name one",
    "allocate": "pay with {amount} of these points",
    "trigger": "what is done first?",
    "replace": "what applies first?",
}


def headline(request: Data, view: Data) -> Text:
    """Who is asked, and for what."""
    seat = request["seat"]
    text = Text(seat, "bold green")
    if request["kind"] == "act":
        text.append(": it is your turn. " if view["turn"] == seat else ": you may act. ")
        text.append("What do you do?")
    else:
        text.append(f": {WORDS.get(request['kind'], WORDS['pick']).format(amount=_amount(request))}")
    return text


def _amount(request: Data) -> str:
    """How many of what: “2 cards”, “up to 3 players”."""
    many = amount(request)
    keys = [one["key"] for one in request["options"]]
    noun = next((noun for noun, fits in NOUNS.items() if all(fits(key) for key in keys)), "")
    return f"{many} {noun}{'' if many == '1' else 's'}" if noun else many


def because(request: Data) -> Text | None:
    """The sentence that asks, and whose it is; a rule has no card. A keyword says its own rule too."""
    why = request.get("why")
    if not why or not why["sentence"]:
        return None
    text = Text("  ")
    text.append(f"{why['card'] or 'Rule'}: ", "italic")
    text.append(f"“{why['sentence']}”", "italic")
    if why["asks"]:
        text.append(f"\n  here: “{why['asks']}”", "italic")
    for rule in why["rules"]:
        text.append(f"\n  {rule}", RULES)
    return text


def lines(
    request: Data, known: Sequence[Choice], cards: Mapping[int, Data], order: Sequence[str], width: int
) -> Iterator[RenderableType]:
    """The choices, one in a line."""
    if not known and request["kind"] == "act":
        yield Text("  There is nothing left to do.", RULES)
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style=MARK)
    table.add_column(overflow="fold", max_width=max(24, width // 2))
    table.add_column(style=NUMBERS, no_wrap=True)
    table.add_column(overflow="ellipsis", no_wrap=True, ratio=1)
    table.expand = True
    for one in known:
        label = one.label + (f" ×{len(one.keys)}" if len(one.keys) > 1 else "")
        table.add_row(f"{one.number})", label, one.price, _about(one, cards, order, width))
    if request["min"] == 0 and request["kind"] != "yes-no":
        table.add_row("0)", "end" if request["kind"] == "act" else "none", "", "")
    yield table


def _about(one: Choice, cards: Mapping[int, Data], order: Sequence[str], width: int) -> Text:
    """What helps to choose: where it lies, its numbers, its text as far as there is room."""
    text = Text(one.place, RULES)
    card = cards.get(one.cards[0]) if one.cards else None
    if card is None:
        return text
    shown = " ".join(part for part in (icons(card) if width >= TIGHT else "", numbers(card, order)) if part)
    text.append(f"  {shown}", RULES)
    if card["text"]:
        text.append(f"  {' / '.join(card['text'])}", "default" if width >= TIGHT else RULES)
    return text
