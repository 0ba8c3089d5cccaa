"""What compiling gave is kept under the hash of what it follows from; nothing that lies in the cache is trusted."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.dsl import compile as driver
from cardwright.dsl.cache import OFF, Store, cache_at, compile_kept, kept
from cardwright.dsl.source import bundled, compose, sets
from cardwright.dsl.text import parser
from cardwright.runtime.bytecode.format import dump_image

GOOD = """set: x
language: 1
requires: [core]
cards:
  - kind: Hero
    name: A
    Hero Name: B
    cost: 2
    class: Tech
    text: |
      Draw two cards.
"""
BAD = GOOD.replace("two cards", "two crads").replace("Draw", "Discard an card. Draw")


class Counter:
    """How often files were composed and sentences parsed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.composed = self.parsed = self.compiled = 0
        run, compiled = parser._run, driver.compile_sets

        def one_file(*args: Any) -> object:
            self.composed += 1
            return compose(*args)

        def one_sentence(*args: Any) -> object:
            self.parsed += 1
            return run(*args)

        def one_run(*args: Any, **more: Any) -> object:
            self.compiled += 1
            return compiled(*args, **more)

        monkeypatch.setattr(sets, "compose", one_file)
        monkeypatch.setattr(parser, "_run", one_sentence)
        monkeypatch.setattr(driver, "compile_sets", one_run)

    @property
    def work(self) -> tuple[int, int]:
        made = (self.composed, self.parsed)
        self.composed = self.parsed = 0
        return made


@pytest.fixture
def store(tmp_path: Path) -> Store:
    folder = tmp_path / "cache"
    made = cache_at(str(folder))
    assert made is not None
    return made


def one_set(tmp_path: Path, text: str = GOOD) -> Path:
    path = tmp_path / "x.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("text", [GOOD, BAD])
def test_a_warm_check_does_no_parsing(text: str, tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path, counter = one_set(tmp_path, text), Counter(monkeypatch)
    cold = compile_kept([path], cache=store)
    composed, parsed = counter.work
    assert composed >= 8 and parsed > 50
    warm = compile_kept([path], cache=store)
    assert counter.work == (0, 0)
    assert warm.warm and not cold.warm
    assert [(f.key, f.labels != (), f.suggestions, f.fix is None, f.card, str(f.span)) for f in warm.findings] == [
        (f.key, f.labels != (), f.suggestions, f.fix is None, f.card, str(f.span)) for f in cold.findings
    ]
    assert bool(warm.findings) == (text is BAD)
    assert (warm.summary, warm.faces, warm.named) == (cold.summary, cold.faces, cold.named)
    if cold.image is None:
        assert warm.image is None
    else:
        assert warm.image is not None and dump_image(warm.image) == dump_image(cold.image)
    assert counter.work == (0, 0)


def test_off_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_at(OFF) is None
    path, counter = one_set(tmp_path), Counter(monkeypatch)
    for _ in range(2):
        assert compile_kept([path]).image is not None
        assert counter.work[0] >= 8


def test_what_it_follows_from(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed file, a set that comes to stand before another, another compiler, other bytes under the same name."""
    path, counter = one_set(tmp_path), Counter(monkeypatch)

    def fresh() -> bool:
        compile_kept([path], cache=store)
        return counter.work != (0, 0)

    assert fresh() and not fresh()
    path.write_text(GOOD.replace("two", "three"))
    assert fresh() and not fresh()
    path.write_text(GOOD)
    assert not fresh()  # the state of before is still known
    monkeypatch.setattr(kept, "compiler_stamp", lambda: "another")
    assert fresh() and not fresh()
    own = tmp_path / "core.yaml"
    own.write_text("set: core\nlanguage: 1\n")
    assert fresh()
    for data in (b"set: x\nlanguage: 1\n", b"set: x\nlanguage: 2\n"):
        made = compile_kept(given={"<stdin>": data}, cache=store)
        assert made.ok == data.endswith(b"1\n") and not made.warm


def spoil(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def spoiled(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return spoiled


def linked(path: Path) -> None:
    path.rename(path.with_suffix(".old"))
    path.symlink_to(path.with_suffix(".old"))


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def signed(path: Path, body: bytes) -> None:
    """An entry with a right fingerprint and whatever body somebody likes."""
    from cardwright.dsl.cache.store import _head

    name, _, sort = path.name.partition(".")
    path.write_bytes(_head(path.parent.name + name, sort, body) + b"\n" + body)


SPOILED: dict[str, Callable[[Path], None]] = {
    "cut": spoil(lambda data: data[: len(data) // 2]),
    "empty": spoil(lambda data: b""),
    "one bit": spoil(lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]),
    "noise": spoil(lambda data: b"\x80\x04\x95" + data[:40]),
    "a list": lambda path: signed(path, b"[]"),
    "no JSON": lambda path: signed(path, b"{"),
    "deep": lambda path: signed(path, b"[" * 100_000),
    "an empty object": lambda path: signed(path, b"{}"),
    "a number": lambda path: signed(path, b"7"),
    "another type": lambda path: signed(path, json.dumps({"findings": {"a": 1}, "sources": "abc"}).encode()),
    "a link": linked,
    "a folder": a_folder,
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_damaged_is_made_anew(how: str, tmp_path: Path, store: Store) -> None:
    path = one_set(tmp_path, BAD)
    cold = compile_kept([path], cache=store)
    good = one_set(tmp_path)
    image = compile_kept([good], cache=store).image
    assert image is not None
    entries = [item for item in store.folder.glob("??/*") if item.is_file()]
    assert len(entries) >= 4
    for entry in entries:
        SPOILED[how](entry)
    again = compile_kept([good], cache=store).image
    assert again is not None and dump_image(again) == dump_image(image)
    path = one_set(tmp_path, BAD)
    assert [item.key for item in compile_kept([path], cache=store).findings] == [item.key for item in cold.findings]


def test_a_hostile_place_is_refused(tmp_path: Path, store: Store) -> None:
    """A report may not point outside of its sources, nor name what is no code."""
    path = one_set(tmp_path, BAD)
    compile_kept([path], cache=store)
    (entry,) = store.folder.glob("??/*.report")
    body = json.loads(entry.read_bytes().partition(b"\n")[2])
    for change in (
        {"span": [0, 5, 10**9]},
        {"span": [7, 0, 1]},
        {"code": "\x1b[2J"},
        {"severity": "fine"},
        {"card": 3},
    ):
        changed = {**body, "findings": [{**body["findings"][0], **change}]}
        signed(entry, json.dumps(changed).encode())
        made = compile_kept([path], cache=store)
        assert not made.warm and len(made.findings) == len(body["findings"])


def test_an_image_of_somebody_else_is_refused(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = one_set(tmp_path)
    compile_kept([path], cache=store)
    (entry,) = store.folder.glob("??/*.image")
    data = json.loads(entry.read_bytes().partition(b"\n")[2])
    data["image"]["procs"][0]["code"] = [999]
    signed(entry, json.dumps(data).encode())
    counter = Counter(monkeypatch)
    warm = compile_kept([path], cache=store)
    assert warm.warm and warm.image is not None and counter.work != (0, 0)


def test_the_store_is_bounded(tmp_path: Path) -> None:
    small = Store(tmp_path, most=10_000)
    for number in range(40):
        name = f"{number:064x}"[::-1]
        small.write(name, "report", b"x" * 1000)
        os.utime(small._path(name, "report"), ns=(number, number))
    sizes = [item.stat().st_size for item in tmp_path.glob("??/*")]
    assert len(sizes) >= 5 and sum(sizes) <= 10_000
    assert small.read(f"{39:064x}"[::-1], "report") is not None
    assert small.read(f"{0:064x}"[::-1], "report") is None
    small.write("a" * 64, "report", b"x" * 20_000)
    assert small.read("a" * 64, "report") is None


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cache_at("", {"XDG_CACHE_HOME": str(tmp_path / "xdg")})
    assert made is not None and made.folder == tmp_path / "xdg" / "cardwright"
    monkeypatch.setattr("sys.platform", "linux")
    made = cache_at("", {"HOME": str(tmp_path)})
    assert made is not None and made.folder == tmp_path / ".cache" / "cardwright"
    monkeypatch.setattr("sys.platform", "darwin")
    made = cache_at("", {"HOME": str(tmp_path)})
    assert made is not None and made.folder == tmp_path / "Library" / "Caches" / "cardwright"
    assert cache_at("", {}) is None
    (tmp_path / "file").write_text("")
    assert cache_at(str(tmp_path / "file")) is None
    assert cache_at("a\0b") is None


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert cache_at(str(tmp_path / "open")) is None


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    store = Store(tmp_path / "nowhere" / "at all")
    path = one_set(tmp_path)
    for _ in range(2):
        made = compile_kept([path], cache=store)
        assert made.image is not None and not made.warm


def test_the_bundled_sets_are_kept(store: Store) -> None:
    cold, warm = (compile_kept([bundled()], cache=store) for _ in range(2))
    assert cold.ok and warm.warm and warm.faces == cold.faces
    assert set(warm.faces) == set(warm.named) and sum(sum(kinds.values()) for kinds in warm.faces.values()) >= 30
