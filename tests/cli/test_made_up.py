"""Made-up sets, texts and arguments for `check` and `fmt`: they end with an exit code and words, never in a traceback.
Few here; tests/slow/made_up.py draws many more.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from cardwright.commands import application

MOST = settings.default.max_examples if settings.default is not None else 200
HEAD = "set: x\nlanguage: 1\nrequires: [core]\n"
CARD = "  - kind: Hero\n    name: A\n    Hero Name: B\n    cost: 2\n    class: Tech\n    text: |\n"
WORDS = st.sampled_from(
    (
        *("Draw", "a", "an", "two", "2", "card", "cards", ".", ",", ":", "(", ")", '"', "“", "[Tech]", "[", "]", "KO"),
        *(
            "your",
            "hand",
            "from",
            "the",
            "HQ",
            "If",
            "you",
            "do",
            "each",
            "Hero",
            "Wound",
            "gain",
            "+1 Attack",
            "-",
            "•",
        ),
        *("\u202e", "\u200b", "é", "\U0001f9b8", "{x}", "''", "  ", "\t", "1e999", "Drwa", "crad", "yuor", "\\", "%s"),
    )
)
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=12).map(" ".join), min_size=1, max_size=4)
KEYS = st.sampled_from(
    ("set", "language", "requires", "cards", "kind", "name", "text", "cost", "faces", "zones", "", "é")
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(("Hero", "core", "Tech", "x", "hand", "player")),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=16,
)
ARGUMENTS = st.lists(
    st.one_of(
        st.sampled_from(
            (
                *("x.yaml", "-", ".", "..", "", "nowhere", "--", "--help", "--fix", "--diff", "--check", "--wording"),
                *("--count", "--format", "json", "text", "github", "sarif", "--cache", "off", "\0", "a\nb", "\ud800"),
            )
        ),
        st.text(max_size=8),
    ),
    max_size=5,
)
COMMANDS = st.sampled_from((("check",), ("check", "--count"), ("fmt",), ("fmt", "--wording", "--diff")))


def few(share: int) -> settings:
    """One of so many of the examples that other tests have: a command takes half a second."""
    return settings(max_examples=MOST // share, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    monkeypatch.setenv("CARDWRIGHT_CACHE", "off")


def ends(*args: str, given: bytes = b"") -> int:
    """Run a command; its exit code."""
    done = CliRunner().invoke(application, args, input=given)
    assert done.exception is None or isinstance(done.exception, SystemExit), (args, done.exception)
    assert done.exit_code in (0, 1, 2), args
    assert "Traceback" not in done.stdout + done.stderr
    assert done.stdout or done.stderr or "github" in args or "fmt" in args
    return done.exit_code


@few(20)
@given(COMMANDS, LINES)
def test_texts(command: tuple[str, ...], lines: list[str]) -> None:
    text = HEAD + "cards:\n" + CARD + "".join(f"      {line}\n" for line in lines)
    ends(*command, "-", given=text.encode())


@few(20)
@given(COMMANDS, VALUES, st.booleans())
def test_values(command: tuple[str, ...], value: object, headed: bool) -> None:
    text = f"{HEAD}cards: {json.dumps(value)}\n" if headed else json.dumps(value)
    ends(*command, "-", given=text.encode())


@few(10)
@given(COMMANDS, st.binary(max_size=60), st.booleans())
def test_bytes(command: tuple[str, ...], data: bytes, headed: bool) -> None:
    ends(*command, "-", given=HEAD.encode() + data if headed else data)


def test_arguments() -> None:
    codes: Counter[int] = Counter()

    @few(8)
    @given(st.sampled_from(("check", "fmt")), ARGUMENTS)
    def run(command: str, args: list[str]) -> None:
        Path("x.yaml").write_text(HEAD + "cards:\n" + CARD + "      Draw 2 card.\n", encoding="utf-8")
        codes[ends(command, *args)] += 1

    run()
    assert codes[2] and codes[0] + codes[1], codes
