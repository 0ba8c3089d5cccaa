"""Trees of Heroes built by hand print as the training texts word them: over all constructs, without a parser."""

from __future__ import annotations

import pytest

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import print_line

from .trees import (
    BYSTANDER,
    CARD,
    CITY,
    DRAW,
    EACH_OTHER,
    EACH_PLAYER,
    HQ,
    IT,
    SAME,
    THIS,
    WOUND,
    YOU,
    a,
    at,
    costs,
    count,
    did,
    do,
    event,
    every,
    get,
    happened,
    icon,
    is_,
    label,
    line,
    mine,
    num,
    plus,
    q,
    ref,
    reveal_or,
    sel,
    seq,
    space,
    their,
    top,
    your,
    zone,
)
from .words import TableForms

TEXTS: list[tuple[str, t.Line]] = [
    (
        "Draw two cards, then put one of your cards on the bottom of your deck.",
        line(seq(do("draw", sel("card", 2)), "then", do("put", a("card", mine()), to=your("deck", "bottom")))),
    ),
    (
        "[Tech]: Look at the bottom two cards of your deck.",
        line(do("look at", top(2, at(your("deck")), kind="bottom")), label("", "Tech")),
    ),
    ("[Strength]: You get +3 Attack.", line(get(plus(3)), label("", "Strength"))),
    (
        "[S.H.I.E.L.D.][S.H.I.E.L.D.]: Gain two S.H.I.E.L.D. Officers to your hand.",
        line(do("gain", sel("S.H.I.E.L.D. Officer", 2), to=your("hand")), label("", "S.H.I.E.L.D.", "S.H.I.E.L.D.")),
    ),
    (
        "You may discard two cards. If you do, draw three cards.",
        line(seq(t.May(YOU, do("discard", sel("card", 2))), ".", t.If(t.Done(1), do("draw", sel("card", 3))))),
    ),
    (
        "Reveal the top card of your deck. If it's [Tech], draw it. Otherwise, discard it.",
        line(
            seq(
                do("reveal", top(1, at(your("deck")))),
                ".",
                t.If(t.Is(IT, (icon("Tech"),)), do("draw", IT), do("discard", IT)),
            )
        ),
    ),
    (
        "[Strength]: For each non-grey Hero you recruited this turn, you get +2 Attack.",
        line(
            t.Each(sel("Hero", "plural", t.Not(is_("grey")), did("recruit", YOU)), get(plus(2))),
            label("", "Strength"),
        ),
    ),
    (
        "Reveal the top card of your deck. If it costs 3 or more, you get +2 Attack.",
        line(
            seq(
                do("reveal", top(1, at(your("deck")))),
                ".",
                t.If(t.Compare(t.AttrOf(IT, "core:cost"), ">=", num(3)), get(plus(2))),
            )
        ),
    ),
    (
        "[Instinct]: If there is a Villain on the Bridge, you get +3 Attack.",
        line(t.If(t.Exists(a("Villain", at(space("Bridge")))), get(plus(3))), label("", "Instinct")),
    ),
    (
        "Look at the top four cards of your deck. "
        "Discard one, draw one, and put the rest on top of your deck in any order.",
        line(
            seq(
                do("look at", top(4, at(your("deck")))),
                ".",
                do("discard", sel("card", 1, of=ref("", "cards"))),
                ",",
                do("draw", sel("card", 1, of=ref("", "cards"))),
                "and",
                do("put", ref("the rest", "cards"), to=your("deck", "top"), mods=("in any order",)),
            )
        ),
    ),
    ("Draw a card for each Wound you have.", line(do("draw", CARD, times=count(every("Wound", mine()))))),
    (
        "[Tech]: KO a Wound from your hand or discard pile.",
        line(do("KO", a("Wound", at(your("hand"), your("discard pile")))), label("", "Tech")),
    ),
    (
        "You get +1 Recruit for every two Villains in your Victory Pile.",
        line(get(plus(1, "Recruit", t.Arith("//", count(sel("Villain", "plural", at(your("Victory Pile")))), num(2))))),
    ),
    (
        "You get +Attack equal to the highest cost among the cards in your hand.",
        line(get(plus(t.AttrOf(sel("card", "the", at(your("hand"))), "core:cost", fold="max")))),
    ),
    (
        "You get +Recruit equal to half the number of cards in your discard pile, rounded down.",
        line(
            get(plus(t.Arith("//", count(sel("card", "plural", at(your("discard pile")))), num(2), "down"), "Recruit"))
        ),
    ),
    (
        "You get +3 Recruit, usable only to recruit grey Heroes.",
        line(get(plus(3, "Recruit"), only=do("recruit", sel("Hero", "plural", is_("grey"))))),
    ),
    (
        "You may KO a Hero from your discard pile that costs 0.",
        line(t.May(YOU, do("KO", a("Hero", at(your("discard pile")), costs("==", 0))))),
    ),
    (
        "KO up to two of your Heroes that cost 2 or less.",
        line(do("KO", sel("Hero", q("up to", 2), mine(), costs("<=", 2)))),
    ),
    (
        "[Instinct]: Rescue another Bystander, then draw a card.",
        line(seq(do("rescue", a("Bystander", other=True)), "then", DRAW), label("", "Instinct")),
    ),
    (
        "Whenever you rescue a Bystander this turn, you get +2 Recruit.",
        line(t.When(event("rescue", YOU, BYSTANDER), get(plus(2, "Recruit")), duration="turn", word="whenever")),
    ),
    (
        "[Covert]: Choose an Enemy. It gets -1 Attack this turn.",
        line(
            seq(t.ChooseValue(None, a("Enemy")), ".", t.Change(IT, (plus(-1),), duration="turn")), label("", "Covert")
        ),
    ),
    (
        "The first time you defeat a Villain in the Sewers this turn, draw two cards.",
        line(
            t.When(
                event("defeat", YOU, a("Villain", at(space("Sewers")))),
                do("draw", sel("card", 2)),
                once="first",
                duration="turn",
            )
        ),
    ),
    (
        "The next time you fight a Villain this turn, that Villain gets -2 Attack.",
        line(
            t.When(
                event("fight", YOU, a("Villain")),
                t.Change(ref("that core:Villain", to="event"), (plus(-2),)),
                once="next",
                duration="turn",
            )
        ),
    ),
    (
        "Choose one: Draw two cards, or you get +3 Recruit.",
        line(t.Choose(None, (do("draw", sel("card", 2)), get(plus(3, "Recruit"))), form="choose one")),
    ),
    ("[Tech]: Instead, do both.", line(t.Instead(t.Nothing(""), "line", both=True), label("", "Tech"))),
    (
        "Choose one:\n- Rescue a Bystander.\n- KO a Wound from your discard pile.",
        line(t.Choose(None, (do("rescue", BYSTANDER), do("KO", a("Wound", at(your("discard pile"))))), form="bullets")),
    ),
    (
        "Choose a Hero Class. Each player reveals a card of that Hero Class or discards a card.",
        line(
            seq(
                t.ChooseValue(None, t.ValueSort("core:Hero Class")),
                ".",
                reveal_or(
                    a("card", t.HasIconRef("core:Hero Class", ref("that core:Hero Class", "icon"))),
                    do("discard", CARD, SAME),
                ),
            )
        ),
    ),
    ("Each other player may draw a card.", line(t.May(EACH_OTHER, DRAW))),
    (
        "The player on your right discards the top card of their deck.",
        line(do("discard", top(1, at(their("deck"))), t.Ref("right", "player", "the player on your right"))),
    ),
    (
        "[Covert]: Reveal a card with an Attack icon from your hand.".replace(
            "with an Attack icon from your hand", "from your hand with an Attack icon"
        ),
        line(do("reveal", a("card", at(your("hand")), t.HasIcon("big:core:Attack"))), label("", "Covert")),
    ),
    (
        "To play this, you must discard a [Tech] card.",
        line(t.PayTo(do("discard", a("card", icon("Tech")), YOU), do("play", THIS), may=False)),
    ),
    (
        "If you would gain a Wound, you may discard this to rescue a Bystander instead.",
        line(
            t.When(
                event("gain", YOU, WOUND),
                t.Instead(t.PayTo(do("discard", THIS, YOU), do("rescue", BYSTANDER)), "event"),
                would=True,
            )
        ),
    ),
    (
        "If a Master Strike takes effect, draw a card.".replace("If", "When"),
        line(t.When(t.EventPattern("core:a Master Strike takes effect", ()), DRAW)),
    ),
    (
        "[Strength][Strength]: Defeat a Henchman in the city for free.",
        line(do("defeat", a("Henchman", at(CITY)), mods=("for free",)), label("", "Strength", "Strength")),
    ),
    (
        "Defeat a Villain with no Bystanders and 3 Attack or less.",
        line(
            do("defeat", a("Villain", t.Holds(sel("Bystander", "no"), "with"), t.Number("core:Attack", "<=", num(3))))
        ),
    ),
    (
        "Recruit a Hero from the HQ that costs 4 or less for free.",
        line(do("recruit", a("Hero", at(HQ), costs("<=", 4)), mods=("for free",))),
    ),
    (
        "[Instinct]: Each other player reveals an [Instinct] card or discards two cards.",
        line(
            reveal_or(a("card", icon("Instinct")), do("discard", sel("card", 2), SAME), EACH_OTHER),
            label("", "Instinct"),
        ),
    ),
    (
        "Non-grey Heroes in the HQ cost 2 less this turn.",
        line(t.Change(sel("Hero", "plural", t.Not(is_("grey")), at(HQ)), (plus(-2, "cost"),), duration="turn")),
    ),
    (
        "Choose a Hero in the HQ. You may recruit it for 2 less this turn.",
        line(
            seq(
                t.ChooseValue(None, a("Hero", at(HQ))),
                ".",
                t.Permit(YOU, "may", do("recruit", IT), duration="turn", price=t.Price("less", by=num(2))),
            )
        ),
    ),
    (
        "Choose a Villain. This turn, it gets -1 Attack for each [Marvel Knights] Hero you played this turn.",
        line(
            seq(
                t.ChooseValue(None, a("Villain")),
                ".",
                t.Change(
                    IT, (plus(-1, per=count(every("Hero", icon("Marvel Knights"), did("play", YOU)))),), duration="turn"
                ),
            )
        ),
    ),
    (
        "Swap two Villains in adjacent city spaces.",
        line(do("swap", sel("Villain", 2, at(t.Space("core:city", quant=q("plural"), where=("adjacent",)))))),
    ),
    (
        "If you played at least five other cards this turn, you get +3 Attack.",
        line(t.If(happened("play", YOU, sel("card", q("at least", 5), other=True)), get(plus(3)))),
    ),
    (
        "If you didn't fight this turn, draw a card.",
        line(t.If(happened("fight", YOU, negated=True), DRAW)),
    ),
    (
        "If you made at least 7 Recruit this turn, you get +4 Attack.",
        line(t.If(t.Compare(t.Points(YOU, "core:Recruit", True), ">=", num(7)), get(plus(4)))),
    ),
    (
        "If you have a card that costs 7 or more, draw a card.",
        line(t.If(t.Exists(a("card", mine(), costs(">=", 7)), have=True), DRAW)),
    ),
    ("If the Bank is empty, draw a card.", line(t.If(t.Is(space("Bank"), state="empty"), DRAW))),
    (
        "You get +1 Attack if the Streets are empty.",
        line(t.If(t.Is(space("Streets"), state="empty"), get(plus(1)), post=True)),
    ),
    (
        "You get +1 Attack. If there are no cards in your discard pile, you get +2 Attack instead.",
        line(
            seq(
                get(plus(1)),
                ".",
                t.If(t.Exists(sel("card", "no", at(your("discard pile")))), t.Instead(get(plus(2)), "sentence")),
            )
        ),
    ),
    (
        "Discard the bottom card of any player's deck. If it costs 1 or less, repeat this process.",
        line(
            seq(
                do("discard", top(1, at(zone("deck", sel("player", "any"))), kind="bottom")),
                ".",
                t.If(t.Compare(t.AttrOf(IT, "core:cost"), "<=", num(1)), t.Repeat(None, None)),
            )
        ),
    ),
    (
        "Each player KOs a card from their discard pile. For each non-grey Hero KO'd this way, you get +2 Attack.",
        line(
            seq(
                do("KO", a("card", at(their("discard pile"))), EACH_PLAYER),
                ".",
                t.Each(sel("Hero", "plural", t.Not(is_("grey")), did("KO", period="way")), get(plus(2))),
            )
        ),
    ),
    (
        "You can't recruit this turn. Draw three cards.",
        line(seq(t.Permit(YOU, "can't", do("recruit"), duration="turn"), ".", do("draw", sel("card", 3)))),
    ),
    (
        "You may have a Henchman capture a Bystander.".replace(
            "You may have a Henchman", "You may discard a card to have a Henchman"
        ),
        line(t.PayTo(do("discard", CARD, YOU), do("capture", BYSTANDER, a("Henchman")))),
    ),
    ("Gain a Wound to your hand. You get +4 Attack.", line(seq(do("gain", WOUND, to=your("hand")), ".", get(plus(4))))),
    (
        "If you have no Wounds, you get +2 Recruit.",
        line(t.If(t.Exists(sel("Wound", "no", mine()), have=True), get(plus(2, "Recruit")))),
    ),
    (
        "You get +1 Recruit for each different Hero Name among your Heroes.",
        line(get(plus(1, "Recruit", t.CountValues("core:Hero Name", sel("Hero", "plural", mine()))))),
    ),
    (
        "Once this turn, you may pay 3 Recruit to draw two cards.".replace("pay 3 Recruit", "discard a card"),
        line(t.PayTo(do("discard", CARD, YOU), do("draw", sel("card", 2))), uses="once this turn"),
    ),
]


@pytest.mark.parametrize(("text", "tree"), TEXTS, ids=[str(i) for i in range(len(TEXTS))])
def test_prints_as_worded(text: str, tree: t.Line) -> None:
    assert print_line(tree, TableForms()) == text
