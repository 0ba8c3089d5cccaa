"""Trees of enemies and Schemes built by hand print as the training texts word them."""

from __future__ import annotations

import pytest

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import print_line

from .trees import (
    BYSTANDER,
    CARD,
    CITY,
    DRAW,
    EACH_PLAYER,
    HQ,
    SAME,
    THEIR,
    WOUND,
    YOU,
    a,
    at,
    costs,
    count,
    do,
    event,
    every,
    happened,
    icon,
    label,
    line,
    mine,
    plus,
    q,
    ref,
    reveal_or,
    sel,
    seq,
    space,
    their,
    zone,
)
from .words import TableForms

FIGHT = label("Fight")
AMBUSH = label("Ambush")
ESCAPE = label("Escape")
STRIKE = label("Master Strike")
NIGHT = t.Ref("this", "card", "Night Warden")


TEXTS: list[tuple[str, t.Line]] = [
    # -- villains and henchmen
    ("Fight: KO one of your Heroes.", line(do("KO", a("Hero", mine())), FIGHT)),
    ("Ambush: Night Warden captures two Bystanders.", line(do("capture", sel("Bystander", 2), subject=NIGHT), AMBUSH)),
    ("Escape: Each player gains two Wounds.", line(do("gain", sel("Wound", 2), EACH_PLAYER), ESCAPE)),
    ("Escape: Same effect.", line(t.SameEffect(), ESCAPE)),
    (
        "Fight: Each player reveals a Hero that costs 4 or gains a Wound.",
        line(reveal_or(a("Hero", costs("==", 4)), do("gain", WOUND, SAME)), FIGHT),
    ),
    (
        "Ambush: Each Clockwork Court Villain captures a Bystander.",
        line(
            do(
                "capture",
                BYSTANDER,
                subject=every(
                    "Villain", t.Named("core:Villain Group", t.NameValue("core:Villain Group", "Clockwork Court"))
                ),
            ),
            AMBUSH,
        ),
    ),
    (
        "Ambush: If the Bridge is empty, Sky Reaver enters the Bridge.",
        line(
            t.If(
                t.Is(space("Bridge"), state="empty"),
                do("enter", subject=t.Ref("this", "card", "Sky Reaver"), to=space("Bridge")),
            ),
            AMBUSH,
        ),
    ),
    (
        "Night Warden gets +2 Attack for each Bystander she has.",
        line(t.Change(NIGHT, (plus(2, per=count(every("Bystander", mine(t.Ref("this", "card", "she"))))),))),
    ),
    (
        "Cinder Twin gets +4 Attack unless you have a [Covert] Hero.",
        line(
            t.If(
                t.Exists(a("Hero", icon("Covert"), mine()), have=True),
                t.Change(t.Ref("this", "card", "Cinder Twin"), (plus(4),)),
                post=True,
                unless=True,
            )
        ),
    ),
    (
        "You can't fight Slate Golem unless you have a [Strength] Hero.",
        line(
            t.Permit(
                YOU,
                "can't",
                do("fight", t.Ref("this", "card", "Slate Golem")),
                if_=t.Exists(a("Hero", icon("Strength"), mine()), have=True),
                unless=True,
            )
        ),
    ),
    (
        "To fight Debt Collector, you must also discard two cards.",
        line(
            t.PayTo(do("discard", sel("card", 2), YOU), do("fight", t.Ref("this", "card", "Debt Collector")), may=False)
        ),
    ),
    (
        "Fight: Each player discards their hand, then draws that many cards.",
        line(
            seq(
                do("discard", their("hand"), EACH_PLAYER),
                "then",
                do("draw", sel("card", q("exactly", ref("that many", "number"))), SAME),
            ),
            FIGHT,
        ),
    ),
    (
        "Fight: The player on your left gains a Wound. The player on your right draws a card.",
        line(
            seq(
                do("gain", WOUND, t.Ref("left", "player", "the player on your left")),
                ".",
                do("draw", CARD, t.Ref("right", "player", "the player on your right")),
            ),
            FIGHT,
        ),
    ),
    (
        "Escape: KO all Heroes from the HQ that cost 2 or less.",
        line(do("KO", sel("Hero", "all", at(HQ), costs("<=", 2))), ESCAPE),
    ),
    (
        "Escape: Each player KOs their highest-cost Hero or gains two Wounds.",
        line(
            t.Choose(
                EACH_PLAYER,
                (
                    do("KO", sel("Hero", "the", mine(THEIR), pos=t.Pos("highest", attr="core:cost")), SAME),
                    do("gain", sel("Wound", 2), SAME),
                ),
            ),
            ESCAPE,
        ),
    ),
    (
        "Villains adjacent to Storm Herald get +1 Attack.",
        line(t.Change(sel("Villain", "plural", t.InZone((t.Beside("adjacent to", ref("Storm Herald")),))), (plus(1),))),
    ),
    (
        "Fight: Choose a Hero Class. Draw cards equal to the number of your Heroes of that Hero Class.",
        line(
            seq(
                t.ChooseValue(None, t.ValueSort("core:Hero Class")),
                ".",
                do(
                    "draw",
                    sel(
                        "card",
                        q(
                            "exactly",
                            count(
                                sel(
                                    "Hero",
                                    "plural",
                                    mine(),
                                    t.HasIconRef("core:Hero Class", ref("that core:Hero Class", "icon")),
                                )
                            ),
                        ),
                    ),
                ),
            ),
            FIGHT,
        ),
    ),
    (
        'Escape: Iron Mantis has "Master Strike: Each player KOs a card."',
        line(
            t.Gain(
                t.Ref("this", "card", "Iron Mantis"),
                (t.AbilityValue((line(do("KO", CARD, EACH_PLAYER), STRIKE),)),),
            ),
            ESCAPE,
        ),
    ),
    (
        "Fight: The player with the most Wounds discards a card.",
        line(
            do(
                "discard",
                CARD,
                sel(
                    "player",
                    "the",
                    pos=t.Pos("highest", by=count(sel("Wound", "plural", mine(t.Ref("loop", "player", "they"))))),
                ),
            ),
            FIGHT,
        ),
    ),
    # -- masterminds and schemes
    ("Always Leads: Harbor Gang", line(t.Nothing("Harbor Gang"), label("Always Leads"))),
    (
        "Twists 1-4: Each player discards a card.",
        line(do("discard", CARD, EACH_PLAYER), label("Twist", numbers=((1, 4),))),
    ),
    ("Twists 1, 3, 5-7: Evil wins.", line(t.End("lost"), label("Twist", numbers=((1, 1), (3, 3), (5, 7))))),
    (
        "Setup: 8 Twists. 1-2 players: 6 Twists.",
        line(seq(t.SetupItem(sel("Twist", 8)), ".", t.SetupItem(sel("Twist", 6), ((1, 2),))), label("Setup")),
    ),
    (
        "Master Strike: Each player who discarded a card this way gains a Wound.",
        line(
            do("gain", WOUND, every("player", t.Fits(happened("discard", t.Ref("loop", "player", ""), CARD, "way")))),
            STRIKE,
        ),
    ),
    (
        "Master Strike: Each player who does gains a Wound.",
        line(do("gain", WOUND, every("player", t.Fits(t.Done(1)))), STRIKE),
    ),
    (
        "Master Strike: A Henchman from the KO pile or Escape Pile enters the city.",
        line(do("enter", subject=a("Henchman", at(zone("KO pile"), zone("Escape Pile"))), to=CITY), STRIKE),
    ),
    (
        "When a Hero is KO'd, draw a card.",
        line(t.When(event("KO", None, a("Hero")), DRAW)),
    ),
]


@pytest.mark.parametrize(("text", "tree"), TEXTS, ids=[str(i) for i in range(len(TEXTS))])
def test_prints_as_worded(text: str, tree: t.Line) -> None:
    assert print_line(tree, TableForms()) == text
