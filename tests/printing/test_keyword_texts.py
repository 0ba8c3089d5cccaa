"""Trees with keywords, granted text and bound values, built by hand, print as the training texts word them."""

from __future__ import annotations

import pytest

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import print_line

from .trees import (
    BYSTANDER,
    CARD,
    HQ,
    IT,
    YOU,
    a,
    at,
    costs,
    count,
    do,
    every,
    get,
    icon,
    icons,
    is_,
    keyword,
    label,
    line,
    mine,
    plus,
    q,
    ref,
    sel,
    seq,
    their,
    your,
)
from .words import TableForms

TEXTS: list[tuple[str, t.Line]] = [
    ("Berserk", line(keyword("Berserk"))),
    ("Berserk, Berserk", line(seq(keyword("Berserk"), ",", keyword("Berserk")))),
    ("Size-Changing [Covert]", line(keyword("Size-Changing", icons=icons("Covert")))),
    (
        "You get Empowered by [Strength].",
        line(t.UseKeyword("core:Empowered", YOU, (t.Arg("icons", icons("Strength")),), form="get")),
    ),
    (
        "[Covert]: Make a Demonic Bargain with Doctor Vex to rescue two Bystanders.",
        line(
            t.UseKeyword(
                "core:Demonic Bargain",
                None,
                (
                    t.Arg("with", ref("Doctor Vex")),
                    t.Arg("effect", t.EffectValue(do("rescue", sel("Bystander", 2)))),
                ),
                form="make",
            ),
            label("", "Covert"),
        ),
    ),
    (
        "A Hero in your hand gains Berserk this turn.",
        line(t.Gain(a("Hero", at(your("hand"))), (t.KeywordValue("core:Berserk"),), duration="turn")),
    ),
    (
        "[Marvel Knights]: KO one of your Heroes with no Hero Class.",
        line(do("KO", a("Hero", mine(), t.NoIcon("core:Hero Class"))), label("", "Marvel Knights")),
    ),
    (
        "[Strength]: If that card is grey, KO it.",
        line(t.If(t.Is(ref("that card"), (is_("grey"),)), do("KO", IT)), label("", "Strength")),
    ),
    (
        "Reveal three cards from your hand with different costs. If you can't, discard a card.",
        line(
            seq(
                do("reveal", sel("card", 3, at(your("hand")), t.Different("core:cost"))),
                ".",
                t.If(t.Done(1, form="can't"), do("discard", CARD)),
            )
        ),
    ),
    (
        "Choose two Heroes in the HQ. You get +Attack equal to their total printed Attack.",
        line(
            seq(
                t.ChooseValue(None, sel("Hero", 2, at(HQ))),
                ".",
                get(plus(t.AttrOf(ref("they", "cards"), "core:Attack", True, "sum"))),
            )
        ),
    ),
    (
        "Discard your hand. Draw that many cards.",
        line(seq(do("discard", your("hand")), ".", do("draw", sel("card", q("exactly", ref("that many", "number")))))),
    ),
    (
        "Each player with no Wounds in their hand or discard pile rescues a Bystander.",
        line(
            do(
                "rescue",
                BYSTANDER,
                every("player", t.Holds(sel("Wound", "no", at(their("hand"), their("discard pile"))), "with")),
            )
        ),
    ),
    (
        "Choose a Villain Group. Each Villain with that Villain Group gets -2 Attack this turn.",
        line(
            seq(
                t.ChooseValue(None, t.ValueSort("core:Villain Group")),
                ".",
                t.Change(
                    every("Villain", t.Named("core:Villain Group", ref("that core:Villain Group", "name"))),
                    (plus(-2),),
                    duration="turn",
                ),
            )
        ),
    ),
    (
        "[Strength]: Draw three cards instead of one.".replace(" instead of one", " instead"),
        line(t.Instead(do("draw", sel("card", 3)), "sentence"), label("", "Strength")),
    ),
    (
        "[Tech][Tech][Tech]: Instead, rescue four Bystanders.",
        line(t.Instead(do("rescue", sel("Bystander", 4)), "line"), label("", "Tech", "Tech", "Tech")),
    ),
    (
        "Discard a card that costs 1, 2, or 4.",
        line(do("discard", a("card", t.AnyOf((costs("==", 1), costs("==", 2), costs("==", 4)))))),
    ),
    (
        "If you have a [Strength], [Tech], or [Ranged] Hero, you get +2 Recruit.",
        line(
            t.If(
                t.Exists(a("Hero", t.AnyOf((icon("Strength"), icon("Tech"), icon("Ranged"))), mine()), have=True),
                get(plus(2, "Recruit")),
            )
        ),
    ),
    (
        "You get +1/2 Attack for each Bystander in your Victory Pile.",
        line(get(plus(t.Num(0, half=True), per=count(every("Bystander", at(your("Victory Pile"))))))),
    ),
]


@pytest.mark.parametrize(("text", "tree"), TEXTS, ids=[str(i) for i in range(len(TEXTS))])
def test_prints_as_worded(text: str, tree: t.Line) -> None:
    assert print_line(tree, TableForms()) == text
