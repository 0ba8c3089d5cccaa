"""Whether what is said not to be offered, or not to have happened, could be said at all: the acts and cards of the
game, and the words of its log.

What means nothing is never offered and never happens, so it would pass for ever. Must not know any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardwright.runtime.bytecode.image import Image

from .phrases import Line, Phrase, same_word
from .steps import PLACE, lies_at
from .world import World, meant

USE = "use"
HIDDEN = "a card of "
ROW_WORDS = ("gets", "get", "has")  # how the log says that a number of a card is another one


def no_act(world: World, text: str) -> str:
    """Why a text names no act on a card of the game, nor an ability that may be used; nothing if it does."""
    low = text.lower().strip()
    acts = [world.names.act(at) for at in range(len(world.image.acts))]
    abilities = _abilities(world)
    heads = list(dict.fromkeys((*acts, USE, *abilities, *(f"{USE} {name}" for name in abilities))))
    if _is_act(world, low, heads):
        return ""
    found = PLACE.match(text.strip())
    if found is not None and _is_act(world, found.group(1).lower(), heads):
        place = found.group(2)
        return "" if _is_place(world, place) else f"“{place}” is no place{meant(place, world.places)}"
    said = (found.group(1) if found is not None else text.strip()).rstrip(".")
    head = max((one for one in heads if _begins(said.lower(), one.lower())), key=len, default="")
    if head:
        card = said[len(head) :].lstrip(" :")
        return f"“{text}” is no act: there is no card “{card}”{meant(card, world.cards)}"
    near = meant(said, _corrected(world, said, [*acts, USE, *abilities]), few=0)
    return f"“{text}” is no act{near}" if near else f"“{text}” is no act; acts begin with: {', '.join((*acts, USE))}"


def no_words(world: World, phrase: Phrase) -> str:
    """Why nothing the log can say fits a phrase: a word no event has; nothing if all its words can be said."""
    if phrase.says_nothing:
        return f"“{phrase.text}” says nothing the log could say"
    said = log_words(world)
    for word in phrase.words:
        if word not in said and not any(same_word(word, one) for one in said):
            names = [*said, *world.cards, *world.of_table, *world.of_player]
            return f"the log never says “{word}”{meant(word, names)}"
    return ""


def log_words(world: World) -> frozenset[str]:
    """All words that lines of the log are matched by, but for names."""
    image = world.image
    line = Line("")
    for at, event in enumerate(image.events):
        line.say(world.names.event(at))
        line.say(event.log)
    return frozenset((*line.words, *ROW_WORDS))


def _abilities(world: World) -> list[str]:
    """What abilities that may be used are called."""
    image: Image = world.image
    used = (at for at, one in enumerate(image.abilities) if one.kind == "use")
    return list(dict.fromkeys(name for at in used if (name := world.names.ability(at))))


def _is_act(world: World, low: str, heads: Iterable[str]) -> bool:
    """An act or an ability by its whole name, and the beginning of a card's name (as lines of `do` may name it)."""
    for head in heads:
        if _begins(low, head.lower()):
            card = low[len(head) :].lstrip(" :")
            if not card or any(name.lower().startswith(card) for name in world.cards):
                return True
            if card.startswith(HIDDEN) and _is_place(world, card.removeprefix(HIDDEN)):
                return True
    return False


def _is_place(world: World, text: str) -> bool:
    return any(lies_at(spot, text.lower()) for spot in world.places)


def _begins(text: str, head: str) -> bool:
    return text == head or text.startswith((f"{head} ", f"{head}:"))


def _corrected(world: World, said: str, heads: Iterable[str]) -> list[str]:
    """The texts that may be meant: another act on the card that is named."""
    found: list[str] = []
    for head in heads:
        cut = re.split(r"\s+", said, maxsplit=len(head.split()))
        card = cut[-1] if len(cut) > len(head.split()) else ""
        if not card or card.lower() in (name.lower() for name in world.cards):
            found.append(f"{head} {card}".strip())
    return found
