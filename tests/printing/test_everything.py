"""Any tree of the families prints as tidy English: no hole, no double space, a capital and a stop."""

from __future__ import annotations

import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import Unprintable, print_line

from .trees import EACH_OTHER, EACH_PLAYER, THIS, YOU, a, at, costs, did, icon, is_, mine, ref, your, zone
from .words import TableForms

NUMS = st.integers(1, 12).map(t.Num)
NOUNS = st.sampled_from(["card", "core:Hero", "core:Wound", "core:Villain", "core:Enemy"])
REFS = st.sampled_from([ref("it"), ref("that card"), ref("those core:Hero", "cards"), ref("they", "cards"), THIS])
PREDS = st.lists(
    st.sampled_from(
        [
            icon("Tech"),
            t.Not(icon("Covert")),
            t.AnyOf((icon("Tech"), icon("Ranged"))),
            is_("grey"),
            t.Not(is_("grey")),
            at(zone("HQ")),
            at(your("hand"), your("discard pile")),
            mine(),
            costs("<=", 3),
            costs("==", 0),
            t.Number("core:Attack", ">=", t.Num(4)),
            t.Number("core:cost", "<", t.AttrOf(ref("it"), "core:cost")),
            t.Number("core:cost", "==", parity="odd"),
            did("play", YOU),
            did("KO", period="way"),
            t.Holds(a("Bystander")),
            t.Different("core:cost"),
            t.NoIcon("core:Hero Class"),
            t.HasKeyword("core:Berserk"),
            t.AttachedTo(ref("it")),
            t.Fits(t.Done(1)),
        ]
    ),
    max_size=3,
    unique=True,
).map(tuple)
QUANTS = st.one_of(
    st.sampled_from([t.Quant(k) for k in ("any number", "all", "each", "any", "no", "plural")]),
    st.builds(t.Quant, st.sampled_from(["exactly", "up to", "random"]), NUMS),
)
SELS = st.builds(t.Sel, NOUNS, QUANTS, PREDS)
GROUPS = st.one_of(SELS, REFS)
NUMBERS = st.one_of(
    NUMS,
    st.builds(t.Count, SELS),
    st.builds(t.AttrOf, REFS, st.just("core:cost"), st.booleans()),
    st.builds(t.Arith, st.sampled_from(["+", "-", "*"]), st.builds(t.Count, SELS), NUMS),
)
SUBJECTS = st.sampled_from([None, YOU, EACH_PLAYER, EACH_OTHER, ref("that player", "player"), ref("they", "players")])
VERBS = st.sampled_from(["core:draw", "core:discard", "core:KO", "core:gain", "core:reveal"])
DEEDS = st.builds(
    lambda verb, who, cards, times: t.Do(verb, who, (t.Arg("cards", cards),), times=times),
    VERBS,
    SUBJECTS,
    GROUPS,
    st.one_of(st.none(), st.builds(t.Count, SELS)),
)
AMOUNTS = st.builds(t.Amount, st.one_of(st.integers(-3, 5).map(t.Num), NUMBERS), st.just("core:Attack"))
GETS = st.builds(lambda amounts: t.Get(YOU, tuple(amounts)), st.lists(AMOUNTS, min_size=1, max_size=2))
CHANGES = st.builds(lambda what, n, d: t.Change(what, (n,), duration=d), GROUPS, AMOUNTS, st.sampled_from(["", "turn"]))
CONDITIONS = st.one_of(
    st.builds(t.Exists, SELS, st.booleans()),
    st.builds(t.Compare, NUMBERS, st.sampled_from(["==", "<=", ">=", "<", ">"]), NUMBERS),
    st.builds(lambda what, preds: t.Is(what, preds or (is_("grey"),)), REFS, PREDS),
    st.builds(lambda b, form: t.Done(1, b, form), st.booleans(), st.sampled_from(["do", "can't"])),
)
JOINS = st.sampled_from(["and", "then", ".", ". then"])


def bigger(inner: st.SearchStrategy[t.Effect]) -> st.SearchStrategy[t.Effect]:
    return st.one_of(
        st.builds(lambda x, y, j: t.Seq((x, y), (j,)), inner, inner, JOINS),
        st.builds(t.May, st.sampled_from([YOU, EACH_PLAYER]), inner),
        st.builds(t.If, CONDITIONS, inner, st.one_of(st.none(), inner)),
        st.builds(lambda c, e: t.If(c, e, post=True), CONDITIONS, inner),
        st.builds(t.Each, SELS, inner),
        st.builds(lambda x, y: t.Choose(None, (x, y), form="choose one"), inner, inner),
        st.builds(lambda e, of: t.Instead(e, of), inner, st.sampled_from(["line", "sentence"])),
    )


EFFECTS = st.recursive(st.one_of(DEEDS, GETS, CHANGES), bigger, max_leaves=4)


@settings(suppress_health_check=list(HealthCheck))
@given(EFFECTS)
def test_every_tree_prints_tidily(effect: t.Effect) -> None:
    try:
        words = print_line(t.Line((), effect), TableForms())
    except Unprintable as trouble:
        assert trouble.why.startswith(("an owner before", "no negative"))
        return
    assert "  " not in words and "{" not in words and " ," not in words and " ." not in words, words
    assert ".." not in words and not re.search(r"\. [a-z]", words), words
    assert words[0].isupper() or not words[0].isalpha(), words
    assert words.endswith("."), words
