"""The table as a seat sees it, drawn for a terminal from 60 columns on.

Rows of spaces become tables, heaps and stacks lines. Which zones those are the catalogue says; must not know any
declared word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .cards import NAME, NUMBERS, RULES, counted, held, icons, numbers

Data = Mapping[str, Any]
MARK = "bold yellow"
SIDE = 12  # columns for the name of a line
LONG = 100  # from so many columns on there is room for icons in rows


class Board:
    """Draws views of one game."""

    def __init__(self, catalogue: Data) -> None:
        self.zones: dict[str, Data] = {zone["zone"]: zone for zone in catalogue["zones"]}
        self.order: list[str] = [*(one for one in catalogue["numbers"] if one not in catalogue["points"])]
        self.kinds: dict[str, list[str]] = {kind["kind"]: kind["is"] for kind in catalogue["kinds"]}
        self.working: set[str] = {zone for kind in catalogue["kinds"] for zone in kind["works"]}
        self.order += catalogue["points"]
        self.told: dict[tuple[str, str, tuple[str, ...]], list[str]] = {
            (face["name"], face["kind"], tuple(face["text"])): face["rules"] for face in catalogue["cards"]
        }

    def rules(self, card: Data) -> list[str]:
        """The rules of the keywords a card names in its text."""
        return self.told.get((card["name"], card["kind"], tuple(card["text"])), [])

    def draw(
        self, view: Data, marks: Mapping[int, int], width: int, *, texts: bool = False
    ) -> Iterator[RenderableType]:
        """All of it. `marks`: the number of the choice a card stands for; `texts`: with the texts of single cards."""
        by_zone: dict[str, list[Data]] = {}
        for place in view["places"]:
            if place["player"] is None:
                by_zone.setdefault(place["zone"], []).append(place)
        yield self._head(view)
        piles: list[Text] = []
        heaps: list[Table] = []
        for name, places in by_zone.items():
            zone = self.zones[name]
            if zone["order"] == "row":
                continue
            (place,) = places
            label = "in progress" if zone["serves"] is not None else name
            if zone["order"] == "stack":
                piles.append(self._pile(place, marks))
            elif name in self.working or zone["serves"] is not None:
                for card in filter(None, place["cards"]):
                    heaps.append(self._single(label, card, marks, texts=texts))
            elif place["count"]:
                heaps.append(_line(label, self._names(place["cards"])))
        yield from heaps
        for name, places in by_zone.items():
            zone = self.zones[name]
            usual = name in self.working or zone["refills"] is not None
            if zone["order"] == "row" and (usual or any(place["count"] for place in places)):
                yield self._row(name, places, marks, width)
        yield _line("piles", Text(" · ").join(piles))
        others = [player for player in view["players"] if player != view["seat"]]
        for player in (*others, view["seat"]):
            yield from self._player(view, player, marks)

    def _head(self, view: Data) -> Text:
        text = Text(f"Turn of {view['turn']}", "bold reverse")
        counters = ", ".join(f"{name} {number}" for name, number in view["counters"].items() if number)
        if counters:
            text.append(f"  {counters}", "default not reverse not bold")
        return text

    def _single(self, zone: str, card: Data, marks: Mapping[int, int], *, texts: bool) -> Table:
        text = _marked(card, marks)
        shown = numbers(card, self.order)
        if shown:
            text.append(f"  {shown}", NUMBERS)
        if held(card):
            text.append(f"  has {held(card)}")
        for line in (*card["text"], *self.rules(card)) if texts else ():
            text.append(f"\n{line}", RULES)
        return _line(zone, text)

    def _row(self, name: str, places: Sequence[Data], marks: Mapping[int, int], width: int) -> Table:
        table = Table(box=box.SQUARE, expand=True, padding=(0, 1))
        for at, place in enumerate(places):
            header = Text(f"{name}: " if not at else "", "bold")
            header.append(place["place"].removeprefix(f"{name} "), RULES)
            table.add_column(header, ratio=1, overflow="fold")
        table.add_row(*(self._space(place, marks, width) for place in places))
        return table

    def _space(self, place: Data, marks: Mapping[int, int], width: int) -> Text:
        text = Text()
        for at, card in enumerate(place["cards"]):
            if at:
                text.append("\n")
            if card is None:
                text.append("a card")
                continue
            text.append_text(_marked(card, marks))
            more = [kind for kind in card["kinds"] if kind not in self.kinds[card["kind"]]]
            if more:
                text.append(f"\nas {', '.join(more)}", "italic")
            for name, number in sorted(card["numbers"].items(), key=lambda one: self._rank(one[0])):
                text.append(f"\n{number} {name}", NUMBERS)
            if width >= LONG and card["icons"]:
                text.append(f"\n{icons(card)}", RULES)
            elif card["icons"]:
                text.append(f"\n[{card['icons'][0]}]", RULES)
            if held(card):
                text.append(f"\nhas {held(card)}")
        return text

    def _rank(self, number: str) -> int:
        return self.order.index(number) if number in self.order else len(self.order)

    def _pile(self, place: Data, marks: Mapping[int, int]) -> Text:
        top = place["cards"][0] if place["cards"] else None
        text = Text()
        if top is not None and top["id"] in marks:
            text.append(f"{marks[top['id']]}) ", MARK)
        text.append(f"{place['place']} {place['count']}")
        if top is not None and top["name"] not in place["place"]:
            text.append(f" ({top['name']} on top)")
        return text

    def _player(self, view: Data, player: str, marks: Mapping[int, int]) -> Iterator[Table]:
        mine = player == view["seat"]
        unseen: list[str] = []
        seen: list[tuple[str, Data]] = []
        for place in view["places"]:
            if place["player"] != player:
                continue
            if place["count"] and any(card is not None for card in place["cards"]):
                seen.append((place["zone"], place))
            else:
                unseen.append(f"{place['zone']} {place['count']}")
        points = ", ".join(f"{number} {name}" for name, number in view["points"][player].items() if number)
        head = Text(" · ".join(unseen))
        if points:
            head.append(f"  {points}", NUMBERS)
        if view["scores"].get(player):
            head.append(f"  score {view['scores'][player]}")
        yield _line(f"{player} (you)" if mine else player, head, style="bold green" if mine else "bold")
        for zone, place in seen:
            text = Text(f"{place['count']}: ").append_text(self._names(place["cards"], marks if mine else {}))
            yield _line(f"  {zone}", text)

    def _names(self, cards: Sequence[Data | None], marks: Mapping[int, int] | None = None) -> Text:
        """Names, equal ones counted, each with the number of its choice."""
        text = Text()
        groups: dict[tuple[int | None, str], int] = {}
        for card in cards:
            key = (None, "unknown") if card is None else ((marks or {}).get(card["id"]), card["name"])
            groups[key] = groups.get(key, 0) + 1
        for at, ((mark, name), many) in enumerate(groups.items()):
            if at:
                text.append(", ")
            if mark is not None:
                text.append(f"{mark}) ", MARK)
            text.append(counted([name] * many))
        return text


def _marked(card: Data, marks: Mapping[int, int]) -> Text:
    text = Text()
    if card["id"] in marks:
        text.append(f"{marks[card['id']]}) ", MARK)
    text.append(card["name"], NAME)
    return text


def _line(name: str, rest: Text, style: str = "bold") -> Table:
    """A line with its name in front; what does not fit goes on below, indented."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=max(SIDE, 16), overflow="fold")
    table.add_column(overflow="fold")
    table.add_row(Text(name, style), rest)
    return table
