# ruff: noqa: E501  # a table: one row a line
"""What is answered: the shapes of results, from a question to a whole table. One half of the source of the JSON Schema.

Must not know how a result is made.
"""

from __future__ import annotations

from cardwright.runtime.bytecode.optable import REQUESTS
from cardwright.runtime.play.undo import POLICIES

from .shapes import Either, Field, Fields, Flag, Keyed, Listed, Named, Nothing, Shape, Text, Whole, maybe

SEAT = Text("A seat: P1 moves first, then P2, and so on.", pattern="P[1-9]", like="a seat, as P1")
GAME = Text("The id of a game.", pattern=r"[A-Za-z0-9_.:-]{1,64}", like="an id of letters, digits and _ . : -")
SETUP = Fields(
    "What is dealt. What is not chosen is drawn by lot.",
    (
        Field("players", Whole("How many play; 2 if left out.", least=1, most=8), optional=True),
        Field("table", Text("A set-up table; the usual one of the sets if left out."), optional=True),
        Field(
            "choose",
            Keyed("What takes part, by slot of the table.", of=Either(of=(Text(), Listed(of=Text(), most=100)))),
            optional=True,
        ),
    ),
)
SEED = Whole("The same sets, set-up and seed give the same game; 1 if left out.", least=-(1 << 62), most=1 << 62)
UNDO = Text("Whether answers can be taken back; off if left out.", words=POLICIES)
ANSWERS = Listed("Who answered, and the keys.", of=Listed(of=Either(of=(SEAT, Listed(of=Text())))), most=200_000)
RECORD = Fields(
    "A game as set-up, seed and answers by key.",
    (
        Field("setup", SETUP),
        Field("seed", SEED),
        Field("answers", ANSWERS),
        Field("digest", Text("The position all answers lead to, if it is to be compared."), optional=True),
    ),
)

WHY = Fields(
    "What asks: a card, or a rule if card is empty, and the sentence with its place in the set file.",
    (
        Field("card", Text()),
        Field("sentence", Text()),
        Field("file", Text()),
        Field("line", Whole(least=0)),
        Field("column", Whole(least=0)),
        Field("asks", Text("If the sentence only names a keyword or gives an ability: the sentence of its that asks.")),
        Field("rules", Listed("The rules of the keywords the sentence names, in words.", of=Text())),
    ),
)
PRICE = Fields(
    "What the act costs: so many points of any of these kinds.",
    (Field("amount", Whole()), Field("points", Listed(of=Text()))),
)
OPTION = Fields(
    "Something that may be answered.",
    (
        Field("key", Text("What an answer says; it stays the same while the option does.")),
        Field("label", Text("For people.")),
        Field("card", maybe(Whole("The id of the card it is about, if the seat knows that card."))),
        Field("place", Text("Where that card lies.")),
        Field("act", maybe(Text("Which act, or the ability that is used."))),
        Field("price", maybe(PRICE)),
    ),
)
REQUEST = Fields(
    "The open question, for a seat that may answer it.",
    (
        Field("id", Whole("An answer names it.")),
        Field("kind", Text(words=REQUESTS)),
        Field("seat", SEAT),
        Field("options", Listed(of=OPTION)),
        Field("min", Whole("An answer has at least so many keys.")),
        Field("max", Whole("An answer has at most so many keys.")),
        Field("visible", Listed("The seats that may know who is asked and why.", of=SEAT)),
        Field("why", WHY, optional=True),
    ),
)
WAITING = Fields(
    "The open question, for a seat that may not answer it: somebody is waited for; who and why only if that is public.",
    (
        Field("waiting", Flag()),
        Field("for", SEAT, optional=True),
        Field("kind", Text(words=REQUESTS), optional=True),
        Field("why", Text("The sentence that asks."), optional=True),
    ),
)
ASKED = Either("The open question as a seat may see it; null when the game is over.", (REQUEST, WAITING, Nothing()))

NUMBERS = Keyed("Numbers by name.", of=Whole())
CARD = Fields(
    "A card the seat knows. Unknown cards are null.",
    (
        Field("id", Whole("The card itself, the same for the whole game.")),
        Field("name", Text()),
        Field("kind", Text("As printed.")),
        Field("kinds", Listed("All kinds it belongs to now.", of=Text())),
        Field("numbers", Keyed("Its numbers now.", of=Whole())),
        Field("icons", Listed("Its icons now.", of=Text())),
        Field("text", Listed("Its lines as printed.", of=Text())),
        Field("holds", Listed("The cards under it.", of=maybe(Named(name="card"))), optional=True),
    ),
)
PLACE = Fields(
    "A place on the table.",
    (
        Field("place", Text("Its name, as in options and events.")),
        Field("zone", Text("The zone of the catalogue it belongs to.")),
        Field("space", Whole("Which space of that zone, from 0.")),
        Field("player", maybe(SEAT)),
        Field("count", Whole()),
        Field("cards", Listed("In order, the top one first; null for a card the seat does not know.", of=maybe(Named(name="card")))),
    ),
)  # fmt: skip
OVER = maybe(Text("How the game ended; null while it goes on.", words=("won", "lost", "draw")))
VIEW = Fields(
    "The table as a seat may see it.",
    (
        Field("seat", SEAT),
        Field("players", Listed("All seats in the order of turns.", of=SEAT)),
        Field("turn", SEAT),
        Field("over", OVER),
        Field("places", Listed(of=PLACE)),
        Field("points", Keyed("The points of each seat by kind.", of=NUMBERS)),
        Field("counters", NUMBERS),
        Field("scores", Keyed("The score of each seat, if the set-up table has scores.", of=Whole())),
        Field("best", Listed("Who has the highest score when the game has ended and was not lost.", of=SEAT)),
        Field("request", ASKED),
    ),
)
MOVE = Fields(
    "A card that changed its place; name and id are null if the seat does not know the card.",
    (
        Field("card", maybe(Text())),
        Field("id", maybe(Whole())),
        Field("from", maybe(Text())),
        Field("to", maybe(Text())),
    ),
)
EVENT = Fields(
    "Something that happened.",
    (
        Field("number", Whole("Ask for events since the last number you have.")),
        Field("sort", Text()),
        Field("text", Text("A sentence.")),
        Field("moves", Listed(of=MOVE)),
    ),
)
REFUSAL = Fields(
    "An act that is not offered, and why.",
    (
        Field("act", Text()),
        Field("card", Text()),
        Field("id", Whole("The card.")),
        Field("place", Text()),
        Field("reason", Text()),
        Field("why", maybe(WHY)),
    ),
)
STANDING = Fields(
    "A game: how it stands.",
    (
        Field("game", GAME),
        Field("players", Listed(of=SEAT)),
        Field("over", OVER),
        Field("request", maybe(Whole("The open question; null if it is none of this connection's business."))),
        Field("seats", Listed("The seats that may answer it, as far as this connection may know.", of=SEAT)),
        Field("setup", SETUP),
        Field("undo", UNDO),
        Field("seat", maybe(SEAT)),
    ),
)
EXPLAINED = Fields(
    "Why a question is asked.",
    (Field("text", Text("In one line.")), Field("why", maybe(WHY))),
)

# -- the catalogue -----------------------------------------------------------------------------------------------------
NAMES = Listed(of=Text())
GROUP = Fields(
    "Something that can be chosen in a slot.",
    (Field("name", Text()), Field("cards", Listed("Places in the catalogue's cards, from 0.", of=Whole()))),
)
SLOT = Fields(
    "A slot of a set-up table. choose: so many of these; each: so many cards of each of another slot; pile: so many "
    "cards of a pile; deal: so many copies of a card.",
    (
        Field("slot", Text()),
        Field("how", Text(words=("choose", "each", "pile", "deal"))),
        Field("of", Text("The slot, zone or card that is meant; empty for choose.")),
        Field("kind", Text("The kind of what is chosen; empty for the others.")),
        Field("to", Text("The zone where the cards go; empty if they stay out.")),
        Field("choices", Listed(of=GROUP)),
    ),
)
TABLE = Fields(
    "A set-up table.",
    (
        Field("table", Text()),
        Field("default", Flag()),
        Field("slots", Listed(of=SLOT)),
        Field("players", Keyed("Number of players → slot → how many; null means all there are.", of=Keyed(of=maybe(Whole())))),
    ),
)  # fmt: skip
ZONE = Fields(
    "A zone, with all a front end needs to draw it.",
    (
        Field("zone", Text()),
        Field("of", Text("Whose it is.", words=("table", "player"))),
        Field("order", Text("stack: top first; row: spaces side by side; none: a heap.", words=("stack", "row", "none"))),
        Field("seen", Text("Who sees the cards in it.", words=("all", "owner", "nobody"))),
        Field("spaces", NAMES),
        Field("renews", maybe(Text("What is shuffled into it when it is empty."))),
        Field("refills", maybe(Text("What fills a space that became empty."))),
        Field("serves", maybe(Text("A place where cards lie for a moment while something is done with them.", words=("resolving", "leaving")))),
    ),
)  # fmt: skip
KIND = Fields(
    "A kind of cards.",
    (
        Field("kind", Text()),
        Field("is", Listed("All kinds such a card belongs to, this one too.", of=Text())),
        Field("home", maybe(Text("The zone such cards come from."))),
        Field("works", Listed("The zones where its texts work.", of=Text())),
    ),
)
FACE = Fields(
    "A card as it is printed.",
    (
        Field("name", Text()),
        Field("set", Text()),
        Field("kind", Text()),
        Field("group", Text("What it is chosen by in a set-up; empty if it is not.")),
        Field("copies", Whole()),
        Field("numbers", NUMBERS),
        Field("icons", NAMES),
        Field("names", Keyed("Names it shares with other cards.", of=Text())),
        Field("keywords", NAMES),
        Field("text", NAMES),
        Field("rules", Listed("The rules of the keywords its text names, in words.", of=Text())),
        Field("leads", Listed("Groups that take part whenever it does.", of=Text())),
    ),
)
CATALOGUE = Fields(
    "All that can be played with these sets.",
    (
        Field("sets", Listed(of=Fields(fields=(Field("set", Text()), Field("version", Text()))))),
        Field("tables", Listed(of=TABLE)),
        Field("zones", Listed(of=ZONE)),
        Field("kinds", Listed(of=KIND)),
        Field("numbers", Listed("Numbers a card may carry; points are among them.", of=Text())),
        Field("points", Listed("Kinds of points players get and pay with.", of=Text())),
        Field("icons", Keyed("Families of icons.", of=NAMES)),
        Field("keywords", NAMES),
        Field("counters", NAMES),
        Field("acts", Listed("What players do when acts are open.", of=Text())),
        Field("cards", Listed(of=FACE)),
    ),
)
HELLO = Fields(
    "Who answers, and what it can do.",
    (
        Field("protocol", Fields(fields=(Field("name", Text()), Field("version", Whole())))),
        Field("program", Text()),
        Field("image", Text("The hash of what is played with.")),
        Field("sets", Listed(of=Text())),
        Field("do", Listed("What can be asked.", of=Text())),
        Field("limits", NUMBERS),
    ),
)
DEFINITIONS: dict[str, Shape] = {"card": CARD}  # what is referred to by name
