"""`cardwright disasm`: show the bytecode of sets or of an image file, with the sentences it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from cardwright.dsl.diagnostics import nearest, visible
from cardwright.runtime.bytecode.asm import disassemble, show_plan
from cardwright.runtime.bytecode.image import AbilityDef, Image

from .images import image_of
from .output import Cache, count
from .playing import plain


def disasm(
    paths: Annotated[list[str], typer.Argument(help="Sets, or one image file; - reads a set from standard input.")],
    card: Annotated[str, typer.Option("--card", help="Only this card.")] = "",
    cache: Cache = "",
) -> None:
    """Show the bytecode of sets or of an image file, with the sentences it was made from.

    Without --card: every card of these sets, then every procedure of the image that belongs to no card. An image file
    is verified first; one that is damaged or would reach beyond its own data is refused.
    """
    image, sets = image_of(paths, cache)
    named = {place for place, (name, _) in enumerate(image.sets) if name in sets}
    if card:
        lines = list(_card(image, _find(image, card)))
    else:
        lines = [line for at, one in enumerate(image.cards) if one.set_id in named for line in _card(image, at)]
        lines += _others(image)
    for line in lines:
        typer.echo(visible(line))


def _find(image: Image, name: str) -> int:
    """The card of that name; the last one, because a set's own cards come after those of the sets it requires."""
    names = [plain(image, card.name) for card in image.cards]
    for place in reversed(range(len(names))):
        if names[place].casefold() == name.casefold():
            return place
    near = nearest(name, names)
    hint = f"; did you mean “{near[0]}”?" if near else ""
    raise typer.BadParameter(f"there is no card “{name}”{hint}")


def _card(image: Image, at: int) -> Iterator[str]:
    card = image.cards[at]
    yield f"card {plain(image, card.name)} ({plain(image, image.kinds[card.kind].name)})"
    for text in card.text:
        yield f"  # {text}"
    for ability in card.abilities:
        yield from _ability(image, ability)
    yield ""


def _ability(image: Image, at: int) -> Iterator[str]:
    ability = image.abilities[at]
    yield f"  ability {at}: {' '.join(_said(image, ability))}"
    if ability.proc >= 0:
        for line in disassemble(image, ability.proc).rstrip("\n").split("\n"):
            yield f"    {line}"


def _said(image: Image, ability: AbilityDef) -> Iterator[str]:
    """How an ability comes to be done."""
    yield ability.kind
    if ability.event >= 0:
        yield plain(image, image.events[ability.event].name)
    if ability.label >= 0:
        yield f"label {plain(image, ability.label)}"
    if ability.keyword >= 0:
        yield f"keyword {plain(image, image.keywords[ability.keyword])}"
    plans = {"if": ability.pattern, "you": ability.you, "when": ability.condition, "×": ability.times}
    for what, at in plans.items():
        if at >= 0:
            yield f"{what} {show_plan(image.plans[at], [])}"
    for family, row in ability.rows:
        yield f"row {family} {show_plan(row, [])}"


def _others(image: Image) -> Iterator[str]:
    """Procedures that no ability runs."""
    owned = {ability.proc for ability in image.abilities}
    free = [at for at in range(len(image.procs)) if at not in owned]
    yield f"# {count(len(free), 'procedure')} of no card"
    for at in free:
        yield from disassemble(image, at).rstrip("\n").split("\n")
        yield ""
