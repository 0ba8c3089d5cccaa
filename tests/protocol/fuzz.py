"""Made-up and damaged messages for a session that plays a game: whatever comes, there is one well-formed answer.

Messages are built from the table, so that most get far; then some are damaged: a key left out, doubled or misspelt, a
value of another type, a piece of the line cut out or another byte put in. Saved games are damaged at any depth.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

from cardwright.runtime.protocol import Limits, Session
from cardwright.runtime.protocol.shapes import Either, Fields, Flag, Keyed, Listed, Nothing, Shape, Text, Whole
from cardwright.runtime.protocol.table import BY_NAME

from .talk import heard

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1 << 62, -(1 << 62), 1.5, "", "x", "P1", "P8", "g1", "é", "\u2028", "\x00", "yes", [], {},
    [[]],
    {"a": {}}, ["P1"], "A" * 500,
)  # fmt: skip
GAMES = 4
WEIGHTS = {"answer": 30, "new": 3, "load": 6, "bind": 1, "close": 1, "save": 2, "catalogue": 1, "replay": 2}


class Fuzzer:
    """A stream of messages for one session, the same for the same seed."""

    def __init__(self, session: Session, seed: int, setups: tuple[dict[str, Any], ...]) -> None:
        self.it = session
        self.r = Random(seed)
        self.setups = setups
        self.saved: list[str] = []
        self.counts: Counter[str] = Counter()
        self.one = ""  # the game that is spoken of

    # -- right messages, more or less ----------------------------------------------------------------------------------

    def message(self) -> dict[str, Any]:
        names = list(BY_NAME)
        (do,) = self.r.choices(names, [WEIGHTS.get(name, 5) for name in names])
        made: dict[str, Any] = {"id": self.r.randrange(1000), "do": do}
        if self.it.games:
            self.one = self.r.choice(list(self.it.games))
        for field in BY_NAME[do].fields:
            if field.optional and self.r.random() < 0.5:
                continue
            made[field.name] = self.known(do, field.name) if self.r.random() < 0.9 else self.any(field.shape)
        return made

    def known(self, do: str, key: str) -> Any:
        """A value that fits the games as they are now."""
        game = self.it.games.get(self.one)
        new = do in ("new", "load", "replay") or key == "as"
        match key:
            case "game" | "as":
                return f"n{self.r.randrange(8)}" if new else self.one
            case "seat" if game is not None:
                asked = game.request.seat + 1 if game.request is not None else 1
                return f"P{asked if self.r.random() < 0.7 else self.r.randrange(1, game.state.players + 1)}"
            case "data" if game is not None and self.r.random() < 0.5:
                return damaged_save(self.r, b64encode(game.save()).decode())
            case "setup":
                return self.r.choice(self.setups)
            case "data" if self.saved:
                return damaged_save(self.r, self.r.choice(self.saved))
            case "request" if game is not None and game.request is not None:
                return game.request.id
            case "keys" if game is not None and game.request is not None:
                asked, keys = game.request, list(game.request.keys)
                number = len(keys) if asked.ordered else self.r.randint(asked.min, min(asked.max, len(keys)))
                return self.r.sample(keys, number)
            case "record":
                return {"setup": self.r.choice(self.setups), "seed": 1, "answers": [["P1", []]] * self.r.randrange(3)}
        return self.r.choice((0, 1, 5, True, "free", "P1"))

    def any(self, shape: Shape) -> Any:
        """Some value of a shape."""
        match shape:
            case Text():
                return (
                    self.r.choice(shape.words) if shape.words else self.r.choice([o for o in ODD if isinstance(o, str)])
                )
            case Whole():
                return self.r.choice((shape.least, 0, 1, 7, shape.most))
            case Flag():
                return self.r.random() < 0.5
            case Listed():
                return [self.any(shape.of) for _ in range(self.r.randrange(3))]
            case Keyed():
                return {self.r.choice(("a", "Heroes", "")): self.any(shape.of) for _ in range(self.r.randrange(3))}
            case Fields():
                return {field.name: self.any(field.shape) for field in shape.fields if self.r.random() < 0.8}
            case Either():
                return self.any(self.r.choice(shape.of))
            case Nothing():
                return None
        return self.r.choice(ODD)

    # -- damage --------------------------------------------------------------------------------------------------------

    def line(self) -> tuple[bytes, str]:
        """A line and what it asks for, if it is still a message."""
        message = self.message()
        if self.r.random() < 0.25:
            message = damaged(self.r, message)
        line = json.dumps(message, ensure_ascii=self.r.random() < 0.5).encode("utf-8", "surrogatepass")
        if self.r.random() < 0.15:
            line = torn(self.r, line)
        return line, ""

    def step(self) -> dict[str, Any]:
        """Say one line; the answer, which is checked."""
        line, _ = self.line()
        text = self.it.handle(line)
        asked: Any = None
        with suppress(ValueError, RecursionError):
            asked = json.loads(line)
        answer = heard(text, asked.get("do") if isinstance(asked, dict) else "")
        self.counts["right" if answer["ok"] else answer["error"]["code"]] += 1
        if isinstance(asked, dict) and answer["ok"]:
            self.counts[f"do {asked['do']}"] += 1
            if asked["do"] == "save" and len(answer["result"]["data"]) < 2_000_000:
                self.saved = [*self.saved[-5:], answer["result"]["data"]]
        if len(self.it.games) >= GAMES:
            for name in self.r.sample(list(self.it.games), 2):
                self.it.games.pop(name)
                self.it.bound.pop(name, None)
        return dict(answer)


def damaged(r: Random, value: Any) -> Any:
    """A copy with one thing changed, at any depth."""
    if isinstance(value, dict) and value:
        made = dict(value)
        key = r.choice(list(made))
        match r.randrange(5):
            case 0:
                del made[key]
            case 1:
                made[key + "s"] = made.pop(key)
            case 2:
                made[r.choice(("x", "", "game ", "ſeat"))] = 1
            case 3:
                made[key] = r.choice(ODD)
            case _:
                made[key] = damaged(r, made[key])
        return made
    if isinstance(value, list) and value:
        made_list = list(value)
        at = r.randrange(len(made_list))
        match r.randrange(3):
            case 0:
                made_list.pop(at)
            case 1:
                made_list.append(made_list[at])
            case _:
                made_list[at] = damaged(r, made_list[at])
        return made_list
    if type(value) is int:
        return value + r.choice((-1, 1, 2, -7, 100, 1 << 40))
    return r.choice(ODD)


def torn(r: Random, line: bytes) -> bytes:
    """A line with a piece cut out, doubled or overwritten."""
    start = r.randrange(len(line))
    end = min(len(line), start + r.randrange(12))
    return (
        line[:start] + r.choice((b"", line[start:end] * 2, bytes([r.randrange(256)]), b'"', b"{", b"\\u")) + line[end:]
    )


def damaged_save(r: Random, data: str) -> str:
    """A saved game, as it is or damaged at some depth; the hash of the image is not made to fit."""
    if r.random() < 0.2:
        return data
    plain = json.loads(b64decode(data))
    for _ in range(r.choice((1, 1, 2))):
        part = r.choice(("state", "state", "state", "state", "log", "answers", "setup", None))
        if part is None or not plain.get(part):
            plain = damaged(r, plain)
            if not isinstance(plain, dict):
                break
        else:
            plain[part] = deep(r, plain[part])
    return b64encode(json.dumps(plain).encode()).decode()


def deep(r: Random, value: Any) -> Any:
    """Damage as deep as it goes."""
    if isinstance(value, dict) and value and r.random() < 0.97:
        key = r.choice(list(value))
        return {**value, key: deep(r, value[key])}
    if isinstance(value, list) and value and r.random() < 0.9:
        at = r.randrange(len(value))
        return [*value[:at], deep(r, value[at]), *value[at + 1 :]]
    return damaged(r, value)


def run(image: Any, seed: int, steps: int, setups: tuple[dict[str, Any], ...]) -> Counter[str]:
    """Say so many lines to one session; what came of them."""
    fuzzer = Fuzzer(Session(image, limits=Limits(games=GAMES + 1)), seed, setups)
    fuzzer.it.handle(json.dumps({"do": "new", "setup": setups[0]}))
    for _ in range(steps):
        fuzzer.step()
    return fuzzer.counts
