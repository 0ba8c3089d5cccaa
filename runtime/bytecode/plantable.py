# ruff: noqa: E501  # a table: one row a line
"""The plan table: every node of a pure query, its argument types and its result.

A plan is a nested list `[op, arg, …]` (JSON in the image, tuples in memory). Plans never write, never ask and burn
fuel. Argument letters: an upper-case type name is a sub-plan of that type, `n` an int constant, `s` an id constant
(interned). A predicate plan (`PRED`) and a per-card plan (`EACHNUM`, `EACHVAL`) see the candidate as ["cand", depth],
depth counted from the outermost filter of the plan. Linking compiles each plan to one callable.
Must not know: the compiler, any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlanOp:
    name: str
    args: tuple[str, ...]
    result: str
    doc: str


_T = (
    # -- constants, locals, candidate
    ("num", "n", "num", "a number"),
    ("yes", "", "bool", "true"),
    ("no", "", "bool", "false"),
    ("empty", "", "cards", "no cards"),
    ("local", "n", "any", "a local of the frame"),
    ("cand", "n", "card", "the candidate of the filter at that depth"),
    ("group", "ANY*", "any", "a group of the given values in order (flattened)"),
    ("list", "ANY*", "any", "a tuple of the given values, not flattened"),
    ("one", "ANY", "any", "the first member of a group, -1 if it is empty (from groups to single values)"),
    # -- players
    ("you", "", "player", "local 1"),
    ("active", "", "player", "the player whose turn it is"),
    ("players", "", "players", "all in turn order from the active one"),
    ("others", "PLAYER", "players", "all but that one, in turn order from the active one"),
    ("left", "PLAYER", "player", "next clockwise"),
    ("right", "PLAYER", "player", "previous"),
    ("owner", "CARD", "player", "owner of the zone the card lies in, -1 for the table"),
    ("pfilter", "PLAYERS PRED", "players", "players for whom the predicate holds (candidate is the player)"),
    # -- places
    ("slot", "n PLAYER", "slot", "the zone instance of a player (PLAYER -1 for the table); first space of a row"),
    ("slots", "n", "slots", "all spaces of a table zone, or all players' instances of a player zone in turn order"),
    ("space", "n n", "slot", "zone, index of the space (0 = entry)"),
    ("slot-of", "CARD", "slot", "where it lies"),
    ("empty-slots", "SLOTS", "slots", "those with no card"),
    ("adjacent", "SLOT", "slots", "spaces of the same row next to it"),
    # -- cards
    ("this", "", "card", "local 0 (-1: none)"),
    ("in", "SLOTS", "cards", "cards lying there: slots in order, each top first"),
    ("all-cards", "", "cards", "every card in the game, in id order"),
    ("filter", "CARDS PRED", "cards", "those for which the predicate holds, order kept"),
    ("top", "CARDS NUM", "cards", "the first n"),
    ("bottom", "CARDS NUM", "cards", "the last n"),
    (
        "best",
        "CARDS EACHNUM n n",
        "cards",
        "those with the extreme value: 1 highest / -1 lowest; 1 all tied, 0 all tied too (the chooser picks)",
    ),
    ("union", "CARDS CARDS", "cards", "both, without repetition"),
    ("join", "ANY ANY", "any", "the members of both groups, repetitions kept"),
    ("minus", "CARDS CARDS", "cards", "the first without the second"),
    ("held", "CARDS", "cards", "cards attached to these"),
    ("host", "CARD", "card", "the card it is attached to, -1"),
    ("still", "ROWS", "cards", "cards of committed rows that have not moved since (same stamp)"),
    ("row-cards", "ROWS", "cards", "cards of rows, wherever they are now"),
    ("row-players", "ROWS", "players", "players of rows, once each, in order"),
    ("row-amount", "ROWS", "num", "sum of the amounts of rows"),
    # -- history and events
    ("event", "", "event", "local 2"),
    ("event-rows", "EVENT", "rows", "rows of an event"),
    ("event-cause", "EVENT n", "any", "cause: 0 card, 1 ability that is no price, 2 keyword, 3 actor, 4 ability"),
    (
        "history",
        "n PLAYERS NUM",
        "rows",
        "committed rows of an event type by these players (() = anybody) in the innermost open period of kind NUM (-1: the turn)",
    ),
    ("history-since", "n NUM", "rows", "committed rows of an event type since history mark NUM"),
    (
        "rows-after",
        "ROWS ROWS EVENT",
        "rows",
        "rows of the first that were committed after the last row of the second that is none of the event's",
    ),
    ("mark", "", "num", "the current end of the history"),
    ("rfilter", "ROWS PRED", "rows", "rows for which the predicate holds; ['cand', d] is the row"),
    ("row-card", "ROW", "card", ""),
    ("row-who", "ROW", "player", ""),
    ("row-from", "ROW", "slot", ""),
    ("row-to", "ROW", "slot", ""),
    ("row-host", "ROW", "card", "the card that the row's card is attached to by the event, -1"),
    ("row-cause", "ROW n", "any", "cause of a row: 0 card, 1 ability, 2 keyword, 3 actor"),
    ("row-attr", "ROW n", "num", "printed number of the card as it was (snapshot)"),
    ("count-rows", "ROWS", "num", ""),
    # -- rows of an event to be
    (
        "rows-move",
        "PLAYER CARDS SLOT n",
        "rows",
        "one row per card: who, card, to slot, place (0 top, 1 bottom, 2 anywhere, 3 shuffled in, 4 face down, 5 takes part and goes nowhere)",
    ),
    (
        "rows-pile",
        "PLAYER SLOT NUM SLOT n",
        "rows",
        "one row: n times the top card of a pile, taken when its unit commits",
    ),
    (
        "rows-each",
        "PLAYERS ROWS",
        "rows",
        "rows of a sub-plan for each player (['cand', d] is the player), one after the other",
    ),
    ("rows-points", "PLAYER n NUM", "rows", "that many points of a kind"),
    ("rows-set", "n NUM", "rows", "a counter changes by NUM"),
    ("rows-fact", "PLAYER CARDS NUM", "rows", "a plain fact about each of the cards (or about none)"),
    ("rows-slot", "PLAYER SLOT", "rows", "a pile as object (shuffle)"),
    ("rows-without", "ROWS ROWS", "rows", "rows left when others are taken away"),
    ("rows-less", "ROWS PLAYER NUM", "rows", "the amount of that player's row is that much lower (0: the row goes)"),
    # -- attributes
    ("attr", "CARD n", "num", "current number"),
    ("attr-from", "CARD n n", "num", "what abilities of a keyword make of its number now"),
    ("printed", "CARD n", "num", "printed number, 0 if there is none"),
    ("has-printed", "CARD n", "bool", "that number is printed on it"),
    ("icons", "CARD n", "icons", "its icons of a family"),
    ("has-icon", "CARD n", "bool", "it has that icon"),
    ("share-icon", "ICONS ICONS", "bool", "they have one in common"),
    ("is-kind", "CARD n", "bool", "is of that kind (kinds it is included)"),
    ("name", "CARD n", "name", "name attribute n (0 card name); its `else` applies"),
    ("text-name", "n", "name", "an interned name"),
    ("name-has", "CARD n n", "bool", "the words of an interned name stand in its name of a sort"),
    ("has-keyword", "CARD n", "bool", ""),
    ("def", "CARD", "num", "its definition now"),
    ("printed-def", "CARD", "num", "the definition that is printed on it, whatever it counts as"),
    # -- numbers
    ("add", "NUM NUM", "num", ""),
    ("sub", "NUM NUM", "num", ""),
    ("mul", "NUM NUM", "num", ""),
    ("div", "NUM NUM n", "num", "rounded: 0 down, 1 up"),
    ("neg", "NUM", "num", ""),
    ("min", "NUM NUM", "num", ""),
    ("max", "NUM NUM", "num", ""),
    ("reverse", "ANY", "any", "the members of a group in the opposite order"),
    ("range", "NUM", "any", "the numbers 0 to n"),
    ("count", "ANY", "num", "members of a group"),
    ("sum", "CARDS EACHNUM", "num", ""),
    ("highest", "CARDS EACHNUM", "num", "0 if there are none"),
    ("lowest", "CARDS EACHNUM", "num", "0 if there are none"),
    ("distinct", "CARDS EACHVAL", "any", "the different values, in order of appearance (groups are flattened)"),
    ("longest-run", "ANY", "num", "length of the longest run of numbers that follow one another"),
    ("points", "PLAYER n", "num", "points of a kind a player has"),
    ("points-made", "PLAYER n", "num", "points of a kind made this turn"),
    (
        "points-as",
        "PLAYER n n",
        "num",
        "points of the second kind that an effect which asks for the first may be paid with",
    ),
    ("counter", "n", "num", ""),
    ("player-count", "", "num", ""),
    ("if", "BOOL ANY ANY", "any", ""),
    # -- conditions
    ("and", "BOOL*", "bool", ""),
    ("or", "BOOL*", "bool", ""),
    ("not", "BOOL", "bool", ""),
    ("eq", "ANY ANY", "bool", ""),
    ("lt", "NUM NUM", "bool", ""),
    ("le", "NUM NUM", "bool", ""),
    ("some", "ANY", "bool", "not an empty group"),
    ("member", "ANY ANY", "bool", "a value (or all of a group) is in a group"),
    ("odd", "NUM", "bool", ""),
    ("may", "PLAYER n CARD", "bool", "act n on the card is allowed by permissions (price not looked at)"),
    ("can-pay", "PLAYER n CARD", "bool", "the price of act n on the card can be paid"),
    ("allowed", "PLAYER n CARDS", "cards", "those to which nothing forbids this player to do an event of type n"),
    # -- added by the machine ----------------------------------------------------------------------
    ("nth", "ANY NUM", "any", "a member of a group by position from 0, -1 if there is none"),
    ("in-zone", "CARD n", "bool", "it lies in that zone"),
    ("slot-owner", "SLOT", "player", "whose it is, -1 for the table"),
    (
        "part-of",
        "CARD CARD",
        "bool",
        "the card belongs to the other one as it is printed; one that belongs to none to any such card",
    ),
    ("base-kind", "CARD n", "bool", "printed kind, whatever it counts as"),
    ("digit", "CARD n", "bool", "that digit is printed on it"),
    ("ability-ids", "CARD n", "any", "its abilities with a label (name id)"),
    ("row-kind", "ROW n", "bool", "it was of that kind"),
    ("row-has-icon", "ROW n", "bool", "it had that icon"),
    ("rows-attach", "PLAYER CARDS CARD", "rows", "attach cards to a card (event with prim attach)"),
    ("rows-attach-pile", "PLAYER SLOT NUM CARD", "rows", "attach so many top cards of a pile to a card"),
    ("rows-turn", "PLAYER CARDS NUM", "rows", "turn cards to a side"),
    ("rows-as", "ROWS n", "rows", "points as points of another kind"),
    ("rows-from", "ROWS CARD", "rows", "points made by another card than this"),
    (
        "rows-points-for",
        "PLAYER n NUM n",
        "rows",
        "points that may be spent only on cards for which a plan (index) is true",
    ),
    (
        "may-copy",
        "PLAYER n CARD NUM",
        "bool",
        "the player may do act n on the card were it of that definition (card -1: a copy without a card)",
    ),
    ("copy-def", "CARD", "num", "the definition a copy of the card gets"),
    ("copy", "NUM", "card", "a copy without a card: what is printed is that definition's, and it lies nowhere"),
    ("in-step", "s", "bool", "a step of that name (of any procedure) is being done"),
)

PLANS: dict[str, PlanOp] = {n: PlanOp(n, tuple(a.split()), r, d) for n, a, r, d in _T}
