"""Effects: what a clause does, and what several of them are together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .node import Arg, Condition, Effect, Node, Value

if TYPE_CHECKING:
    from .values import Amount


@dataclass(frozen=True)
class Do(Effect):
    """A verb with its arguments. `who` performs (Sel for "each player"). Roles are those of the verb's declaration:
    cards, to, from, subject, amount … `binds` numbers the clause in its scope (its cards, players, amount and outcome
    can be referred to by Ref "bind N" and Done)."""

    verb: str
    who: Value | None
    args: tuple[Arg, ...]
    binds: int = 0
    times: Value | None = None
    duration: str = ""
    mods: tuple[
        str, ...
    ] = ()  # "at random", "for free", "in any order", "again", "faceup", "facedown", "simultaneously"


@dataclass(frozen=True)
class Get(Effect):
    """You get points: [(amount, point)], all of them or (`either`) one by choice; `only`: what they may be spent on."""

    who: Value
    amounts: tuple[Amount, ...]
    either: bool = False
    only: Effect | None = None
    binds: int = 0


@dataclass(frozen=True)
class Make(Effect):
    """Cards make points of another kind than they would, for the rest of the turn: "make Recruit instead of Attack"."""

    what: Value
    given: str
    usual: str


@dataclass(frozen=True)
class Pay(Effect):
    """Points a player gives up: "pay 2 Attack", "lose all your Attack and Recruit" (the value is then `Points`),
    "spend …"."""

    verb: str  # pay, spend, lose
    who: Value | None
    amounts: tuple[Amount, ...]
    either: bool = False
    binds: int = 0


@dataclass(frozen=True)
class Change(Effect):
    """Numbers of cards change: "This gets +2 Attack this fight", "Heroes in the HQ cost 1 less this turn".
    `mode` "add", "set" or "less"; `duration`: "" (as long as the ability holds), "turn", period id, "next …"."""

    what: Value
    amounts: tuple[Amount, ...]
    mode: str = "add"
    duration: str = ""
    floor: bool = True  # false: "This cost can be less than 0."


@dataclass(frozen=True)
class Gain(Effect):
    """Cards gain (or lose) keywords, abilities in quotes, icons, kinds: roles. `also` keeps what they are."""

    what: Value
    gives: tuple[Value, ...]  # KeywordValue, AbilityValue, IconValue, RoleValue
    lose: bool = False
    also: bool = True
    duration: str = ""
    times: Value | None = None  # "for each card in the stack": that many copies of the keyword
    binds: int = 0


@dataclass(frozen=True)
class UseKeyword(Effect):
    """A keyword as a verb or noun: "Salvage", "make a Barter with X to …"."""

    keyword: str
    who: Value | None
    args: tuple[Arg, ...] = ()
    times: Value | None = None
    form: str = ""  # wording frame: "", "make", "get", "label"
    binds: int = 0
    instead: tuple[str, ...] = ()  # points it gives, and those it would: "getting Recruit instead of Attack"
    using: tuple[Value, ...] = ()  # a place it uses, and the one it would: "using the HQ instead of your hand"
    giving: tuple[Amount, ...] = ()  # points it gives instead of as many as it would: "Salvage gives +2 Attack"


@dataclass(frozen=True)
class May(Effect):
    who: Value
    effect: Effect


@dataclass(frozen=True)
class PayTo(Effect):
    """may A to B (B only if A was done completely); `may` false for "To play this, you must A"."""

    cost: Effect
    effect: Effect
    may: bool = True


@dataclass(frozen=True)
class Seq(Effect):
    """In printed order. `joins`: how each next one is joined: "and", "then", ".", ",", ". then"."""

    effects: tuple[Effect, ...]
    joins: tuple[str, ...] = ()


@dataclass(frozen=True)
class If(Effect):
    cond: Condition
    then: Effect
    otherwise: Effect | None = None
    post: bool = False  # condition written after its clause
    unless: bool = False
    word: str = "if"  # if, while, unless, otherwise form: "Otherwise" / "If not"


@dataclass(frozen=True)
class Choose(Effect):
    """Modes: "A or B", "Choose one: …", bullets. `n` how many, `who` chooses; `once`: a period ("turn", "game") in
    which nobody chooses one twice."""

    who: Value | None
    modes: tuple[Effect, ...]
    n: int = 1
    form: str = "or"  # or, choose one, bullets, or else
    once: str = ""


@dataclass(frozen=True)
class ChooseValue(Effect):
    """Choose a card / player / icon / number / name / space and remember it (bind)."""

    who: Value | None
    what: Value  # Sel, or ValueSort
    binds: int = 0
    verb: str = "choose"  # choose, name, say, guess


@dataclass(frozen=True)
class Each(Effect):
    """For each X, effect (one at a time; Ref "loop" is the current one), or "each Villain captures": subject form."""

    over: Value
    effect: Effect
    form: str = "for each"  # for each, subject
    binds: int = 0


@dataclass(frozen=True)
class Repeat(Effect):
    """The effect so many times, or until a condition holds after one of them. A clause in it binds the cards of all
    rounds: "reveal cards until you reveal a Hero" waits until there is one among them (`Exists` of that bind)."""

    times: Value | None  # None: "repeat this process"
    effect: Effect | None
    until: Condition | None = None


@dataclass(frozen=True)
class Instead(Effect):
    """ "Instead, …" / "… instead": replaces the effect of the sentence or line before (`of` "line", "sentence",
    "event")."""

    effect: Effect
    of: str
    both: bool = False


@dataclass(frozen=True)
class SameEffect(Effect):
    """ "Same effect." / "Do its Fight effect": a labelled effect of this or another card, without its event. With `on`
    ("Do the same thing to …"): what the text said before, with other cards, players or places in it."""

    label: str = ""
    of: Value | None = None
    times: Value | None = None
    edit: Effect | None = None
    on: Value | None = None
    prep: str = ""  # to, with, for
    last: bool = False  # "its last Twist effect": what the label did the last time


@dataclass(frozen=True)
class Permit(Effect):
    """Permission: who may / can / can't / must do an act. `kind` "may", "can't", "only", "must also".
    `unless`/`if_`: condition; `price`: how it is paid ("using Recruit instead of Attack", "for 2 less", "for free")."""

    who: Value
    kind: str
    act: Effect
    if_: Condition | None = None
    unless: bool = False
    duration: str = ""
    price: Price | None = None
    uses: int = 0  # 0: any number; 1: "once this turn"


@dataclass(frozen=True)
class Price(Node):
    """`kind`: "points" (with these point kinds, `only` or as well), "free", "less"/"more" by `by`, "as if" (its
    `attr` were `by`), "one name" (points of one name attribute only). Points with an `attr` stand for points of that
    kind, wherever the act asks for them; an act that is nothing but spending them is every act and every payment."""

    kind: str
    points: tuple[str, ...] = ()
    only: bool = False
    by: Value | None = None
    attr: str = ""
    each: bool = False  # at least one of each kind of points: "spending at least 1 of each"


@dataclass(frozen=True)
class End(Effect):
    """The game ends: "lost" (Evil wins), "won", "draw"."""

    result: str


@dataclass(frozen=True)
class SlotEffect(Effect):
    """The effect given for a parameter of a keyword or procedure: "to {effect}"."""

    name: str


@dataclass(frozen=True)
class Nothing(Effect):
    """Words that do nothing by rule: spoken words, reminders checked elsewhere."""

    words: str
