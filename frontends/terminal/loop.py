"""The loop of a game at a terminal: what happened, the table, the question; then a line is read and done.

People share the terminal; other seats answer by themselves. Nothing is known here but what the messages tell. Must not
know any declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from . import cards
from .board import Board
from .choices import Choice, choices, read
from .client import Client, Told
from .question import because, headline, lines

Data = Mapping[str, Any]
Answers = Callable[[], list[str]]
Reads = Callable[[str], str | None]

NOBODY = ""  # who answered what nobody was asked
RECENT = 24  # lines of the log that are shown by themselves
HELP = """\
Answer with the number of a choice, several numbers (acts are done one after another), or words of its label.
  0, done          nothing, no more; ends your acts
  all              everything that may be chosen; of acts: all that cost nothing
  look NUMBER      the card of a choice
  look NAME        any card of these sets
  why              what asks
  why not [WORDS]  what you cannot do now, and the reason
  table            the table again, with the texts of single cards
  log              all that has happened
  undo             takes your last answer back
  save [FILE]      saves the game; “save! FILE” writes over a file
  quit             leaves; the game can be saved
  help             this\
"""


class Leave(Exception):
    """The person leaves."""


class Terminal:
    """A game played by some people at one terminal."""

    def __init__(
        self,
        client: Client,
        console: Console,
        reads: Reads,
        *,
        bots: Mapping[str, Answers],
        file: Path | None = None,
        interactive: bool = False,
    ) -> None:
        self.client = client
        self.console = console
        self.reads = reads
        self.bots = bots
        self.file = file
        self.saved: Path | None = None
        self.interactive = interactive
        self.board = Board(client.catalogue)
        # where cards lie only while something is done with them
        self.passing = tuple(f" → {zone['zone']}" for zone in client.catalogue["zones"] if zone["serves"] is not None)
        self.seen: dict[str, int] = {}
        self.answered: list[str] = []
        self.waiting: list[str] = []
        self.before: str | None = None
        self.fresh = True  # the table must be drawn before the next question

    # -- the game --------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the game is over or the person leaves; whether it is over."""
        try:
            while self.client.standing()["over"] is None:
                request = self.client.request()
                seat = request["seat"]
                if seat in self.bots:
                    self.client.answer(request["id"], self.bots[seat](), seat)
                    self.answered.append(seat)
                else:
                    self._turn(seat, request)
        except (Leave, EOFError, KeyboardInterrupt):
            self._leave()
            return False
        self._over()
        return True

    def _turn(self, seat: str, request: Data) -> None:
        """Ask a person until the question is answered or another one is open."""
        self._hand_over(seat)
        view = self.client.view(seat)
        known = choices(request, self.client.catalogue["acts"])
        if self._next_of(seat, request) or self._all_alike(seat, request, view, known):
            return
        self._news(seat)
        if self.fresh:
            self._table(view, known)
            self.fresh = False
        self._ask(request, view, known)
        others = [one for one in self.client.standing()["seats"] if one != seat and one not in self.bots]
        for other in others:
            self._say(f"{other} may act too: type “as {other}”.", "dim")
        while True:
            line = self.reads(f"{seat}> ")
            if line is None:
                raise EOFError
            if not line.strip():
                self._say("Type the number of a choice, or help.", "dim")
                continue
            if self._command(line.strip(), seat, view, known, request, others):
                return

    def _next_of(self, seat: str, request: Data) -> bool:
        """Go on with acts that were named together, as long as they are offered."""
        if not self.waiting or request["kind"] != "act":
            return False
        key = self.waiting.pop(0)
        if key not in [one["key"] for one in request["options"]]:
            self.waiting.clear()
            self._say("The rest of your line can no longer be done.", "yellow")
            return False
        self._answer(request, [key], seat)
        return True

    def _all_alike(self, seat: str, request: Data, view: Data, known: list[Choice]) -> bool:
        """Answer for a person who could only say which of some cards that are alike in everything."""
        if request["kind"] != "pick" or request["min"] != request["max"] or len(known) != 1:
            return False
        (one,) = known
        seen = self._cards(view)
        looks = [{**seen[card], "id": 0} for card in one.cards if card in seen]
        if len(looks) != len(one.keys) or any(look != looks[0] for look in looks):
            return False
        self.client.answer(request["id"], one.keys[: request["min"]], seat)
        self.answered.append(NOBODY)
        return True

    def _answer(self, request: Data, keys: list[str], seat: str) -> None:
        self.client.answer(request["id"], keys, seat)
        self.answered.append(seat)
        self.fresh = request["kind"] == "act" or self.fresh

    # -- lines -----------------------------------------------------------------------------------------------------

    def _command(self, line: str, seat: str, view: Data, known: list[Choice], request: Data, others: list[str]) -> bool:
        """Do a line; whether the question must be asked anew."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "help" | "?" | "h":
                self.console.print(HELP, markup=False, highlight=False)
            case "quit" | "exit" | "q":
                raise Leave
            case "look":
                self._look(rest, view, known)
            case "why" if rest.lower().split()[:1] == ["not"]:
                self._why_not(seat, rest[3:].strip())
            case "why":
                self._why(request)
            case "table":
                self._table(view, known, texts=True)
                self._ask(request, view, known)
            case "log":
                self._log(seat)
            case "undo":
                return self._undo(seat)
            case "save" | "save!":
                self._save(rest, over=word == "save!")
            case "as" if rest.upper() in others:
                own = self.client.request(rest.upper())
                self._turn_of_other(rest.upper(), own)
                return True
            case _:
                return self._read(line, known, request, seat)
        return False

    def _read(self, line: str, known: list[Choice], request: Data, seat: str) -> bool:
        answer = read(line, known, request)
        if answer.wrong:
            self._say(answer.wrong[0].upper() + answer.wrong[1:] + ("" if answer.wrong[-1] in "?." else "."), "yellow")
            return False
        keys = list(answer.keys)
        if request["kind"] == "act" and len(keys) > 1:
            keys, self.waiting = keys[:1], keys[1:]
        try:
            self._answer(request, keys, seat)
        except Told as told:
            self.waiting.clear()
            self._told(told)
            return False
        return True

    def _turn_of_other(self, seat: str, request: Data) -> None:
        """An act of a seat whose turn it is not: one line, then the game goes on."""
        view = self.client.view(seat)
        known = choices(request, self.client.catalogue["acts"])
        self._ask(request, view, known)
        line = self.reads(f"{seat}> ")
        if line is None:
            raise EOFError
        if line.strip() not in ("", "0", "done"):
            self._read(line, known, request, seat)

    def _look(self, what: str, view: Data, known: list[Choice]) -> None:
        if not what:
            self._say("Look at what? Give the number of a choice or the name of a card.", "yellow")
            return
        if what.isdigit():
            number = int(what)
            shown = self._cards(view)
            found = known[number - 1].cards if 1 <= number <= len(known) else []
            if found and found[0] in shown:
                card = shown[found[0]]
                self.console.print(cards.whole(card, self.board.order, self.board.rules(card)), highlight=False)
            else:
                self._say(f"Choice {number} is no card that you can see.", "yellow")
            return
        faces, near = cards.find(what, self.client.catalogue["cards"])
        for face in faces:
            self.console.print(cards.whole(face, self.board.order, face["rules"]), highlight=False)
        if not faces:
            hint = f" Did you mean {' or '.join(f'“{name}”' for name in near[:3])}?" if near else ""
            self._say(f"There is no card “{what}” in these sets.{hint}", "yellow")

    def _why(self, request: Data) -> None:
        why = request.get("why")
        if not why or not why["sentence"]:
            self._say("Nothing is known about why this is asked.", "yellow")
            return
        text = because(request) or Text()
        if why["file"]:
            text.append(f"\n  {why['file']}:{why['line']}", "dim")
        self.console.print(text, highlight=False)

    def _why_not(self, seat: str, words: str) -> None:
        wanted = words.lower().split()
        found: dict[str, int] = {}
        for one in self.client.refusals(seat):
            line = f"{one['act']} {one['card']} ({one['place']}): {one['reason']}"
            if all(word in line.lower() for word in wanted):
                found[line] = found.get(line, 0) + 1
        for line, many in found.items():
            self._say(f"  {line}{f'  (×{many})' if many > 1 else ''}")
        if not found:
            self._say("Nothing like that is refused now." if wanted else "Nothing is refused now.", "yellow")

    # -- undo, saving, leaving ---------------------------------------------------------------------------------------

    def _undo(self, seat: str) -> bool:
        """Take back to the last answer of a person; whether anything changed."""
        back = 0
        try:
            while True:
                self.client.undo()
                back += 1
                who = self.answered.pop() if self.answered else seat
                if who not in self.bots and who != NOBODY:
                    break
        except Told as told:
            self._told(told)
        self.waiting.clear()
        if back:
            self._say("Taken back.", "yellow")
            self.fresh = True
            self.seen = {one: min(number, self._last(one)) for one, number in self.seen.items()}
        return back > 0

    def _last(self, seat: str) -> int:
        events = self.client.events(seat, 0)
        return events[-1]["number"] if events else 0

    def _save(self, name: str, *, over: bool = False) -> bool:
        path = Path(name).expanduser() if name else self.saved or self.file
        if path is None:
            self._say("Save to which file? Say save FILE.", "yellow")
            return False
        if path.exists() and not over and path not in (self.saved, self.file):
            self._say(f"“{path}” exists already; save! {path} writes over it.", "yellow")
            return False
        try:
            path.write_bytes(self.client.save())
        except OSError as error:
            self._say(f"“{path}” cannot be written: {error.strerror}.", "yellow")
            return False
        self.saved = path
        self._say(f"Saved; “cardwright play --load {path}” goes on.", "green")
        return True

    def _leave(self) -> None:
        """Offer to save. Without a person to ask, what the command said is done."""
        self.console.print()
        if self.file is not None:
            self._save("")
            return
        if not self.interactive:
            self._say("The game is not over and was not saved.")
            return
        try:
            while True:
                name = self.reads("Save the game? A file name, or Enter for no: ")
                if not name or not name.strip() or self._save(name.strip()):
                    return
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def _over(self) -> None:
        standing = self.client.standing()
        people = [one for one in standing["players"] if one not in self.bots]
        seat = people[0] if people else standing["players"][0]
        self._news(seat)
        view = self.client.view(seat)
        self._table(view, [])
        words = {"won": "The players have won.", "lost": "The players have lost.", "draw": "The game is a draw."}
        self._say(f"The game is over. {words.get(standing['over'], standing['over'])}", "bold")
        if view["best"]:
            best = " and ".join(f"{one} ({view['scores'][one]})" for one in view["best"])
            self._say(f"The highest score: {best}.", "bold")
        if self.file is not None:
            self._save("")

    # -- showing -----------------------------------------------------------------------------------------------------

    def _hand_over(self, seat: str) -> None:
        """Another person comes to the terminal: nothing of the one before may stand there."""
        if self.before not in (None, seat):
            self.fresh = True
            if self.interactive:
                self.console.clear()
                if self.reads(f"{seat}, it is for you to decide. Enter when nobody else looks: ") is None:
                    raise EOFError
        self.before = seat

    def _news(self, seat: str) -> None:
        """What happened since this seat last looked."""
        since = self.seen.get(seat, 0)
        events = self.client.events(seat, since)
        if events:
            self.seen[seat] = events[-1]["number"]
        told = [line for line in (self._event(one, seat) for one in events) if line]
        if len(told) > RECENT:
            self._say(f"… {len(told) - RECENT} lines before; log shows all", "dim")
        for line in told[-RECENT:]:
            self._say(f"  {line}")

    def _log(self, seat: str) -> None:
        for one in self.client.events(seat, 0):
            line = self._event(one, seat)
            if line:
                self._say(f"  {line}")

    def _event(self, event: Data, seat: str) -> str:
        """A record in words. Acts are told by what they do; a person knows what they chose."""
        text: str = event["text"]
        if event["sort"] != "answer":
            return "" if event["sort"] == "moved" and text.endswith(self.passing) else text
        who, kind, what = (*text.split(": ", 2), "", "")[:3]
        return "" if kind == "act" or who == seat else f"{who} chose {what}"

    def _table(self, view: Data, known: list[Choice], *, texts: bool = False) -> None:
        marks = {card: one.number for one in known for card in one.cards}
        self.console.print()
        first = not self.answered
        for part in self.board.draw(view, marks, self.console.width, texts=texts or first):
            self.console.print(part, highlight=False)

    def _ask(self, request: Data, view: Data, known: list[Choice]) -> None:
        self.console.print()
        self.console.print(headline(request, view), highlight=False)
        reason = because(request)
        if reason is not None and request["kind"] != "act":
            self.console.print(reason, highlight=False)
        for part in lines(request, known, self._cards(view), self.board.order, self.console.width):
            self.console.print(part, highlight=False)

    def _cards(self, view: Data) -> dict[int, Data]:
        """All cards that are seen, those under others too."""
        found: dict[int, Data] = {}

        def add(card: Data | None) -> None:
            if card is not None:
                found[card["id"]] = card
                for under in card.get("holds", ()):
                    add(under)

        for place in view["places"]:
            for card in place["cards"]:
                add(card)
        return found

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style), highlight=False)

    def _told(self, told: Told) -> None:
        self._say(f"{told.message[0].upper()}{told.message[1:]} ({told.code}).", "yellow")
        if told.way_out:
            self._say(f"  {told.way_out}", "dim")
