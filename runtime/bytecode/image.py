"""The image: everything a game needs, as plain data with a content hash. No words but in name tables and debug parts.

All ids are indices into the lists here. Zone 0 is "attached" (cards under other cards), zone 1 "out" (not in this
game).
"""

from __future__ import annotations

from dataclasses import dataclass, field

Plan = tuple[object, ...]  # nested, see plantable.py


@dataclass
class ZoneDef:
    name: int  # interned qualified id
    owner: str  # "table" or "player"
    order: str  # "stack" (top first), "row", "none"
    spaces: tuple[int, ...] = (0,)  # names of its spaces; one for a zone that is no row
    seen: str = "all"  # all, owner, nobody
    renew: int = -1  # zone shuffled into this stack at the moment a card is needed from it and none is left
    refill: int = -1  # zone whose top card fills a space of this row that became empty
    out: int = -1  # procedure run for a card pushed out of the last space (its this = the card), card lies in `leaving`
    both: bool = False  # cards with a role answer to both kinds here
    on_full: int = -1  # procedure for the occupant of a full one-space zone; -1: pushes along the row


@dataclass
class KindDef:
    name: int
    isa: tuple[int, ...] = ()  # all kinds it is included in, itself too
    home: int = -1  # zone
    works: tuple[int, ...] = ()  # zones where texts of such cards work unless the ability names its own


@dataclass
class EventDef:
    name: int
    prim: str  # what committing a row does: move, points, set (counter), shuffle, show, look, turn, attach,
    # close (a space), role, none
    log: str = ""  # template with {you} {cards} {to} {n}; rendered only when read


@dataclass
class AbilityDef:
    """One ability: of a card face (card >= 0), or of the game (card -1: a rule).

    kind: "play" (done when the card is played, in order), "on" (after an event), "would" (replaces), "static"
    (modifier / permission rows as long as it works), "use" (act of its controller), "label" (only run by name),
    "state" (its procedure runs at once, once, when its `condition` has become true after an event: the end of the
    game). An ability with card -1 is a rule and always works; with card -2 it works only through watcher rows,
    with card -3 only for cards that are granted it.
    `pattern` is a bool plan with this/you/event; for "on"/"would" `you_plan` gives the player who is "you" and
    whether it applies; `level` "event" = the whole event, "unit" = one row of amount 1.
    """

    card: int
    kind: str
    proc: int = -1
    event: int = -1
    level: str = "unit"
    pattern: int = -1  # plan bool
    you: int = -1  # plan player; -1: controller/owner of the card, else the active player
    zones: tuple[int, ...] = ()  # zones where it works; () = those of the card's kind
    optional: bool = False  # "may" at its head: asked yes/no before it starts
    uses: str = ""  # "", "turn" (once per turn), "each turn" (once each player's turn), "game"
    any_turn: bool = False  # a use ability others may use on this turn
    label: int = -1  # name id
    keyword: int = -1  # keyword id
    condition: int = -1  # plan bool: use abilities: offered only if true; superpower conditions are code
    rows: tuple[tuple[str, tuple[object, ...]], ...] = ()  # static: (family, template), see runtime/state/rows.py
    sentence: int = -1
    rule: bool = False  # said as a rule of the game: comes before what other cards do, without a question
    times: int = -1  # plan num: how many copies of it there are now ("has Salvage for each …"); -1: one


@dataclass
class CardDef:
    name: int
    kind: int
    numbers: dict[int, int] = field(default_factory=dict)  # attribute id -> printed number (present = printed)
    icons: tuple[int, ...] = ()
    names: dict[int, int] = field(default_factory=dict)  # name attribute -> name
    abilities: tuple[int, ...] = ()
    keywords: tuple[int, ...] = ()
    copies: int = 1
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)  # part name -> card definitions (tactics)
    group: int = -1  # name of the group it is chosen by in a set-up (Hero Name, Villain Group, its own name)
    leads: tuple[int, ...] = ()  # names of groups that take a place in a set-up whenever this card does, if one is free
    musts: tuple[int, ...] = ()  # names of groups that must take one, before those that are led
    # groups of a kind that a set-up has exactly so many of, by a word in their names: (kind, number, words)
    words: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    # groups of a kind that a set-up has at least so many of, by an icon that all their cards have: (kind, number, icon)
    bearing: tuple[tuple[int, int, int], ...] = ()
    side_of: int = -1  # the definition it is another side of: the same card, chosen by this face's name
    # groups of a kind it changes the number of in a set-up: (kind, number, 1 added or 0 instead, fewest players,
    # most players)
    wants: tuple[tuple[int, int, int, int, int], ...] = ()
    digits: tuple[int, ...] = ()  # digits printed on the face
    text: tuple[str, ...] = ()  # canonical lines
    rules: tuple[str, ...] = ()  # the rules, in words, of the keywords its text names
    set_id: int = -1
    copied: int = -1  # definition a copy of it gets, -1: this one
    turned: int = -1  # definition of its next side, round and round; -1: it has no other


@dataclass
class ActDef:
    """Something a player may do when acts are offered: play, recruit, fight, …"""

    name: int
    cards: int  # plan cards: on what, for `you`
    if_: int = -1  # plan bool with local 3 = the card
    proc: int = -1  # called with (card)
    price: int = -1  # price id, -1 free


@dataclass
class PriceDef:
    """Amount plan (local 3 = card) and the point kinds it may be paid with, before permissions change it."""

    amount: int
    points: tuple[int, ...]


@dataclass
class ProcDef:
    name: str
    params: int  # arguments, in locals 3..
    locals: int  # all locals, the three fixed ones and the arguments included
    code: tuple[int, ...]
    jumps: bool = False
    # named steps: (name, first pc, end pc); scenarios start at one, the mutation gate skips one
    steps: tuple[tuple[int, int, int], ...] = ()


@dataclass
class SentenceDef:
    """Debug span of a sentence: which card or declaration, where, canonical text."""

    card: int
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    modes: tuple[str, ...] = ()  # texts of the ways it may be done, by their number (options of type "mode")
    asks: str = ""  # the sentence this is of a keyword's rule, or of an ability that is given; `text` only names it
    rules: tuple[str, ...] = ()  # the rules, in words, of the keywords it names or comes from


@dataclass
class PeriodDef:
    name: int


@dataclass
class IconDef:
    name: int
    family: int


@dataclass
class SlotDef:
    """One slot of a set-up table: what the number in a row of the table counts, and where those cards go.

    how: "choose" that many groups (CardDef.group) whose cards are of `kind`, all cards of each; "each" that many
    cards of each group chosen in slot `ref` instead of all; "pile" that many cards of the pile `ref` (a zone), at
    random; "deal" that many copies of card `ref`.
    """

    name: int
    how: str
    to: int = -1  # zone (its space for a row: the first)
    kind: int = -1
    ref: int = -1
    parts: tuple[tuple[int, int], ...] = ()  # part name of CardDef.parts -> zone its cards go to


@dataclass
class SetupDef:
    """A set-up table: players -> counts per slot name. The number -1 means all there are.

    Cards with copies that no slot deals are put by `own` (each player's) and `stacks` (the table's); what remains of
    `dealt` cards lies in zone 1 ("out"), where set-up texts of a card ("8 Twists") take them from. Everything else
    (shuffles, first hands, who starts) is the procedure `entry["game"]`, which starts when the cards lie there.
    """

    name: int
    rows: dict[int, dict[int, int]] = field(default_factory=dict)
    slots: tuple[SlotDef, ...] = ()
    own: tuple[tuple[int, int, int], ...] = ()  # (card, zone of a player, how many each)
    stacks: tuple[tuple[int, int, int], ...] = ()  # (card, zone, how many; -1 all copies not used in own)
    out: tuple[int, ...] = ()  # cards whose copies (those not dealt by a slot) wait in zone 1
    # players -> zone -> cards there before the game starts
    checks: dict[int, dict[int, int]] = field(default_factory=dict)
    default: bool = False
    starts: dict[int, int] = field(
        default_factory=dict
    )  # counter -> its value when the game starts, if not its usual one
    leads: bool = True  # whether groups that a card leads take a place
    without: tuple[int, ...] = ()  # cards that no slot chooses
    least: dict[int, int] = field(default_factory=dict)  # zone -> cards that must lie there at least
    score: int = -1  # plan num of a player's score when the game ends (you = the player)


@dataclass
class Image:
    version: int = 1
    sets: tuple[tuple[str, str], ...] = ()  # (name, version)
    names: list[str] = field(default_factory=list)
    zones: list[ZoneDef] = field(default_factory=list)
    kinds: list[KindDef] = field(default_factory=list)
    attrs: list[int] = field(default_factory=list)  # names of number attributes; point kinds first
    points: int = 0  # how many of attrs are point kinds
    families: list[int] = field(default_factory=list)  # icon families
    icons: list[IconDef] = field(default_factory=list)
    # (name, falls back to the card name); 0 is card name
    name_attrs: list[tuple[int, bool]] = field(default_factory=list)
    keywords: list[int] = field(default_factory=list)
    counters: list[tuple[int, int]] = field(default_factory=list)  # (name, starts)
    periods: list[PeriodDef] = field(default_factory=list)
    events: list[EventDef] = field(default_factory=list)
    cards: list[CardDef] = field(default_factory=list)
    abilities: list[AbilityDef] = field(default_factory=list)
    procs: list[ProcDef] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    acts: list[ActDef] = field(default_factory=list)
    prices: list[PriceDef] = field(default_factory=list)
    setups: list[SetupDef] = field(default_factory=list)
    sentences: list[SentenceDef] = field(default_factory=list)
    entry: dict[str, int] = field(default_factory=dict)  # "set up", "game" … -> procedure
    rules: list[tuple[str, str]] = field(default_factory=list)  # (rule id, summary)
    system: dict[str, int] = field(default_factory=dict)  # what the kernel must know: see SYSTEM in optable.py
    # name attribute -> kinds whose cards fall back to the card name (empty: all)
    name_kinds: list[tuple[int, ...]] = field(default_factory=list)
