"""`fmt`: what it changes, what it leaves, and that a second time changes nothing."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from cardwright.commands import application
from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.renumber import renumbered
from cardwright.dsl.source import bundled

MESSY = b"""\xef\xbb\xbfset: x    # a set\r
language: 1\r
requires:   [core]\r
cards:\r
  # the first one\r
  - {kind: Hero, name: "A", Hero Name: B, cost: 2, class: Tech, text: "Draw 2 card."}\r
  - kind: Hero\r
    name: 'C'\r
    Hero Name: B\r
    cost:  2\r
    class: [Tech,   Covert]\r
    text: |\r
      KO an card   from\r
        your hand.\r
\r
      draw 3 more cards\r
"""
TIDY = (
    MESSY.replace(b"2 card.", b"two cards.")
    .replace(b"KO an card   from", b"KO a card from")
    .replace(b"draw 3 more cards", b"Draw three more cards.")
)


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(application, ["fmt", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


def trees(path: Path) -> dict[str, t.CardText | None]:
    compiler = Compiler()
    result = compile_sets([path], compiler=compiler)
    found: dict[str, t.CardText | None] = {}
    for name in result.declarations.loaded.named:
        item = result.declarations.declared[name]
        kept = compiler.resolver(item)
        for card in item.decl.all_cards():
            for face in card.faces:
                if face.text is not None:
                    tree = kept.known(card, face)
                    found[f"{card.name} / {face.name} {face.side}"] = None if tree is None else renumbered(tree)
    return found


def test_only_what_is_said_otherwise_changes(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(MESSY)
    assert run("--check", str(file))[0] == 1 and file.read_bytes() == MESSY
    assert run("--diff", str(file))[0] == 1 and file.read_bytes() == MESSY
    before = trees(file)
    assert run(str(file)) == (0, "2 texts: 1 file changed\n")
    assert file.read_bytes() == TIDY
    assert len(trees(file)) == len(before) == 2
    stamp = file.stat().st_mtime_ns
    assert run(str(file)) == (0, "2 texts: nothing to change\n")
    assert file.stat().st_mtime_ns == stamp
    assert run("--check", str(file))[0] == 0


def test_wording_is_left_unless_it_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(TIDY.replace(b"Draw three more cards.", b"Put a card from your hand on the top of your deck."))
    assert run("--check", str(file))[0] == 0
    assert run("--check", "--wording", str(file))[0] == 1
    before = trees(file)
    assert run("--wording", str(file))[0] == 0
    assert b"Put a card from your hand on top of your deck." in file.read_bytes()
    assert trees(file) == before and None not in before.values()
    assert run("--check", "--wording", str(file))[0] == 0


def test_the_bundled_sets(tmp_path: Path) -> None:
    """A copy of them keeps every meaning and is canonical after one run."""
    for path in sorted(bundled().rglob("*.yaml")):
        if path.parent.name != "scenarios":
            copy = tmp_path / "sets" / path.relative_to(bundled())
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    more = ["--wording"]
    before = trees(tmp_path / "sets")
    code, out = run(*more, str(tmp_path / "sets"))
    assert code == 0, out
    after = trees(tmp_path / "sets")
    assert len(before) >= 140 and None not in before.values()
    assert after == before
    assert run("--check", *more, str(tmp_path / "sets"))[0] == 0


def test_the_bundled_sets_are_formatted() -> None:
    code, out = run("--check", "--diff", str(bundled()))
    assert code == 0, out
