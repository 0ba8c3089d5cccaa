"""Every declaration a set file may hold, as a dataclass. The one place where a declaration's keys stand.

A field is a key of the file: `key(shape)`; its name there is the attribute's with spaces for underscores (`works_in` is
`works in`, `if_` is `if`). The reader, the JSON Schema and the findings all follow from this file. It knows the
*forms* of declarations and no declared word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardwright.dsl.diagnostics import Span
from cardwright.dsl.source import Name, Node, Text

from .pattern import SLOT_TYPES, pattern
from .shapes import Choice, Flag, Lang, LangList, LangMap, Many, Raw, Spaces, Whole, Word, WordMap, Words, head, key

LangMapType = Mapping[Name, Text]
NO_SPAN: Any = None  # set by the reader on every declaration
NO_NAME: Any = None
SLOTS = f"{', '.join(SLOT_TYPES)}, or cards of a declared kind"
SUGGESTED = "words of other games that mean it: never understood, but a finding suggests it for them"


@dataclass(frozen=True, kw_only=True, eq=False)
class Declaration:
    """What every declaration has: its set, its place, its name; `id` names it everywhere (`core:Hero`)."""

    set: str = ""
    span: Span = field(default=NO_SPAN, repr=False, compare=False)
    node: Node | None = field(default=None, repr=False, compare=False)
    name: Name = NO_NAME

    @property
    def id(self) -> str:
        return f"{self.set}:{self.name}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Noun(Declaration):
    """A declaration whose word is a noun: it has a plural and may have other wordings."""

    plural: Name | None = key(Word(), doc="the plural, if it is not regular")
    also: tuple[Name, ...] = key(Words(), doc="other wordings that are understood and never printed; plurals as well")
    suggested_for: tuple[Name, ...] = key(Words(), doc=SUGGESTED)


@dataclass(frozen=True, kw_only=True, eq=False)
class Number(Noun):
    """A printed number of cards that is no kind of point."""

    name: Name = head("number")


@dataclass(frozen=True, kw_only=True, eq=False)
class Point(Noun):
    """A kind of point, and the printed number of that name."""

    name: Name = head("point")
    of: Name | None = key(Word(options=("active player",)), doc="who alone can have them; others lose them at once")


@dataclass(frozen=True, kw_only=True, eq=False)
class Icons(Noun):
    """A family of icons."""

    name: Name = head("icons")
    key_: Name | None = key(Word(), doc="the key of card files that holds icons of this family")
    of: tuple[Name, ...] = key(Words(), doc="the icons, in order")
    same_as: Name | None = key(Word(ref="icons"), doc="the family it is another word for, icons and all")
    none: Name | None = key(Word(), doc="what a card without any of them counts as")


@dataclass(frozen=True, kw_only=True, eq=False)
class NameKind(Noun):
    """A kind of name that cards share."""

    name: Name = head("name")
    else_: Name | None = key(Word(), doc="what stands for it on a card without one")
    values: tuple[Name, ...] = key(Words(), "of", doc="names that exist even if no card here has them")


@dataclass(frozen=True, kw_only=True, eq=False)
class Zone(Noun):
    """A place where cards lie."""

    name: Name = head("zone")
    the: bool = key(Flag(), doc="its word is used with “the”")
    of: str = key(Choice(("table", "player", "card")), needed=True, doc="whose: one for the table, or one for each")
    order: str = key(Choice(("none", "stack", "row")), doc="how cards lie in it")
    spaces: int | tuple[Name, ...] | None = key(
        Spaces(), doc="how many cards it has room for, or the names of its spaces"
    )
    seen_by: str = key(Choice(("all", "owner", "nobody")), doc="who sees the cards in it")
    put_back: str = key(
        Choice(("", "bottom", "shuffled")),
        doc="where a card goes that is put into a stack without a place; else it is shuffled in if nobody sees them",
    )
    renew_from: Name | None = key(Word(ref="zones"), doc="shuffled into it when a card is needed and there is none")
    refill_from: Name | None = key(Word(ref="zones"), doc="an empty space gets a card from there at once")
    preposition: Name | None = key(Word(), doc="in, on, …")
    on: tuple[Name, ...] = key(Words(), doc="the spaces of it that a card is “on” rather than “in”")
    above: Name | None = key(Word(ref="zones"), doc="the row whose spaces its own lie above, one above each")
    enter: Name | None = key(Word(options=("push",)), doc="how a card enters a row")
    in_: Name | None = key(Word(ref="procedures"), doc="how a card comes in from elsewhere, whatever brings it")
    out: Name | None = key(Word(ref="procedures"), doc="what a card does that is pushed out")
    text: Text | None = key(Lang(lines=True), doc="what holds for cards in it")
    reminder: Text | None = key(Lang(), doc="the sentences in parentheses that repeat it")
    is_phrase: bool = key(Flag(), doc="the words are a whole phrase and take no article")
    hidden_word: bool = key(Flag(), doc="the word is used by declarations only, never by a card")
    both_kinds: bool = key(Flag(), doc="a card that counted as another kind is still of that kind here, and of its own")
    for_good: bool = key(Flag(), doc="what lies here comes back only by a text that names this place")
    serves: str = key(Choice(("", "resolving", "leaving")), doc="what the machine needs it for")


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind(Noun):
    """A kind of card."""

    name: Name = head("kind")
    is_: tuple[Name, ...] = key(Words(ref="kinds"), doc="the kinds whose words it answers to as well")
    fields: Mapping[Name, Name | None] = key(
        WordMap(), doc="the values a card carries; with a type if they are its own"
    )
    labels: tuple[Name, ...] = key(Words(ref="labels"), doc="labels its cards may use beside those on its kind")
    home: Name | None = key(Word(ref="zones"), doc="where its cards are in a new game and go when nothing else is said")
    works_in: tuple[Name, ...] = key(Words(ref="zones"), doc="places where standing texts of its cards work")
    yours_in: tuple[Name, ...] = key(
        Words(ref="zones"), doc="where a player has such cards, if not where the term of a player's cards says"
    )
    alone: Name | None = key(
        Word(ref="counters"),
        doc="while this counter is not 0 one plays alone: in texts of such cards “each other player” is that player, "
        "and a group they lead is the one in use",
    )
    lacking: Mapping[Name, Name | None] = key(
        WordMap(), doc="numbers of a card that comes to be of it, and what they are if it has none"
    )
    parts: Mapping[Name, Name | None] = key(
        WordMap(ref="kinds"), doc="keys under which cards of other kinds belong to it"
    )
    inherits: tuple[Name, ...] = key(
        Words(ref="numbers points"),
        doc="numbers of the card it belongs to that it has too, if none of its own is printed",
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Term(Noun):
    """A word for cards, a number, a name or a condition that other words define. It may hold {slots}."""

    name: Name = head("term")
    is_: Text | None = key(Lang(), doc="the cards it means")
    number: Text | None = key(Lang(), doc="the number it means")
    place: Text | None = key(Lang(), doc="the place it means")
    condition: Text | None = key(Lang(), doc="the condition it means")
    of: Node | None = key(Raw(), doc="types of its slots, or whose it is")
    home: Name | None = key(Word(ref="zones"), doc="where its cards are in a new game")
    adjective: bool = key(Flag(), doc="it stands before a noun")


@dataclass(frozen=True, kw_only=True, eq=False)
class Label(Noun):
    """What may open a line: when the text behind it happens, and who “you” is."""

    name: Name = head("label")
    on: tuple[Name, ...] = key(Words(ref="kinds terms"), needed=True, doc="the kinds whose cards may use it")
    when: Text | None = key(Lang(), doc="the event")
    you: Text | None = key(Lang(), doc="who “you” is")
    use: Text | None = key(Lang(), doc="the owner may use it then")
    once: bool = key(Flag(), doc="the owner may use it once a turn")
    if_: Text | None = key(Lang(), doc="the owner may use it only while that is so")
    set_up: Name | None = key(Word(options=("leads", "items", "start")), doc="it speaks about setting up a game")
    standing: bool = key(Flag(), doc="it holds as long as the card is in play")
    loses_when: bool = key(Flag(), doc="the game is lost when what it says holds")
    numbered_by: Name | None = key(Word(ref="counters"), doc="the counter that its numbers refer to")
    tells: Name | None = key(Word(), doc="the verb of whoever uses a line behind it")


@dataclass(frozen=True, kw_only=True, eq=False)
class Counter(Noun):
    """A number that the table, a player or a card keeps."""

    name: Name = head("counter")
    of: str = key(Choice(("table", "player", "card")))
    starts: int | None = key(Whole())


@dataclass(frozen=True, kw_only=True, eq=False)
class Verb(Declaration):
    """Something that is done, said over `Move` and other declared verbs."""

    name: Name = head("verb")
    forms: tuple[Name, ...] = key(Words(), doc="third person, past, -ing, and the participle if it is not the past")
    also: tuple[Name, ...] = key(Words(), doc="other verbs that are understood as this one, in base form")
    suggested_for: tuple[Name, ...] = key(Words(), doc=SUGGESTED)
    takes: Name | None = key(Word(options=("cards", "card", "spaces", "zone")), doc="what it is done to")
    subject: Name | None = key(Word(options=("card", "cards")), doc="what does it, if not a player")
    from_: Text | None = key(Lang(), doc="from where, when a text does not say")
    to: Text | None = key(Lang(), doc="where to, when a text does not say; “required” if it must")
    goal: Name | None = key(Word(), doc="the word before where it goes, if not “to”; “none” if there is none")
    does: Text | None = key(Lang(lines=True), doc="what it does")
    procedure: Name | None = key(Word(ref="procedures"), doc="the procedure that does it")
    event: Name | None = key(Word(), doc="the name of its event")
    lies_in: Name | None = key(Word(ref="zones"), doc="where cards that have done it lie, and are counted")
    several: Name | None = key(
        Word(options=("last space first",)), doc="which of several in a row goes first, if not the first of the row"
    )
    log: Text | None = key(Lang(), doc="the sentence of the log")
    amount: Name | None = key(Word(), doc="it takes a number")
    fills: Name | None = key(Word(ref="zones"), doc="the place of a player it is about, or gives them cards into")
    finished_by: Name | None = key(
        Word(ref="verbs"), doc="what happens when all is done that it sets off: what comes after it waits for that"
    )
    with_: LangMapType = key(LangMap(), doc="further parameters with their types")


@dataclass(frozen=True, kw_only=True, eq=False)
class Event(Declaration):
    """Something that happens without a verb of a player."""

    name: Name = head("event")
    text: Text | None = key(Lang(), "event", doc="the sentence, with its {slots}")
    also: tuple[Name, ...] = key(Words())
    of: LangMapType = key(LangMap(), doc="what it is about")
    ends: Name | None = key(Word(options=("won", "lost", "draw")), doc="the game ends so")
    if_: Text | None = key(Lang(), doc="it happens only if this holds")
    log: Text | None = key(Lang(), doc="the sentence of the log")


@dataclass(frozen=True, kw_only=True, eq=False)
class Step(Declaration):
    """A step of a procedure: structure around clauses. In a set's own `steps` it is put before, after or instead of
    one.
    """

    name: Name = head("step")
    text: Text | None = key(Lang(lines=True), doc="what happens")
    event: Text | None = key(Lang(), doc="the event it raises before its text")
    if_: Text | None = key(Lang(), doc="only if this holds")
    else_: Name | None = key(Word(), doc="the step to go to if it does not")
    then: Name | None = key(Word(), doc="the step to go to afterwards, or end")
    offer: Name | None = key(Word(options=("acts",)), doc="the player is offered these until the player is done")
    do: Text | None = key(Lang(), doc="abilities to run")
    pay: Text | None = key(Lang(), doc="a price to pay")
    each: LangMapType = key(LangMap(most=1), doc="for each of these, with a name for the current one")
    repeat_while: Text | None = key(Lang(), doc="again and again while this holds")
    call: Text | None = key(Lang(), doc="a procedure to run")
    steps: tuple[Step, ...] = key(Many("Step"), doc="steps of its own, if it repeats or stands for each of something")
    before: Name | None = key(Word())
    after: Name | None = key(Word())
    instead_of: Name | None = key(Word())
    of: Name | None = key(
        Word(ref="procedures"), doc="the procedure whose step is meant, if several have one of that name"
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Procedure(Declaration):
    """A rule of play in steps."""

    name: Name = head("procedure")
    of: LangMapType = key(LangMap(), doc="its parameters in order, with their types")
    period: Name | None = key(Word(), doc="the transaction it opens")
    serves: str = key(Choice(("", "game", "turn", "set up")), doc="what the machine needs it for")
    act: Name | None = key(Word(), doc="the name under which a player is offered it")
    price: LangMapType = key(LangMap(most=1), doc="how much, and of which kind of points")
    start_if: Text | None = key(Lang(), doc="it cannot start unless this holds")
    log: Text | None = key(Lang(), doc="the sentence of the log")
    steps: tuple[Step, ...] = key(Many("Step"), needed=True)


@dataclass(frozen=True, kw_only=True, eq=False)
class Keyword(Declaration):
    """A bundle of abilities for each kind of card. Its word may hold {slots}. Keys that are kinds or terms hold
    bodies.
    """

    name: Name = head("keyword")
    forms: tuple[Name, ...] = key(Words(), doc="if it is used as a verb: third person, past, -ing, participle")
    also: tuple[Name, ...] = key(Words(), doc="other wordings that are understood and never printed")
    of: LangMapType = key(LangMap(), doc=f"types of its slots, by name: {SLOTS}")
    gives: LangMapType = key(LangMap(), doc="names for what it did, with their types")
    reminder: Text | None = key(Lang(), doc="the sentences in parentheses that repeat it")
    copied: Text | None = key(Lang(lines=True), doc="what a copy gets")
    bodies: Mapping[Name, Text] = field(default_factory=dict, metadata={"rest": True})

    @property
    def scope(self) -> dict[str, str]:
        """What its bodies may name in braces, with the types; a slot without a type is of that of its name."""
        given = {str(name): str(text) for name, text in self.of.items()}
        return {**{slot.name: slot.type for slot in pattern(str(self.name)).slots}, **given}


@dataclass(frozen=True, kw_only=True, eq=False)
class Rule(Declaration):
    """A rule of the rulebook, in our own words, with how it is proven; `does` if the game itself carries it out."""

    name: Name = head("rule")
    text: Text | None = key(Lang(lines=True), doc="what it says", needed=False)
    does: Text | None = key(Lang(lines=True), doc="an ability of the game itself")
    reminders: tuple[Name, ...] = key(Words(), doc="sentences in parentheses by which a card repeats it")
    proof: str = key(Choice(("scenario", "data", "words", "test", "not built")), doc="how it is proven")
    because: Name | None = key(Word(), doc="why words are enough, or why it is not built")
    test: Name | None = key(Word(), doc="the test that proves it, as path::name")
    scenarios: tuple[Name, ...] = key(Words(), doc="scenarios that prove it")


@dataclass(frozen=True, kw_only=True, eq=False)
class Setup(Declaration):
    """A way to set up a game: a table of numbers by player count. The set-up procedure reads it."""

    name: Name = head("setup")
    players: Node | None = key(Raw(), doc="for each number of players, how many of each slot")
    rows: Mapping[Name, Node] = field(default_factory=dict, metadata={"rest": True, "raw": True})


@dataclass(frozen=True)
class Section:
    """A list of declarations in a set file."""

    name: str
    cls: type[Declaration]


SECTIONS: tuple[Section, ...] = (
    Section("numbers", Number),
    Section("points", Point),
    Section("icons", Icons),
    Section("names", NameKind),
    Section("zones", Zone),
    Section("kinds", Kind),
    Section("terms", Term),
    Section("labels", Label),
    Section("counters", Counter),
    Section("verbs", Verb),
    Section("events", Event),
    Section("procedures", Procedure),
    Section("steps", Step),
    Section("keywords", Keyword),
    Section("rules", Rule),
    Section("setup", Setup),
)

__all__ = [
    "SECTIONS",
    "Counter",
    "Declaration",
    "Event",
    "Icons",
    "Keyword",
    "Kind",
    "Label",
    "LangList",
    "NameKind",
    "Noun",
    "Number",
    "Point",
    "Procedure",
    "Rule",
    "Section",
    "Setup",
    "Step",
    "Term",
    "Verb",
    "Zone",
]
