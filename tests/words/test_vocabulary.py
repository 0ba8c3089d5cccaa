"""The vocabulary: which phrases mean what, in which form, and that a set sees its own words and its requirements'
only (Law 6).
"""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler
from cardwright.dsl.words import Form, Keyword, Verb, Vocabulary, WordClass, pattern
from cardwright.dsl.words.english import article, plural, possessive, verb_forms


def vocabulary(text: str, name: str = "x", **others: str) -> tuple[Vocabulary, list[str]]:
    given = {f"{key}.yaml": value.encode() for key, value in {**others, name: text}.items()}
    result = Compiler().declare(given=given)
    return result.declared[name].vocabulary, [f.code for f in result.findings]


BASE = """
set: base
language: 1
zones: [{zone: discard pile, of: player}, {zone: city, of: table, order: row, spaces: [Sewers, Bank]}]
kinds: [{kind: Hero, plural: Heroes, fields: [cost, class]}]
numbers: [{number: cost}]
points: [{point: Coin}]
icons: [{icons: Hero Class, plural: Hero Classes, key: class, of: [Tech, Covert]}]
names: [{name: Hero Name}]
terms: [{term: Enemy, also: [enemies], is: a Hero}, {term: grey, adjective: true, is: a Hero}]
verbs: [{verb: draw, forms: [draws, drew, drawing, drawn], takes: cards, also: [pull]}]
labels: [{label: Twist, plural: Twists, on: Hero, when: you draw this}]
counters: [{counter: Danger Level, of: table, starts: 0}]
events: [{event: "a fight against {enemy} fails", of: {enemy: a Hero}}]
procedures: [{procedure: fight, period: fight, steps: [{step: strike down, text: Draw a card.}]}]
keywords: [{keyword: "Empowered by {classes}", of: {classes: icons}, Hero: "You get +1 Coin."}]
cards: [{kind: Hero, name: Wasp}]
"""


@pytest.mark.parametrize(
    ("phrase", "word", "id", "form", "canonical"),
    [
        ("discard piles", WordClass.ZONE, "base:discard pile", Form.PLURAL, True),
        ("Bank", WordClass.SPACE, "base:Bank", Form.SINGULAR, True),
        ("Heroes", WordClass.KIND, "base:Hero", Form.PLURAL, True),
        ("costs", WordClass.NUMBER, "base:cost", Form.PLURAL, True),
        ("Coin", WordClass.POINT, "base:Coin", Form.SINGULAR, True),
        ("Tech", WordClass.ICON, "base:Tech", Form.SINGULAR, True),
        ("Hero Classes", WordClass.ICONS, "base:Hero Class", Form.PLURAL, True),
        ("Hero Name", WordClass.NAMEKIND, "base:Hero Name", Form.SINGULAR, True),
        ("Enemies", WordClass.TERM, "base:Enemy", Form.PLURAL, True),
        ("enemies", WordClass.TERM, "base:Enemy", Form.PLURAL, False),
        ("grey", WordClass.ADJECTIVE, "base:grey", Form.SINGULAR, True),
        ("draws", WordClass.VERB, "base:draw", Form.THIRD, True),
        ("drew", WordClass.VERB, "base:draw", Form.PAST, True),
        ("drawn", WordClass.VERB, "base:draw", Form.PARTICIPLE, True),
        ("drawing", WordClass.VERB, "base:draw", Form.ING, True),
        ("pulls", WordClass.VERB, "base:draw", Form.THIRD, False),
        ("Twists", WordClass.LABEL, "base:Twist", Form.PLURAL, True),
        ("Danger Level", WordClass.COUNTER, "base:Danger Level", Form.SINGULAR, True),
        ("a fight against", WordClass.EVENT, "base:a fight against {enemy} fails", Form.BASE, True),
        ("fight", WordClass.PROCEDURE, "base:fight", Form.BASE, True),
        ("fight", WordClass.PERIOD, "base:fight", Form.SINGULAR, True),
        ("strike down", WordClass.STEP, "base:strike down", Form.SINGULAR, True),
        ("Empowered by", WordClass.KEYWORD, "base:Empowered by {classes}", Form.BASE, True),
        ("Wasp", WordClass.CARD, "base:Wasp", Form.SINGULAR, True),
    ],
)
def test_entries(phrase: str, word: WordClass, id: str, form: Form, canonical: bool) -> None:
    made, found = vocabulary(BASE, "base")
    assert not found
    rows = {(e.word, e.id, e.form, e.canonical) for e in made.lookup(phrase)}
    assert (word, id, form, canonical) in rows


def test_a_set_sees_its_requirements_and_nothing_else() -> None:
    mine = "set: mine\nlanguage: 1\nrequires: [base]\nzones: [{zone: satchel, of: player}]\n"
    stranger = "set: stranger\nlanguage: 1\nzones: [{zone: docks, of: table}]\n"
    made, found = vocabulary(mine, "mine", base=BASE, stranger=stranger)
    assert not found
    assert made.lookup("satchel") and made.lookup("Heroes") and not made.lookup("docks")


def test_declarations_by_id_and_class() -> None:
    made, _ = vocabulary(BASE, "base")
    verb = made.declaration("base:draw", Verb)
    assert verb is not None and verb.takes == "cards"
    (keyword,) = made.all(Keyword)
    assert [str(text) for text in keyword.bodies.values()] == ["You get +1 Coin."]
    assert made.form_of("base:draw", WordClass.VERB, Form.PAST) == "drew"


def test_clash_with_a_required_set_names_both_files() -> None:
    mine = "set: mine\nlanguage: 1\nrequires: [base]\nzones: [{zone: discard pile, of: table}]\n"
    result = Compiler().declare(given={"base.yaml": BASE.encode(), "mine.yaml": mine.encode()})
    clashes = [f for f in result.findings if f.span.text == "discard pile"]
    assert [(f.code, f.span.file.name, f.span.line) for f in clashes] == [("CW505", "mine.yaml", 4)]
    assert {label.span.file.name for label in clashes[0].labels} == {"base.yaml"}


def test_two_sets_clash_only_where_both_are_seen() -> None:
    one = "set: one\nlanguage: 1\nzones: [{zone: docks, of: table}]\n"
    two = "set: two\nlanguage: 1\nzones: [{zone: docks, of: player}]\n"
    given = {"one.yaml": one.encode(), "two.yaml": two.encode()}
    assert not Compiler().declare(given=given).findings
    both = b"set: both\nlanguage: 1\nrequires: [one, two]\n"
    result = Compiler().declare(given={**given, "both.yaml": both})
    (item,) = result.findings
    assert (item.code, item.span.file.name) == ("CW505", "both.yaml")
    assert {label.span.file.name for label in item.labels} == {"one.yaml", "two.yaml"}


def test_coined_words_are_of_one_card_only() -> None:
    made, _ = vocabulary(BASE, "base")
    child = made.coin("base", "Rift")
    assert [e.form for e in child.lookup("Rifts")] == [Form.PLURAL]
    assert child.lookup("Heroes") and not made.lookup("Rift")


def test_patterns() -> None:
    made = pattern("Ritual Artifact — If {condition}, you may discard this to {effect}.", {"effect": "clauses"})
    assert made.head == "Ritual Artifact — If"
    assert [(slot.name, slot.type) for slot in made.slots] == [("condition", "condition"), ("effect", "clauses")]
    assert str(made) == "Ritual Artifact — If {condition}, you may discard this to {effect}."
    assert pattern("{cards}' sequence").begins_with_slot and pattern("Berserk").is_plain


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Wound", "Wounds"),
        ("Hero Class", "Hero Classes"),
        ("Enemy", "Enemies"),
        ("play area", "play areas"),
        ("Ally", "Allies"),
        ("day", "days"),
        ("Box", "Boxes"),
        ("Witch", "Witches"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Hero", "a"),
        ("Enemy", "an"),
        ("S.H.I.E.L.D. Officer", "a"),
        ("HQ", "an"),
        ("hour", "an"),
        ("unique card", "a"),
        ("8", "an"),
        ("11", "an"),
        ("X-Men Hero", "an"),
        ("[Instinct] Hero", "an"),
        ("one-time", "a"),
        ("KO pile", "a"),
    ],
)
def test_articles(phrase: str, expected: str) -> None:
    assert article(phrase) == expected


def test_verbs_and_possessives() -> None:
    assert verb_forms("start to fight").third == "starts to fight"
    assert verb_forms("rescue").past == "rescued" and verb_forms("rescue").ing == "rescuing"
    assert verb_forms("KO", ("KOs", "KO'd", "KO'ing")).participle == "KO'd"
    assert verb_forms("carry").third == "carries" and verb_forms("play").past == "played"
    assert [possessive("Wasp"), possessive("Avengers"), possessive("Hero Class")] == [
        "Wasp's",
        "Avengers'",
        "Hero Class's",
    ]
