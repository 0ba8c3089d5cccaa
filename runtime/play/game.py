"""A game: the public face of the machine. One question is open at a time; answers come as keys; views are per seat.

    game = Game.new(image, {"players": 2}, seed=1)
    while game.request is not None:
        game.answer(game.request.id, [game.request.options[0].key])

An illegal answer is refused, says what is legal and changes nothing. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import FAMILIES
from cardwright.runtime.messages import Refused
from cardwright.runtime.state.rows import AMOUNT, ATTR, FILTER, GROUP

from . import saves
from .joint import HOST_ERRORS, MachineFault, linked, pack, unpack
from .log import ANSWER, EVERYBODY, Item, Log, Renderer
from .port import Machine, Sink, State, Value
from .refusals import Refusal, refusals
from .request import ORDERED, Option, Request, choose, choose_at, opened
from .setup import Setup, piles, settle, table_of
from .undo import OFF, History, Snapshot
from .view import View, best, over, scores, view


class Game:
    """One running game."""

    def __init__(
        self,
        machine: Machine,
        state: State,
        setup: Mapping[str, object],
        seed: int,
        *,
        undo: str = OFF,
        log: bool = True,
    ) -> None:
        self.machine = machine
        self.names = machine.names
        self.state = state
        self.setup = setup
        self.seed = seed
        self.log: Log | None = Log() if log else None
        self.answers: list[tuple[int, tuple[str, ...]]] = []
        self.whole = True  # its answers are all there were
        self.foreign = False  # it came from a save, which may hold anything
        self.history = History(undo)
        self.serial = 0
        self.sink: Sink | None = self.record if log else None
        self.request: Request | None = None  # the open question, or None when the game is over or has not begun
        self._known: dict[int, int] = {}
        self.look()

    # -- beginning -------------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        image: Image,
        setup: Setup | Mapping[str, object],
        seed: int,
        *,
        undo: str = OFF,
        log: bool = True,
    ) -> Game:
        """Deal a game and play it to its first question. Refused: a set-up that cannot be dealt."""
        game = cls.dealt(image, setup, seed, undo=undo, log=log)
        game.go()
        return game

    @classmethod
    def dealt(
        cls,
        image: Image,
        setup: Setup | Mapping[str, object],
        seed: int,
        *,
        undo: str = OFF,
        log: bool = True,
    ) -> Game:
        """As `new`, but nothing has run yet: `go` plays the game to its first question."""
        machine = linked(image)
        settled = settle(image, machine.names, setup if isinstance(setup, Setup) else Setup.read(setup), seed)
        if "game" not in image.entry:
            raise Refused("CW838", what="no procedure plays the game")
        state = machine.deal(settled.setup.players, seed, piles(machine, machine.names, settled, seed))
        game = cls(machine, state, settled.setup.plain(), seed, undo=undo, log=log)
        game.begin()
        machine.call(state, image.entry["game"], (), 0)
        return game

    def begin(self) -> None:
        """Counters that the set-up table starts elsewhere than usual."""
        for counter, value in table_of(self.machine.image, self.names, str(self.setup.get("table", ""))).starts.items():
            self.machine.set_counter(self.state, counter, -1, value)

    def go(self) -> None:
        """Let the machine run to the next question or to the end."""
        if self.sink is not None:  # the machine is shared: it tells a game only while that game runs
            self.machine.sink = self.sink if self.machine.tap is None else self._tapped(self.machine.tap, self.sink)
        self.request = None
        try:
            self.machine.run(self.state)
        except MachineFault as fault:
            raise self._refused(fault) from None
        finally:
            if self.sink is not None:
                self.machine.sink = None
            self.look()

    def _refused(self, fault: MachineFault) -> Refused:
        return Refused(
            fault.code,
            what=fault.what or fault.kind,
            card=self.names.card(fault.card) or "none",
            sentence=self.names.sentence(fault.sentence) or "none",
        )

    def _tapped(self, tap: Callable[[State, tuple[object, ...]], None], sink: Sink) -> Sink:
        """What happens is told to a tool that looks at the state meanwhile, then to the game."""

        def both(raw: tuple[object, ...]) -> None:
            tap(self.state, raw)
            sink(raw)

        return both

    # -- questions -------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look at what the state asks, when it is another one or was changed by others than its game."""
        self.request = opened(self.machine, self.state, self.serial + 1)

    @property
    def over(self) -> str | None:
        """How the game ended."""
        return over(self.state)

    @property
    def scores(self) -> list[int]:
        """What each seat's score is now, by the set-up table; empty if no score is declared."""
        return scores(self.machine, self.state, self.names, self.setup)

    @property
    def best(self) -> list[int]:
        """The seats with the highest score when the game has ended and was not lost: ties are shared."""
        return best(self.state, self.scores)

    def answer(self, request: int, keys: Sequence[str], seat: int | None = None) -> None:
        """Answer the open question. `seat`: who answers, if that is to be checked. Refused answers change nothing."""
        asked = self._open(request)
        if seat is not None and seat not in asked.seats:
            raise Refused("CW826", seat=self.names.player(self._seat(seat)))
        if isinstance(keys, str) or not all(isinstance(key, str) for key in keys):
            raise Refused("CW823", key=keys, legal=", ".join(asked.keys))
        values = choose(asked, list(keys), seat)
        if seat is not None and not keys and seat != asked.seat:
            raise Refused("CW826", seat=self.names.player(seat))
        self._act(asked, tuple(keys), values)

    def answer_at(self, request: int, positions: Sequence[int]) -> None:
        """As `answer`, by the positions of the options: for programs that never read keys."""
        asked = self.request
        if asked is None or asked.id != request:
            asked = self._open(request)
        values: tuple[Value, ...]
        if len(positions) == 1:
            options, at = asked.values, positions[0]
            values = (
                (options[at],) if asked.min < 2 and asked.max and -1 < at < len(options) else choose_at(asked, (at,))
            )
        elif not positions and not asked.min and asked.kind != ORDERED:
            values = ()
        else:
            values = choose_at(asked, positions)
        if self.sink is not None or self.history.policy != OFF:
            self._act(asked, None, values)
            return
        self.serial = request
        self.request = None
        machine, state = self.machine, self.state
        try:
            machine.go_on(state, values)
        except MachineFault as fault:
            raise self._refused(fault) from None
        self.request = opened(machine, state, request + 1)

    def _open(self, request: int) -> Request:
        asked = self.request
        if asked is None:
            raise Refused("CW821")
        if request != asked.id:
            raise Refused("CW822", given=request, wanted=asked.id)
        return asked

    def _act(self, asked: Request, keys: tuple[str, ...] | None, values: tuple[Value, ...]) -> None:
        """Do a legal answer."""
        before = self.machine.clone(self.state) if self.log is not None or self.history.policy != OFF else None
        records = len(self.log) if self.log is not None else 0
        if self.log is not None:
            chosen = [asked.options[asked.values.index(value)] for value in values]
            who = chosen[0].seat if asked.kind == "act" and chosen else asked.seat
            self._note(asked, chosen, who)
            self.answers.append((who, keys if keys is not None else tuple(option.key for option in chosen)))
        self.machine.answer(self.state, values)
        self.serial += 1
        kept = None if before is None else Snapshot(before, records, len(self.answers) - 1, self.serial - 1, asked.seat)
        try:
            self.go()
        except Refused:
            if kept is not None:
                self._restore(kept)
            raise
        if kept is not None:
            self.history.keep(kept)

    def _note(self, asked: Request, chosen: Sequence[Option], who: int) -> None:
        """Take an answer down, for the seats that may know it."""
        if self.log is None:
            return
        mask = EVERYBODY
        for option in chosen:
            if option.card >= 0:
                mask &= self.machine.known(self.state, option.card)
        if len(asked.visible) < self.state.players:
            mask &= sum(1 << one for one in asked.visible)
        shown = ", ".join(option.label for option in chosen) or "no more"
        self.log.add(ANSWER, (self.names.player(who), f"{asked.kind}: {shown}", asked.kind), mask=mask | 1 << who)

    # -- reading ---------------------------------------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """The table as a seat may see it."""
        return view(self.machine, self.state, self.names, self._seat(seat), self.request, self.setup)

    def events(self, since: int = 0, seat: int | None = None) -> list[dict[str, object]]:
        """What happened after record `since`, as that seat may see it (None: all of it)."""
        if self.log is None:
            return []
        if seat is not None:
            self._seat(seat)
        renderer = Renderer(self.names, self.machine.slots(self.state))
        found: list[dict[str, object]] = []
        for entry in self.log.entries[max(0, since) : self._told(seat)]:
            text = renderer.text(entry, seat)
            if text:
                moves = renderer.moves(entry, seat)
                found.append({"number": entry.number, "sort": entry.sort, "text": text, "moves": moves})
        return found

    def _told(self, seat: int | None) -> int:
        """How many records a seat may be told now: what others answer is shown when something has come of it, so that
        who answers later at the same time does not know.
        """
        entries = self.log.entries if self.log is not None else []
        told = len(entries)
        if seat is None or self.over is not None:
            return told
        own = self.names.player(seat)
        for at in range(len(entries) - 1, -1, -1):
            if entries[at].sort != ANSWER:
                break
            if entries[at].head[0] != own:
                told = at
        return told

    def refusals(self, seat: int) -> list[Refusal]:
        """Acts that are not offered to a seat now, each with its reason."""
        return refusals(self.machine, self.state, self.names, self._seat(seat))

    def explain(self, request: Request | None = None) -> str:
        """The open question and why it is asked, in one line. Refused: a question that is no longer open."""
        asked = self.request
        if asked is None:
            return f"the game is over: {self.over}" if self.over else "nothing is asked"
        if request is not None:
            asked = self._open(request.id)
        lowest, highest = asked.min, asked.max
        amount = str(highest) if lowest == highest else f"{lowest} to {highest}"
        offered = ", ".join(o.label for o in asked.options)
        head = f"{self.names.player(asked.seat)}: {asked.kind}, and nothing can be chosen"
        if offered:
            head = f"{self.names.player(asked.seat)}: {asked.kind} {amount} of {offered}"
        why = asked.why
        place = f" ({why.file}:{why.line}:{why.column})" if why.file else ""
        because = ": ".join(part for part in (why.card, why.sentence, why.asks) if part)
        return f"{head}, because {because}{place}" if because else head

    @property
    def digest(self) -> str:
        """A fingerprint of all that can influence the future."""
        return self.machine.digest(self.state)

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.state.players:
            raise Refused("CW852", seat=seat, known=", ".join(map(self.names.player, range(self.state.players))))
        return seat

    # -- copies, undo, saves ---------------------------------------------------------------------------------------

    def clone(self, *, log: bool = False, undo: str = OFF) -> Game:
        """An independent game in the same position; its log, if it has one, begins here, and so does undo."""
        other = Game(self.machine, self.machine.clone(self.state), self.setup, self.seed, undo=undo, log=log)
        other.serial = self.serial
        other.answers = self.answers[:]
        other.whole = self.whole and self.log is not None
        other.foreign = self.foreign
        other.look()
        return other

    def undo(self) -> None:
        """Take the last answer back, if the game's setting allows it."""
        self._restore(self.history.back(self.machine, self.state))

    def _restore(self, snapshot: Snapshot) -> None:
        self.state = snapshot.state
        self.serial = snapshot.serial
        self.look()
        del self.answers[snapshot.answers :]
        if self.log is not None:
            self.log.cut(snapshot.records)

    def save(self, *, image: bool = True, log: bool = True) -> bytes:
        """The game as bytes. `image=False`: the image is named by its hash only; `log=False`: the past is left out."""
        return saves.write(
            {
                "image": pack(self.machine.image) if image else None,
                "hash": self.machine.hash,
                "setup": dict(self.setup),
                "seed": self.seed,
                "serial": self.serial,
                "undo": self.history.policy,
                "state": self.machine.save(self.state),
                "answers": [[seat, list(keys)] for seat, keys in self.answers] if log else [],
                "log": self.log.plain() if self.log is not None and log else None,
            }
        )

    @classmethod
    def load(cls, data: bytes | str, image: Image | None = None, *, log: bool = False) -> Game:
        """A game from a save. Refused: a damaged file, or one that names an image it is not given.

        `log`: keep a log from here on, even if the save has none.
        """
        plain = saves.read(data)
        packed = plain.get("image")
        if image is not None and (packed is None or plain.get("hash") == linked(image).hash):
            found = image
        elif packed is not None:
            found = unpack(packed)
        else:
            raise Refused("CW814", what="it names its image only, and none was given")
        machine = linked(found)
        if plain.get("hash") != machine.hash:
            raise Refused("CW813", found=plain.get("hash"), wanted=machine.hash)
        state = machine.load(plain.get("state"))
        setup = saves.setup_of(plain.get("setup"), state.players)
        undo = plain.get("undo")
        if not isinstance(undo, str):
            raise Refused("CW814", what="the undo setting")
        try:
            game = cls(machine, state, setup, saves.number(plain, "seed", -(1 << 63), 1 << 64), undo=undo)
        except ValueError:
            raise Refused("CW814", what="the undo setting") from None
        if plain.get("log") is not None:
            game.log = saves.log_of(plain["log"], machine, state)
        else:
            game.whole = False
            if not log:
                game.log = game.sink = None
        game.serial = saves.number(plain, "serial", 0, 1 << 40)
        game.look()
        game.foreign = True
        game.answers = saves.answers_of(plain.get("answers"), state.players)
        try:
            _ = game.request.keys if game.request is not None else ()
        except HOST_ERRORS:
            raise Refused("CW814", what="the question") from None
        return game

    # -- the log ---------------------------------------------------------------------------------------------------

    def record(self, raw: tuple[object, ...]) -> None:
        """Take down what the machine reports."""
        log = self.log
        if log is None:
            return
        sort, rest = str(raw[0]), raw[2:]
        if sort in ("event", "extra"):
            rows = rest[0] if isinstance(rest[0], tuple) else ()
            for row in rows if sort == "extra" else rows[:1]:
                if isinstance(row, tuple):
                    kind, cause, actor = _numbers(row, ROW_TYPE, ROW_CAUSE, ROW_ACTOR)
                    items = tuple(self._item(one) for one in (rows if sort == "event" else (row,)))
                    log.add("event" if sort == "event" else "moved", (kind, actor, cause), items)
        elif sort == "row":
            self._row(log, rest)
        elif sort == "paid":
            player, card, paid, back = rest[:4]
            spent = (
                [_numbers(one, 0, 1, 2) for one in paid if isinstance(one, tuple)] if isinstance(paid, tuple) else []
            )
            items = tuple(Item(-1, -1, -1, name, attr, -n, 0, EVERYBODY) for attr, name, n in spent)
            log.add("paid", tuple(part for part in (player, card, back) if isinstance(part, int)), items)
        else:
            log.add(sort, tuple(part for part in rest if isinstance(part, int)))

    def _row(self, log: Log, rest: tuple[object, ...]) -> None:
        """A row that says what is true for a while: only those that change numbers are told."""
        family, row, this = rest[:3]
        if not isinstance(family, int) or FAMILIES[family] != "modifier" or not isinstance(row, tuple):
            return
        attr, amount = row[ATTR], row[AMOUNT]
        group = row[GROUP]
        cards = group if isinstance(group, tuple) and group else (this,) if row[FILTER] == -1 else ()
        items = tuple(self._item((-1, card, -1, -1, 0, 0)) for card in cards if isinstance(card, int))
        log.add("row", ("modifier", attr, amount), items)

    def _item(self, row: tuple[object, ...]) -> Item:
        who, card, source, target, amount, place = _numbers(row, 0, 1, 2, 3, 4, 5)
        definition = _numbers(row, ROW_DEFINITION)[0] if len(row) > ROW_DEFINITION else -1
        if card < 0:
            return Item(who, -1, definition, source, target, amount, place, EVERYBODY)
        known = self.machine.known(self.state, card)
        mask = known | self._known.get(card, 0)
        self._known[card] = known
        definition = self.machine.definition(self.state, card)
        return Item(who, card, definition, source, target, amount, place, mask)


# Members of a committed row (runtime/rules/events.py): after the six of a row to be type, definition, stamp, cause.
ROW_TYPE, ROW_DEFINITION, ROW_CAUSE, ROW_ACTOR = 6, 7, 9, 12


def _numbers(row: tuple[object, ...], *places: int) -> list[int]:
    """Members of a row that are numbers; -1 for others."""
    return [part if isinstance(part := row[at], int) else -1 for at in places]
