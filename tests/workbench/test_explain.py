"""Paraphrases: they say what the rules say, for every text, and name a chooser exactly where the machine asks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cardwright.dsl.diagnostics import Finding, finding
from cardwright.dsl.source import bundled
from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import OPS
from cardwright.workbench.explain.explain import explain_card
from cardwright.workbench.explain.model import Clause
from cardwright.workbench.explain.phrases import FACETS, PHRASES
from cardwright.workbench.explain.target import Target, find
from cardwright.workbench.explain.texts import Texts, heads
from tests.docs.boxes import boxes, one_set

TABLE = YAML(typ="safe").load(Path(__file__).with_name("explained.yaml").read_text("utf-8"))
HARD = Path(__file__).parents[1] / "hard" / "bond-mini.yaml"
SUITE = Path(__file__).parents[1] / "data" / "suite"


def asking(image: Image) -> set[int]:
    """The sentences by which a player is asked something."""
    found = set()
    for proc in image.procs:
        for _, words in instructions(proc.code):
            if OPS[words[0]].name == "ASK":
                found.add(words[3])
    return found


def sources(folder: Path) -> dict[str, Texts]:
    path = folder / "boxes.yaml"
    path.write_text(one_set([box for box in boxes() if box.sort == "card"]))
    made = {"bundled": [bundled()], "language.md": [path], "suite": [SUITE]}
    return {name: Texts.of(paths) for name, paths in made.items()}


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Texts]:
    return sources(tmp_path_factory.mktemp("explain"))


def test_a_chooser_is_named_exactly_where_the_machine_asks(every: dict[str, Texts]) -> None:
    """Line by line, for every text: some clause says that somebody chooses, or the code asks nobody."""
    lines = asked = 0
    wrong: list[str] = []
    for texts in every.values():
        asks = asking(texts.image)
        places = [(texts.image.sentences[at].file, texts.image.sentences[at].line) for at in asks if at >= 0]
        for card, face in texts.faces():
            if face.text is None or texts.tree(card, face) is None:  # a text with a finding has no meaning to tell
                continue
            parts = texts.paraphrase(card, face)
            assert len(parts) == len(heads(face.text)), face.name
            for part, line in zip(parts, heads(face.text), strict=True):
                span = line.span()
                does = any(file == span.file.name and span.line <= at <= span.end_line for file, at in places)
                lines += 1
                asked += does
                if does != any(clause.asks for clause in part.clauses):
                    wrong.append(f"{face.name}: {part.text} (the machine {'asks' if does else 'does not ask'})")
    print(f"{lines} lines, {asked} of them ask somebody")
    assert not wrong, "\n".join(wrong)
    assert lines >= 200 and asked >= 60


def test_every_clause_says_all(every: dict[str, Texts]) -> None:
    clauses = faces = 0
    for texts in every.values():
        for card, face in texts.faces():
            parts = texts.paraphrase(card, face)
            faces += 1
            numbers = [clause.number for part in parts for clause in part.clauses]
            assert len(set(numbers)) == len(numbers), face.name
            for part in parts:
                assert part.moment and part.text and part.clauses, (face.name, part)
                for clause in part.clauses:
                    clauses += 1
                    assert clause.says and clause.says[:1].upper() == clause.says[:1], (face.name, clause)
                    for name in FACETS:
                        assert getattr(clause, name), (face.name, clause.number, name)
                    said = " ".join((clause.says, *(text for _, text in clause.facets()), *clause.refers))
                    assert "{" not in said and "core:" not in said and "  " not in said, (face.name, said)
    print(f"{faces} faces, {clauses} clauses")
    assert clauses >= 300


def clause(texts: Texts, name: str, number: str) -> tuple[str, Clause]:
    for card, face in texts.faces():
        if str(face.name) == name:
            for part in texts.paraphrase(card, face):
                for one in part.clauses:
                    if one.number == number:
                        return part.moment, one
    raise AssertionError(f"no clause {number} of {name}")


@pytest.mark.parametrize("row", TABLE["clauses"], ids=lambda row: f"{row['text'][:50]} {row['number']}")
def test_what_the_rules_say(row: dict[str, str], tmp_path: Path, cache: dict[str, Texts]) -> None:
    """Texts whose reading the rules fix, written down by hand."""
    _, made = clause(cache["table"], cache_name(row), row["number"])
    for key in ("says", *FACETS):
        if key in row:
            assert getattr(made, key) == row[key]
    if "refers" in row:
        assert list(made.refers) == row["refers"]


@pytest.mark.parametrize("row", TABLE["moments"], ids=lambda row: row["text"][:50])
def test_when_a_line_happens(row: dict[str, str], cache: dict[str, Texts]) -> None:
    moment, _ = clause(cache["table"], cache_name(row), row.get("number", "1"))
    assert moment == row["moment"]


def cache_name(row: dict[str, str]) -> str:
    rows = [(one.get("kind", "Hero"), one["text"]) for one in (*TABLE["clauses"], *TABLE["moments"])]
    return f"Text {list(dict.fromkeys(rows)).index((row.get('kind', 'Hero'), row['text']))}"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Texts]:
    rows = [(one.get("kind", "Hero"), one["text"]) for one in (*TABLE["clauses"], *TABLE["moments"])]
    lines = ["set: table", "language: 1", "requires: [core]", "cards:"]
    for at, (kind, text) in enumerate(dict.fromkeys(rows)):
        lines += [f"  - kind: {kind}", f"    name: Text {at}", "    text: |"]
        lines += [f"      {line}" for line in text.strip().split("\n")]
    path = tmp_path_factory.mktemp("table") / "table.yaml"
    path.write_text("\n".join(lines) + "\n")
    return {"table": Texts.of([path])}


def test_phrases_are_used() -> None:
    """The registry holds no phrase that nobody says."""
    folder = Path(__file__).parents[2] / "workbench" / "explain"
    code = "".join(path.read_text() for path in folder.glob("*.py") if path.name != "phrases.py")
    unused = [key for key in PHRASES if f'"{key}"' not in code]
    assert not unused
    assert Counter(PHRASES.values()).most_common(1)[0][1] <= 3


KEYWORDS = """\
set: used
language: 1
requires: [core]
keywords:
  - keyword: Rake
    forms: [Rakes, Raked, Raking, Raked]
    Hero: |
      Discard the top card of your deck. You get +2 Attack.
cards:
  - {kind: Hero, name: Place, cost: 3, text: "Rake twice, using the Hero Deck instead of your deck."}
  - {kind: Hero, name: Points, cost: 3, text: "Rake, getting Recruit instead of Attack."}
"""


def test_a_keyword_is_told_as_it_is_used() -> None:
    """With the places and points of the card that uses it, and as often as that says."""
    texts = Texts.of([], {"used.yaml": KEYWORDS.encode()})
    assert clause(texts, "Place", "1")[1].how_many == "twice"
    assert clause(texts, "Place", "1.1")[1].says == "You discard the top card of the Hero Deck."
    assert clause(texts, "Points", "1.2")[1].how_many == "+2 Recruit"


BODIES = """\
set: used
language: 1
requires: [core]
keywords:
  - keyword: "Dredge {number}"
    of: {number: number}
    forms: [Dredges, Dredged, Dredging]
    Hero: |
      Discard the top {number} cards of your deck.
    Enemy: |
      This gets +{number} Attack as long as a player has at least {number} Heroes in their discard pile.
cards:
"""
DONE = "You discard the top card of your deck."
HAD = "This gets +1 Attack."


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("Dredge 1", "This gets", HAD),
        ("Fight: Dredge 1.", "Discard", DONE),
        ("Fight: You may Dredge 1.", "Discard", DONE),
        ("Fight: Draw a card, then Dredge 1.", "Discard", DONE),
        ("Ambush: Each player Dredges 1.", "Discard", "That player discards the top card of that player's deck."),
        ("Fight: If you have no cards in your hand, Dredge 1.", "Discard", DONE),
    ],
)
def test_a_keyword_is_told_by_the_body_that_is_used(text: str, rule: str, said: str) -> None:
    """On an Enemy a line of keywords says what the card has; where somebody does one, what a player does."""
    card = f"  - {{kind: Villain, name: It, VP: 1, Attack: 3, text: {text!r}}}\n"
    texts = Texts.of([], {"used.yaml": (BODIES + card).encode()})
    assert not texts.unlowered
    it, face = next((it, face) for it, face in texts.faces() if str(face.name) == "It")
    clauses = [one.says for part in texts.paraphrase(it, face) for one in part.clauses]
    assert said in clauses and not (said != HAD and HAD in clauses), clauses
    rules = texts.image.cards[texts.definition(it, face)].rules
    assert len(rules) == 1 and f"Dredge 1 — {rule}" in rules[0]


def test_what_cannot_be_carried_out_is_not_told() -> None:
    """A text that is read but that the machine does not do: the finding, and no clause of what would never happen."""
    texts = Texts.of([], {"used.yaml": KEYWORDS.encode()})
    card, face = next((card, face) for card, face in texts.faces() if str(face.name) == "Place")
    assert explain_card(texts, card, face).parts
    texts.unlowered.append(finding("CW450", face.span, what="such a thing"))
    made = explain_card(texts, card, face)
    assert [one.code for one in made.findings] == ["CW450"] and not made.parts


@pytest.mark.parametrize("name", ["Dredge", "Dredge 2", "dredge 12", "Dredge {number}"])
def test_a_keyword_is_found_with_its_slots_filled(name: str) -> None:
    texts = Texts.of([], {"used.yaml": BODIES.removesuffix("cards:\n").encode()})
    found = find(name, texts.declarations)
    assert isinstance(found, Target) and [word.phrase for word in found.words] == ["Dredge {number}"]
    assert isinstance(find("Dredgee of 2", texts.declarations), Finding)
