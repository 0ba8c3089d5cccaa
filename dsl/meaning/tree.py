"""The typed tree: what a text means, with nothing of how it is written except the forms its printer must keep.

Every node is an immutable dataclass; `span` (offsets into the text it was read from) never takes part in equality, so
`tree == parse(print(tree))` is the round trip. Qualified ids (`core:Hero`) name declared words; the tree knows no
particular one of them. It must not know Lark, YAML or bytecode.

Four families: `Value` (cards, players, places, numbers, names, icons …), `Condition`, `Effect`, `Statement` (what a
line of text is made of). A *reference* (`Ref`) is a value bound elsewhere: `this`, `you`, a parameter, or the result
of an earlier clause, resolved at compile time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

Span = tuple[int, int]
NO_SPAN: Span = (0, 0)


@dataclass(frozen=True, kw_only=True)
class Node:
    span: Span = field(default=NO_SPAN, compare=False, repr=False)

    def children(self) -> Iterator[Node]:
        """The nodes directly inside this one, in field order."""
        for f in fields(self):
            yield from _nodes(getattr(self, f.name))

    def walk(self) -> Iterator[Node]:
        """This node and all nodes inside it, outermost first."""
        yield self
        for child in self.children():
            yield from child.walk()


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)


# ------------------------------------------------------------------------------------------ values
class Value(Node):
    """Something a slot of a verb or a comparison takes; `type_of` in types.py tells which type."""


@dataclass(frozen=True)
class Ref(Value):
    """A bound value. `to`: "this" (the card itself), "you", "active" (the player whose turn it is), "event" (the
    thing the lead-in's event is about: its card), "event player", "event number", "loop" (the current one of an
    enclosing each/for each), "param NAME" (a `{slot}` of a declaration), or "bind N" (what clause N of this scope
    bound, see `Do.binds`). `type`: card, cards, player, players, number, name, icon, icons, space, zone, keyword,
    kind. `form`: the words it is written with, lower case, in singular base form ("it", "that card", "that Hero",
    "they", "the rest", "those cards", "this", "he", "there", "that player", "that many" …); kept so that printing is
    faithful. A declared noun in it is its qualified id ("that core:Hero"); a part of the card's own name stands as it
    is; "" = left out ("discard one, draw one", "each player draws a card, then discards one")."""

    to: str
    type: str
    form: str


@dataclass(frozen=True)
class Sel(Value):
    """A selector of cards or players. Who chooses is the performer unless `chooser`."""

    noun: str  # "card", "player", or the qualified id of a kind or term ("core:Hero")
    quant: Quant
    where: tuple[Pred, ...] = ()
    pos: Pos | None = None  # top two / leftmost / highest-cost: narrows before the quantity is taken
    other: bool = False  # another / other: not the source card, else not the one just handled
    chooser: Value | None = None  # "of your choice" / "chosen by that player"
    of: Ref | None = None  # partitive: "one of them", "two of those cards": members of a bound group only


@dataclass(frozen=True)
class Quant(Node):
    """How many. `kind`: "exactly", "precisely" (worded so: not more), "up to", "at least", "any number", "all",
    "each", "any" (one, whichever), "the" (definite: exactly the one there is), "no", "random" (exactly `n`, by the
    random stream), "plural" (bare plural: all of them), "half"."""

    kind: str
    n: Value | None = None  # set for exactly, up to, at least, random


@dataclass(frozen=True)
class Pos(Node):
    """`kind`: "top", "bottom", "leftmost", "rightmost", "highest", "lowest", "first", "last"; `n` how many; `attr` the
    number compared for highest / lowest (or a Value over the candidate); `ties` all tied ones count."""

    kind: str
    n: Value | None = None
    attr: str | None = None
    ties: bool = False
    by: Value | None = None  # compared instead of `attr`, over the candidate (Ref "loop"): "the player with the most …"


# -- predicates of a selector; each says something about the candidate
class Pred(Node):
    pass


@dataclass(frozen=True)
class HasIcon(Pred):
    icon: str  # qualified id of an icon ("core:Tech"); "big:core:Attack" = the large printed icon of a point kind


@dataclass(frozen=True)
class HasIconRef(Pred):
    """Shares / has the bound icon: "of that class", "shares a class with it" (family given, of = the card)."""

    family: str
    of: Value
    none: bool = False


@dataclass(frozen=True)
class NoIcon(Pred):
    """Has no icon of the family: "with no Hero Class"."""

    family: str


@dataclass(frozen=True)
class IsKind(Pred):
    """Is of that kind or term: "that is a Villain", adjectives such as grey or Henchman Villain. `printed`: as it is
    printed, whatever it counts as."""

    kind: str
    printed: bool = False


@dataclass(frozen=True)
class Named(Pred):
    """Its card name, Hero Name, group … (`attr`, "name" or a declared name attribute) equals the value."""

    attr: str
    value: Value


@dataclass(frozen=True)
class AnyOf(Pred):
    preds: tuple[Pred, ...]


@dataclass(frozen=True)
class Not(Pred):
    pred: Pred


@dataclass(frozen=True)
class InZone(Pred):
    """Lies in one of these places (`mode` "in", "on", "next to", "under" … as declared by the zone's preposition)."""

    zones: tuple[Value, ...]  # Zone / Space / Ref


@dataclass(frozen=True)
class Number(Pred):
    """Compares a number of the candidate: attr op value. op: == != < <= > >= ; `parity` odd / even instead of value."""

    attr: str
    op: str
    value: Value | None = None
    printed: bool = False
    parity: str | None = None


@dataclass(frozen=True)
class Did(Pred):
    """History: the candidate took part in events. `event` qualified id of a verb or event; `role`: which part it had
    ("cards", "player", "subject"); `who`: the player who did it or None; `by`: a keyword id, ability label or card that
    caused it; `period`: "turn", "game", a period id ("core:fight"), or "way" (by the effect just before);
    `first`: ordinal asked for ("the first card you drew"), 0 = any."""

    event: str
    role: str
    who: Value | None
    period: str
    by: Value | None = None
    negated: bool = False


@dataclass(frozen=True)
class HasKeyword(Pred):
    keyword: str
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class Holds(Pred):
    """Has such cards: attached to a card (captured) or in a player's zones / "you have"."""

    cards: Sel
    verb: str = field(default="have", compare=False)  # how it was worded: have, hold, with


@dataclass(frozen=True)
class AttachedTo(Pred):
    host: Value


@dataclass(frozen=True)
class OwnedBy(Pred):
    """ "your Heroes", "their cards": cards the player has, by the declared term of `scope`."""

    player: Value


@dataclass(frozen=True)
class Fits(Pred):
    """A whole condition about the candidate (Ref "loop"): relative clauses no shorter predicate expresses."""

    cond: Condition


@dataclass(frozen=True)
class HasDigit(Pred):
    """A digit is printed on its face: in a number, a name of an icon or the text ("a "2" Hero")."""

    digit: str


@dataclass(frozen=True)
class Different(Pred):
    """On a group chosen together: pairwise different / all the same in an attribute ("with different costs")."""

    attr: str
    same: bool = False


# -- places
@dataclass(frozen=True)
class Zone(Value):
    zone: str  # qualified id
    owner: Value | None = None  # whose; None for a zone of the table
    place: str = ""  # as a destination: "top", "bottom", "shuffled", "random", "any order", "face down"


@dataclass(frozen=True)
class Space(Value):
    """Spaces of a row zone. `which`: name of one ("Bank") or "" with quant/where."""

    zone: str
    name: str = ""
    quant: Quant | None = None
    where: tuple[str, ...] = ()  # "empty", "adjacent", "occupied", "leftmost", "rightmost"
    of: Value | None = None  # adjacent to / of that card


@dataclass(frozen=True)
class Beside(Value):
    """Next to / above / under a card or space, as a place: `name` is a coined pile ("Dark Omen") or ""."""

    relation: str  # next to, above, under
    of: Value
    name: str = ""


# -- numbers
@dataclass(frozen=True)
class Num(Value):
    n: int
    half: bool = False  # n + 1/2


@dataclass(frozen=True)
class Count(Value):
    of: Value  # Sel of cards, players, spaces …


@dataclass(frozen=True)
class CountValues(Value):
    """How many different values: "for each different cost among …", "each class you have"."""

    attr: str  # number, name attribute or icon family
    of: Value


@dataclass(frozen=True)
class AttrOf(Value):
    """A number, name or icons of cards: "its cost", "that card's printed Attack", "the total of their Attack"."""

    of: Value
    attr: str
    printed: bool = False
    fold: str = ""  # "", "sum", "max", "min" over several cards


@dataclass(frozen=True)
class Points(Value):
    """Points a player has (`made` false) or made this turn."""

    who: Value
    point: str
    made: bool = False


@dataclass(frozen=True)
class Arith(Value):
    op: str  # + - * // (with rounding "down"/"up")
    left: Value
    right: Value
    rounding: str = ""


@dataclass(frozen=True)
class Capped(Value):
    """value, up to a maximum / to a minimum."""

    value: Value
    limit: Value
    kind: str  # "max" or "min"


@dataclass(frozen=True)
class CounterValue(Value):
    counter: str


@dataclass(frozen=True)
class TermValue(Value):
    """A declared term that is a number, name or icon, with its arguments: "{cards}' sequence"."""

    term: str
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class HistoryCount(Value):
    """How often: "the number of cards you drew this turn" is Count(Sel … Did); this is "for each time you …"."""

    did: Happened


# -- other values
@dataclass(frozen=True)
class NameValue(Value):
    """A literal name: card name, Hero Name, group, coined word."""

    attr: str  # "name" or declared name attribute
    text: str


@dataclass(frozen=True)
class IconValue(Value):
    icons: tuple[str, ...]  # repeats count


@dataclass(frozen=True)
class KeywordValue(Value):
    keyword: str
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class EffectValue(Value):
    """An effect as an argument (keyword parameter "to rescue three Bystanders")."""

    effect: Effect


@dataclass(frozen=True)
class CondValue(Value):
    cond: Condition


@dataclass(frozen=True)
class AbilityValue(Value):
    """Abilities in quotation marks."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class AbilityRef(Value):
    """ "its Fight effect", "your Heroes' Berserk abilities": label or keyword id, of cards."""

    label: str
    of: Value


@dataclass(frozen=True)
class Union(Value):
    """Several selectors or values together ("a Wound and two Bystanders"); `either` = one of them by choice."""

    parts: tuple[Value, ...]
    either: bool = False


@dataclass(frozen=True)
class Arg(Node):
    """A named argument of a verb, keyword, term or procedure."""

    role: str
    value: Value


# ------------------------------------------------------------------------------------------ conditions
class Condition(Node):
    pass


@dataclass(frozen=True)
class Exists(Condition):
    """There is / you have / no …: a selector with its quantity ("at least three", "no", "a"). `binds`: what was found
    can be meant later ("If you have a Wound, you may KO it"): the performer picks one of it then."""

    what: Value
    have: bool = False  # worded as possession
    binds: int = 0


@dataclass(frozen=True)
class Compare(Condition):
    left: Value
    op: str
    right: Value


@dataclass(frozen=True)
class Is(Condition):
    """A bound value or card fits predicates: "it is a Villain", "that card is grey", "the Bank is empty"."""

    what: Value
    preds: tuple[Pred, ...] = ()
    state: str = ""  # "empty", "odd", "even", "faceup" …
    was: bool = False


@dataclass(frozen=True)
class Happened(Condition):
    """Somebody did something in a period: "you recruited a Hero this turn", "if you KO'd one this way"."""

    event: str
    args: tuple[Arg, ...]
    period: str  # turn, game, way, period id
    negated: bool = False


@dataclass(frozen=True)
class Done(Condition):
    """ "If you do" (complete), "who does", "if you can't / don't" (negated): the outcome of clause `bind`."""

    bind: int
    negated: bool = False
    form: str = "do"  # do, don't, can't
    who: Value | None = None  # "if that player does": None is the performer, or the candidate of a relative clause


@dataclass(frozen=True)
class CanDo(Condition):
    effect: Effect
    negated: bool = False


@dataclass(frozen=True)
class TermCond(Condition):
    term: str
    args: tuple[Arg, ...] = ()
    negated: bool = False


@dataclass(frozen=True)
class NotCond(Condition):
    cond: Condition


@dataclass(frozen=True)
class AllOf(Condition):
    conds: tuple[Condition, ...]


@dataclass(frozen=True)
class AnyCond(Condition):
    conds: tuple[Condition, ...]


# ------------------------------------------------------------------------------------------ effects
class Effect(Node):
    pass


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
class Pay(Effect):
    """Points a player gives up: "pay 2 Attack", "lose all your Attack and Recruit" (the value is then `Points`),
    "spend …"."""

    verb: str  # pay, spend, lose
    who: Value | None
    amounts: tuple[Amount, ...]
    either: bool = False
    binds: int = 0


@dataclass(frozen=True)
class Amount(Node):
    value: Value  # negative: Arith or Num below zero
    unit: str  # point kind or number attribute
    per: Value | None = None  # "for each …": multiplier


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
class RoleValue(Value):
    """ "a Skrull Villain with Attack equal to its cost plus 2 and "Fight: …""."""

    kind: str
    name: Value | None = None
    numbers: tuple[Amount, ...] = ()
    abilities: tuple[Line, ...] = ()
    icons: tuple[str, ...] = ()


@dataclass(frozen=True)
class UseKeyword(Effect):
    """A keyword as a verb or noun: "Berserk", "make a Demonic Bargain with X to …"."""

    keyword: str
    who: Value | None
    args: tuple[Arg, ...] = ()
    times: Value | None = None
    form: str = ""  # wording frame: "", "make", "get", "label"
    binds: int = 0


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
    """Modes: "A or B", "Choose one: …", bullets. `n` how many, `who` chooses."""

    who: Value | None
    modes: tuple[Effect, ...]
    n: int = 1
    form: str = "or"  # or, choose one, bullets, or else


@dataclass(frozen=True)
class ChooseValue(Effect):
    """Choose a card / player / icon / number / name / space and remember it (bind)."""

    who: Value | None
    what: Value  # Sel, or ValueSort
    binds: int = 0
    verb: str = "choose"  # choose, name, say, guess


@dataclass(frozen=True)
class ValueSort(Value):
    """Any value of a sort: "a Hero Class", "a number", "Recruit or Attack"."""

    sort: str
    options: tuple[Value, ...] = ()


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
    """ "Same effect." / "Do its Fight effect": a labelled effect of this or another card, without its event."""

    label: str = ""
    of: Value | None = None
    times: Value | None = None
    edit: Effect | None = None


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
    """`kind`: "points" (with these point kinds, `only` or as well), "free", "less"/"more" by `by`, "as though" (value),
    "one name" (points of one name attribute only)."""

    kind: str
    points: tuple[str, ...] = ()
    only: bool = False
    by: Value | None = None
    attr: str = ""


@dataclass(frozen=True)
class End(Effect):
    """The game ends: "lost" (Evil wins), "won", "draw"."""

    result: str


@dataclass(frozen=True)
class SlotEffect(Effect):
    """The effect given for a parameter of a keyword or procedure: "to {effect}"."""

    name: str


@dataclass(frozen=True)
class SlotCond(Condition):
    """The condition given for a parameter: "If {condition}"."""

    name: str


@dataclass(frozen=True)
class Nothing(Effect):
    """Words that do nothing by rule: spoken words, reminders checked elsewhere."""

    words: str


# ------------------------------------------------------------------------------------------ statements
@dataclass(frozen=True)
class EventPattern(Node):
    """What a When / would lead-in matches. `event` id of a verb or event; roles as in Do; `plural`: worded for the
    whole event ("players would gain Wounds"), else for each unit ("you would gain a Wound"); `any_part`: "any"."""

    event: str
    args: tuple[Arg, ...]
    plural: bool = False
    source: Value | None = None  # "an enemy's effect makes you …", "by Berserk"


@dataclass(frozen=True)
class When(Effect):
    """When / whenever / the first time / the next time / after / at the end of … : effect. As a line of its own it
    stands as long as the card works; inside an effect (or with a duration) it is installed then. `would`:
    replacement."""

    pattern: EventPattern
    effect: Effect
    would: bool = False
    once: str = ""  # "", "next", "first" (each period), "once per turn"
    duration: str = ""
    word: str = "when"
    cond: Condition | None = None


@dataclass(frozen=True)
class Label(Node):
    """`id` of a declared label or keyword; or icons (superpower condition); with numbers for "Twists 3-6"."""

    id: str
    icons: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class Line(Node):
    """One ability line: its labels and its effect. `keywords` alone are UseKeyword effects."""

    labels: tuple[Label, ...]
    body: Effect
    uses: str = ""  # "once per turn", "once per game": an activated ability's limit


@dataclass(frozen=True)
class SetupItem(Effect):
    """One set-up noun phrase: "8 Twists", "an extra Henchman Group", tables by players."""

    what: Value
    players: tuple[tuple[int, int], ...] = ()
    where: Value | None = None
    extra: bool = False  # besides what the set-up has anyhow


@dataclass(frozen=True)
class CardText(Node):
    """All lines of a face; they share one scope where they run together."""

    lines: tuple[Line, ...]
