"""A tiny game that is nothing like the bundled ones, as a hand-made image: each seat has a pile and a heap, coins
are made
by laying cards down, and whoever bought the last gem from the market ends the game.

Cards: a coin (worth 1), a gem (costs its price in coins). All rules are data; tests add abilities to it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardwright.runtime.bytecode.asm import assemble
from cardwright.runtime.bytecode.image import (
    AbilityDef,
    ActDef,
    CardDef,
    EventDef,
    IconDef,
    Image,
    KindDef,
    PeriodDef,
    PriceDef,
    SentenceDef,
    ZoneDef,
)  # fmt: skip

ATTACHED, OUT, MARKET, STOCK, LEAVING, PILE, FIST, HEAP, TABLE = range(9)
THING, COIN_KIND, GEM_KIND = range(3)
COIN_POINT, PRICE, WORTH = range(3)  # attributes; the first is a kind of points
RED, BLUE = range(2)
ROUND, DEAL = range(2)
DRAW, LAY, GET, BUY, DROP, SHUFFLE, FILL, RENEWED, NOTE, COUNT, TIE, LOOK, TURN, SHOW = range(14)
COIN, GEM, RUBY = range(3)

CODE = """
proc game
local at n who
    PUSH 0 ; STORE at
    EVAL (players) ; STORE n
deal:
    NEXT n at who start
    EVAL (rows-slot who (slot 5 who)) ; EVENT shuffle 0 ; POP
    EVAL (rows-pile who (slot 5 who) (num 3) (slot 6 who) 2) ; EVENT draw 0 ; POP
    JUMP deal
start:
    REFILL 2
round:
    EVAL (active) ; CALLAS turn 0 ; POP
    EVAL (some (in (slots 3))) ; JFALSE over
    EVAL (left (active)) ; ACTIVE
    JUMP round
over:
    OVER 1

proc turn
    OPEN 0
    SENTENCE 0
    LOAD you ; ACTS _
    SENTENCE 1
    EVAL (rows-points you 0 (neg (points you 0))) ; EVENT get 0 ; POP
    EVAL (rows-move you (in (group (slot 6 you) (slot 8 you))) (slot 7 you) 2) ; EVENT drop 0 ; POP
    EVAL (rows-pile you (slot 5 you) (num 3) (slot 6 you) 2) ; EVENT draw 0 ; POP
    CLOSE 0
    PUSH 0 ; RET

proc lay card
    EVAL (rows-move you (group card) (slot 8 you) 2) ; EVENT lay 0 ; POP
    EVAL (rows-points you 0 (printed card 2)) ; EVENT get 0 ; POP
    EVAL (def card) ; LOAD card ; LOAD you ; ABILITIES
    PUSH 0 ; RET

proc buy card
    LOAD you ; LOAD card ; PUSH 1 ; PAY ; JFALSE no
    EVAL (rows-move you (group card) (slot 7 you) 2) ; EVENT buy 0 ; POP
no:
    PUSH 0 ; RET
"""

EVENT_NAMES = (
    "draw",
    "lay",
    "get",
    "buy",
    "drop",
    "shuffle",
    "fill",
    "renewed",
    "note",
    "count",
    "tie",
    "look",
    "turn",
    "show",
)
PRIMS = (
    "move",
    "move",
    "points",
    "move",
    "move",
    "shuffle",
    "move",
    "move",
    "none",
    "set",
    "attach",
    "look",
    "turn",
    "show",
)


def tiny(
    extra: str = "",
    abilities: tuple[AbilityDef, ...] = (),
    on: dict[int, tuple[int, ...]] | None = None,
    **changes: Any,
) -> Image:
    """The image. `extra`: further procedures; `abilities`: appended; `on`: which of them a definition carries.

    Plans written in the code stand first in the image's plans; `plan(image, …)` adds more.
    """
    made = assemble(CODE + extra, {name: i for i, name in enumerate(EVENT_NAMES)})
    image = Image(names=["?"])

    def name(text: str) -> int:
        image.names.append(text)
        return len(image.names) - 1

    image.zones = [
        ZoneDef(name("attached"), "table", "none"),
        ZoneDef(name("out"), "table", "none"),
        ZoneDef(name("market"), "table", "row", (0, 0, 0), refill=STOCK),
        ZoneDef(name("stock"), "table", "stack", seen="nobody"),
        ZoneDef(name("leaving"), "table", "none"),
        ZoneDef(name("pile"), "player", "stack", seen="nobody", renew=HEAP),
        ZoneDef(name("fist"), "player", "none", seen="owner"),
        ZoneDef(name("heap"), "player", "none"),
        ZoneDef(name("table"), "player", "none"),
    ]
    image.kinds = [
        KindDef(name("thing"), (THING,)),
        KindDef(name("coin"), (THING, COIN_KIND), works=(TABLE,)),
        KindDef(name("gem"), (THING, GEM_KIND), works=(MARKET, HEAP)),
    ]
    image.attrs = [name("coins"), name("price"), name("worth")]
    image.points = 1
    image.families = [name("colour")]
    image.icons = [IconDef(name("red"), 0), IconDef(name("blue"), 0)]
    image.name_attrs = [(name("name"), False), (name("maker"), True)]
    image.keywords = [name("shiny")]
    image.counters = [(name("tally"), 0)]
    image.periods = [PeriodDef(name("round")), PeriodDef(name("dealing"))]
    image.events = [EventDef(name(n), prim) for n, prim in zip(EVENT_NAMES, PRIMS, strict=True)]
    image.cards = [
        CardDef(name("Coin"), COIN_KIND, {WORTH: 1}, (BLUE,)),
        CardDef(name("Gem"), GEM_KIND, {PRICE: 2, WORTH: 2}, (RED,)),
        CardDef(name("Ruby"), GEM_KIND, {PRICE: 3, WORTH: 3}, (RED,), keywords=(0,)),
    ]
    image.plans = list(made.plans)
    image.procs = made.procs
    image.sentences = [
        SentenceDef(-1, "tiny", 1, 1, 1, 9, "Do what you like."),
        SentenceDef(-1, "tiny", 2, 1, 2, 9, "Put all away."),
    ]
    image.prices = [PriceDef(plan(image, ("attr", ("local", 3), PRICE)), (COIN_POINT,))]
    image.acts = [
        ActDef(name("lay"), plan(image, ("in", ("group", ("slot", FIST, ("you",))))), proc=2),
        ActDef(name("buy"), plan(image, ("in", ("slots", MARKET))), proc=3, price=0),
    ]
    image.entry = {"game": 0}
    image.system = {"turn": ROUND, "leaving": LEAVING, "refill": FILL, "renew": RENEWED}
    image.abilities = list(abilities)
    for definition, carried in (on or {}).items():
        image.cards[definition] = replace(image.cards[definition], abilities=carried)
    for key, value in changes.items():
        setattr(image, key, value)
    return image


def plan(image: Image, node: tuple[Any, ...]) -> int:
    """Add a plan."""
    image.plans.append(node)
    return len(image.plans) - 1


def number(image: Image, proc: str) -> int:
    """A procedure by name."""
    return next(i for i, p in enumerate(image.procs) if p.name == proc)


def deal(machine: Any, players: int, seed: int = 1, coins: int = 7, gems: int = 6, entry: str | None = "game") -> Any:
    """A state with cards dealt."""
    lay = machine.tables.layout
    cards: list[tuple[int, int]] = [(GEM if n % 2 else RUBY, lay.slot(STOCK, -1)) for n in range(gems)]
    for seat in range(players):
        cards += [(COIN, lay.slot(PILE, seat))] * coins
    return machine.new_state(players, cards, seed, entry)


def listening() -> Image:
    """The tiny game with something that listens to most events, replaces some, and changes prices."""
    code = """
proc cheer
    EVAL (rows-fact you (empty) (num 1)) ; EVENT note 1 ; POP ; PUSH 1 ; RET
proc tally
    EVAL (rows-set 0 (num 1)) ; EVENT count 1 ; POP ; PUSH 1 ; RET
proc keep
    EVAL (rows-move you (row-cards (event-rows event)) (slot 7 you) 2) ; SETROWS ; PUSH 1 ; RET
proc swap
    EVAL (rows-pile you (slot 5 you) (num 1) (slot 6 you) 2) ; EVENT draw 1 ; POP ; PUSH 1 ; RET
"""
    image = tiny(code)
    mine = ("eq", ("row-who", ("one", ("event-rows", ("event",)))), ("you",))
    image.abilities = [
        AbilityDef(COIN, "on", number(image, "cheer"), LAY, pattern=plan(image, mine)),
        AbilityDef(-1, "on", number(image, "tally"), NOTE),
        AbilityDef(-1, "on", number(image, "tally"), RENEWED),
        AbilityDef(GEM, "would", number(image, "keep"), DROP, "unit", zones=(HEAP,), optional=True, uses="turn"),
        AbilityDef(GEM, "use", number(image, "swap"), zones=(HEAP,), uses="each turn", any_turn=True),
        AbilityDef(
            RUBY,
            "static",
            rows=(("modifier", (PRICE, 0, (), plan(image, ("yes",)), plan(image, ("num", -1)), 1)),),
            zones=(HEAP,),
        ),
    ]
    image.cards[COIN].abilities = (0,)
    image.cards[GEM].abilities = (3, 4)
    image.cards[RUBY].abilities = (5,)
    return image
