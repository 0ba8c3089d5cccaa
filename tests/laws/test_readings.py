"""The fixed readings of docs/language.md, where English could be read in two ways: each row as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cardwright.dsl.compile import Compiler
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.resolve import Result, resolve_lines
from cardwright.dsl.source import bundled
from cardwright.dsl.words import Vocabulary


@cache
def vocabulary() -> Vocabulary:
    return Compiler().declare([bundled()]).declared["core"].vocabulary


def read(*lines: str, kind: str = "Hero") -> Result:
    return resolve_lines(list(lines), vocabulary(), Carrier((f"core:{kind}",), ("Example",), "core", {}, True))


def tree(*lines: str, kind: str = "Hero") -> t.CardText:
    result = read(*lines, kind=kind)
    assert result.text is not None, result.problems
    return result.text


def all_of(node: t.Node, kind: type[t.Node]) -> list[t.Node]:
    return [one for one in node.walk() if isinstance(one, kind)]


def one(node: t.Node, kind: type[t.Node]) -> t.Node:
    (found,) = all_of(node, kind)
    return found


def verbs(node: t.Node | None) -> list[str]:
    """The declared verbs inside a node, in order."""
    found = [] if node is None else [part for part in node.walk() if isinstance(part, t.Do)]
    return [part.verb.split(":")[-1] for part in found]


def test_a_condition_behind_belongs_to_the_nearest_clause() -> None:
    behind = one(tree("Draw a card and rescue a Bystander if you have a Wound."), t.If)
    assert isinstance(behind, t.If) and verbs(behind.then) == ["rescue"]
    before = one(tree("If you have a Wound, draw a card and rescue a Bystander."), t.If)
    assert isinstance(before, t.If) and verbs(before.then) == ["draw", "rescue"]


def test_for_each_behind_multiplies_its_clause_only() -> None:
    front = one(tree("For each Villain in the city, draw a card and rescue a Bystander."), t.Each)
    assert verbs(front) == ["draw", "rescue"]
    behind = tree("Draw a card for each Villain in the city and rescue a Bystander.")
    draw, rescue = (node for node in behind.walk() if isinstance(node, t.Do))
    assert draw.times is not None and rescue.times is None


def test_or_between_clauses_is_chosen_by_whoever_does_it() -> None:
    choice = one(tree("Each player discards a card or gains a Wound."), t.Choose)
    assert isinstance(choice, t.Choose) and isinstance(choice.who, t.Sel) and choice.who.quant.kind == "each"


def where(text: str) -> tuple[t.Pred, ...]:
    """What is said of the first cards of a text."""
    sel = next(node for node in tree(text).walk() if isinstance(node, t.Sel) and node.noun != "player")
    return sel.where


def test_icons_joined_by_or_are_a_union() -> None:
    assert any(isinstance(pred, t.AnyOf) for pred in where("KO a [Tech] or [Ranged] Hero from your hand."))
    both = where("KO a [Tech] and [Ranged] Hero from your hand.")
    assert sum(isinstance(pred, t.HasIcon) for pred in both) == 2


def test_zones_joined_by_or_are_a_union() -> None:
    (place,) = (pred for pred in where("KO two cards from your hand or discard pile.") if isinstance(pred, t.InZone))
    assert len(place.zones) == 2


@pytest.mark.parametrize(("words", "op"), [("4 or less", "<="), ("4 or more", ">="), ("4", "==")])
def test_or_less_includes_the_number(words: str, op: str) -> None:
    tests = [
        node for node in tree(f"KO a Hero from your hand that costs {words}.").walk() if isinstance(node, t.Number)
    ]
    assert [test.op for test in tests] == [op]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("up to two cards", "up to"),
        ("any number of cards", "any number"),
        ("two cards", "exactly"),
        ("all cards", "all"),
    ],
)
def test_quantities(words: str, kind: str) -> None:
    sel = next(node for node in tree(f"KO {words} from your hand.").walk() if isinstance(node, t.Sel))
    assert sel.quant.kind == kind


def test_another_is_not_this() -> None:
    sels = [node for node in tree("KO another card from your hand.").walk() if isinstance(node, t.Sel)]
    assert sels[0].other


def test_if_you_do_means_the_clause_before() -> None:
    text = tree("You may discard a card. If you do, draw two cards.")
    done = one(text, t.Done)
    discard = next(node for node in text.walk() if isinstance(node, t.Do))
    assert isinstance(done, t.Done) and done.bind == discard.binds and not done.negated


def test_may_a_to_b_pays_first() -> None:
    pay = one(tree("You may discard a card to draw two cards."), t.PayTo)
    assert isinstance(pay, t.PayTo) and verbs(pay.cost) == ["discard"] and verbs(pay.effect) == ["draw"]


def test_instead_replaces_the_sentence_or_the_line() -> None:
    sentence = one(tree("You get +1 Attack. If you have a Wound, you get +2 Attack instead."), t.Instead)
    line = one(tree("Draw a card.", "[Tech]: Instead, draw two cards."), t.Instead)
    assert isinstance(sentence, t.Instead) and sentence.of == "sentence"
    assert isinstance(line, t.Instead) and line.of == "line"


def test_then_is_order_and_no_condition() -> None:
    text = tree("Discard a card, then draw a card.")
    assert not all_of(text, t.If)
    assert verbs(text) == ["discard", "draw"]


def test_otherwise_answers_the_nearest_if() -> None:
    text = tree("Reveal the top card of your deck. If it costs 3 or more, draw it. Otherwise, discard it.")
    (cond,) = (node for node in text.walk() if isinstance(node, t.If))
    assert verbs(cond.then) == ["draw"] and verbs(cond.otherwise) == ["discard"]


def test_otherwise_behind_two_ifs_is_a_finding() -> None:
    result = read("If you have a Wound, draw a card. If you have a Bystander, draw a card. Otherwise, discard a card.")
    assert result.text is None


def test_a_list_of_clauses_with_and_and_or_is_a_finding() -> None:
    result = read("Draw a card, rescue a Bystander, and gain a Wound or discard a card.")
    assert result.text is None


def refs(text: t.Node) -> Iterator[t.Ref]:
    return (node for node in text.walk() if isinstance(node, t.Ref))


def test_it_is_the_card_and_not_the_deck() -> None:
    text = tree("Reveal the top card of your deck. If it's a Hero, draw it.")
    assert {ref.type for ref in refs(text) if ref.form == "it"} == {"card"}
    assert {ref.to for ref in refs(text) if ref.form == "it"} == {"bind 1"}


def test_that_many_is_what_the_last_clause_made() -> None:
    (many,) = (
        ref for ref in refs(tree("KO any number of Wounds from your hand. Draw that many cards.")) if "many" in ref.form
    )
    assert many.to == "bind 1"


def test_this_turn_lasts_or_looks_back() -> None:
    lasts = one(tree("A Villain in the city gets -1 Attack this turn."), t.Change)
    assert isinstance(lasts, t.Change) and lasts.duration == "turn"
    back = one(tree("If you recruited a Hero this turn, draw a card."), t.Happened)
    assert isinstance(back, t.Happened) and back.period == "turn"
    watch = one(tree("Whenever you defeat a Villain this turn, draw a card."), t.When)
    assert isinstance(watch, t.When) and watch.duration == "turn"


def test_highest_cost_is_one_card() -> None:
    (pos,) = (node for node in tree("KO the highest-cost Hero in the HQ.").walk() if isinstance(node, t.Pos))
    assert pos.kind == "highest" and not pos.ties


@pytest.mark.parametrize(
    ("one_way", "other"),
    [
        ("Draw two cards.", "Draw 2 cards."),
        ("KO a card from your hand that costs 3 or less.", "KO a card from your hand that costs 3 or lower."),
    ],
)
def test_other_wordings_have_the_same_meaning(one_way: str, other: str) -> None:
    assert tree(one_way) == tree(other)


def test_two_at_one_distance_are_a_finding() -> None:
    result = read("Reveal the top card of your deck and discard a Hero. Draw it.")
    assert result.text is None
    (problem,) = (problem for _, problem in result.problems)
    assert len(problem.others) == 2  # both are shown


def test_none_before_is_a_finding() -> None:
    result = read("Draw two of those cards.")
    assert result.text is None
    assert any("antecedent" in problem.code for _, problem in result.problems)
