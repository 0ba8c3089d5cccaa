"""`cardwright new`: skeletons pass check wherever they go, nothing else in a file changes, nothing is written over."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from cardwright.commands import application
from cardwright.dsl.compile import compile_sets
from cardwright.dsl.diagnostics import Source
from cardwright.workbench.authoring.insert import NoRoom, with_item
from cardwright.workbench.authoring.skeletons import FILES, LISTS, SORTS, scalar, skeleton, unfit

HEAD = "set: x\nlanguage: 1\nrequires: [core]\n"
CARD = "{kind: Hero, name: Old, cost: 2}"

# Set files of every shape an author may have, and in which line the new item begins.
SHAPES = {
    "no list": HEAD,
    "no end of line": HEAD.rstrip("\n"),
    "nothing behind the key": f"{HEAD}cards:\n",
    "an empty list": f"{HEAD}cards: []\n# the end\n",
    "one item": f"{HEAD}cards:\n  - {CARD}\n",
    "no indentation": f"{HEAD}cards:\n- {CARD}\n",
    "comments": f"#\n{HEAD}cards:  # mine\n  # before\n  - {CARD}  # behind\n    # it\n\n# the end\n",
    "a list before others": f"{HEAD}cards:\n  - {CARD}\n\nkeywords:\n  - {{keyword: Zoom, Hero: Draw a card.}}\n",
    "a text last": f"{HEAD}cards:\n  - kind: Hero\n    name: Old\n    text: |\n      Draw a card.\n\n      # x\n",
    "deep items": f"{HEAD}cards:\n    - kind: Hero\n      name: Old\n",
    "other ends of lines": f"{HEAD}cards:\n  - {CARD}\n".replace("\n", "\r\n"),
}


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(application, ["new", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, " ".join(done.output.split())


def errors(path: Path) -> list[str]:
    return [f"{one.code} {one.message}" for one in compile_sets([path]).findings]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_set_and_one_of_everything_in_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the folder, by a file of it, and from inside it."""
    assert run("set", "Harbor Lights")[0] == 0
    where = {"villain": ["--to", "harbor-lights"], "mastermind": ["--to", "harbor-lights/masterminds.yaml"]}
    (here / "harbor-lights" / "masterminds.yaml").write_text("cards: []\n")
    for sort, path in where.items():
        code, told = run(sort, f"Old {sort}", *path)
        assert code == 0 and "next: cardwright check harbor-lights" in told, told
    monkeypatch.chdir(here / "harbor-lights")
    for sort in SORTS:
        if sort not in where:
            assert run(sort, f"Old {sort}")[0] == 0
    made = compile_sets([here / "harbor-lights"])
    assert not made.findings
    assert (made.summary["cards"], made.summary["words"]) == (4 + 4 + 5 + 1, 1)
    assert {path.stem for path in here.rglob("*.yaml")} == {"set", *FILES.values()}


@pytest.mark.parametrize(
    ("slot", "kind", "used"),
    [
        ("number", "Hero", "Dredge 2"),
        ("number", "Villain", "Dredge 2"),
        ("icons", "Hero", "Dredge [Tech]"),
        ("cards", "Hero", "Dredge a Wound from your hand"),
        ("price", "Villain", "Dredge 1 Recruit"),
        ("effect", "Hero", "Dredge draw two cards"),
    ],
)
def test_a_keyword_with_a_value(slot: str, kind: str, used: str, here: Path) -> None:
    """It passes check, and so does a card that uses it; with its forms it is a verb."""
    said = {"effect": "Dredge to {effect}"}.get(slot, f"Dredge {{{slot}}}")
    assert run("keyword", said)[0] == 0
    file = next(here.glob("*.yaml"))
    text = file.read_text()
    used = used.replace("Dredge draw", "Dredge to draw")
    number = "cost" if kind == "Hero" else "Attack"
    card = f"  - {{kind: {kind}, name: Dunlin, {number}: 3, text: {used!r}}}\n"
    file.write_text(f"{text}cards:\n{card}")
    assert errors(file) == [] and f"On a card: “{used.partition('draw')[0]}" in text
    if slot == "number":
        assert "# forms: [Dredges, Dredged, Dredging]" in text
        file.write_text(file.read_text().replace("# forms:", "forms:").replace("'Dredge 2'", "You may Dredge 2."))
        assert errors(file) == [] or kind != "Hero"


@pytest.mark.parametrize(
    "name", ["Dredge {numbers}", "{number}", "Dredge {number} twice", "Dredge {number} {icons}", "Dredge {"]
)
def test_a_value_that_has_no_skeleton_is_answered_with_those_that_have(name: str, here: Path) -> None:
    code, told = run("keyword", name)
    assert code == 2 and "{number}, {icons}" in told and not list(here.iterdir())


def test_a_file_of_its_own_is_not_written_over(here: Path) -> None:
    assert run("keyword", "Quay Watch")[0] == 0
    before = (here / "quay-watch.yaml").read_bytes()
    assert run("keyword", "Quay Watch")[0] == 2
    assert (here / "quay-watch.yaml").read_bytes() == before


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_else_in_a_file_changes(shape: str) -> None:
    text = SHAPES[shape]
    item = skeleton("hero", "New One")
    made = with_item(Source("x.yaml", text), "cards", item)
    pieces = text.replace("cards: []", "cards:")  # the one thing that is written anew
    at = next(at for at in range(len(pieces) + 1) if made[: at + 1] != pieces[: at + 1])
    rest = pieces[at:]
    assert made.startswith(pieces[:at]) and made.endswith(rest), made
    kept = YAML(typ="safe", pure=True).load(text) or {}
    read = YAML(typ="safe", pure=True).load(made)
    assert [card.get("name", card.get("Hero Name")) for card in read["cards"]] == [
        *(card["name"] for card in kept.get("cards") or []),
        "New One",
    ]
    assert {key: value for key, value in read.items() if key != "cards"} == {
        key: value for key, value in kept.items() if key != "cards"
    }
    assert ("\r\n" in made) == ("\r\n" in text) and (not made.replace("\r\n", "").count("\r"))


def test_into_a_file_with_comments(here: Path) -> None:
    (here / "x.yaml").write_text(SHAPES["comments"])
    for sort in ("mastermind", "keyword"):
        assert run(sort, f"O'Neil: {sort} #1", "--to", "x.yaml")[0] == 0
    made = (here / "x.yaml").read_text()
    assert all(line in made.split("\n") for line in SHAPES["comments"].split("\n"))
    assert all(f"{LISTS.get(sort, 'cards')}:" in made for sort in SORTS)


@pytest.mark.parametrize(
    "text",
    [f"{HEAD}cards: [{CARD}]\n", f"{HEAD}cards: many\n", "- a\n- b\n", "{set: x}\n", f"{HEAD}cards: [\n"],
)
def test_where_there_is_no_room(text: str) -> None:
    with pytest.raises(NoRoom):
        with_item(Source("x.yaml", text), "cards", "- name: X")


@pytest.mark.parametrize(
    ("files", "args", "code", "says"),
    [
        ({"x.yaml": f"{HEAD}cards: [{CARD}]\n"}, ["hero", "X", "--to", "x.yaml"], 2, "stands in one line"),
        ({"x.yaml": "set: x\nlanguage: 1\n"}, ["hero", "X", "--to", "x.yaml"], 1, "does not fit into this set"),
        ({"x.yaml": f"{HEAD}cards:\n  - {CARD}\n"}, ["hero", "old", "--to", "x.yaml"], 2, "already, in x.yaml, line 5"),
        ({"x.yaml": "a: 1\n"}, ["hero", "X", "--to", "x.yaml"], 2, "is no set"),
        ({"x.yaml": HEAD}, ["set", "X", "--to", "x.yaml"], 2, "is there already"),
        ({"x/set.yaml": HEAD}, ["set", "x"], 2, "is there already"),
        ({"x/notes.txt": "mine"}, ["set", "x"], 2, "is there already"),
        ({"x/notes.txt": "mine"}, ["hero", "X", "--to", "x"], 2, "there is no set in"),
        ({}, ["hero", "X", "--to", "nowhere"], 2, "is no folder of a set and no .yaml file"),
        ({}, ["set", "core"], 2, "is a bundled set"),
        ({}, ["set", "…"], 2, "has at least one letter"),
        ({}, ["set", "Ж"], 2, "letters from a to z"),
        ({}, ["hero", "a\nb"], 2, "invisible"),
        ({}, ["hero", "x" * 61], 2, "at most 60"),
        ({}, ["hero", " "], 2, "at least one letter"),
        ({}, ["hero", "12"], 2, "at least one letter"),
        ({}, ["heroe", "X"], 2, "No such command"),
        ({}, ["hero"], 2, "Missing argument"),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(
    files: dict[str, str], args: list[str], code: int, says: str, here: Path
) -> None:
    for name, text in files.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text)
    got, told = run(*args)
    assert got == code and says in told, told
    there = {str(path.relative_to(here)): path.read_text() for path in here.rglob("*") if path.is_file()}
    assert there == files


def test_errors_that_were_there_before_do_not_keep_anybody_from_going_on(here: Path) -> None:
    (here / "x.yaml").write_text(f"{HEAD}cards:\n  - {{kind: Hero, name: Old, cots: 2}}\n")
    assert run("scheme", "New One", "--to", "x.yaml")[0] == 0
    assert len(errors(here / "x.yaml")) == 1


@pytest.mark.parametrize("name", ["It's", "A: B", "No. 7", "yes", "Café #2", "- x", "O'Neil & Co.", "a, b", "Ünder"])
def test_names_are_written_so_that_they_are_read_again(name: str, here: Path) -> None:
    assert unfit(name) == ""
    assert YAML(typ="safe", pure=True).load(f"k: {scalar(name)}") == {"k": name}
    assert YAML(typ="safe", pure=True).load(skeleton("hero", name))[0]["Hero Name"] == name
