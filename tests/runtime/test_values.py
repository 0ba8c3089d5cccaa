# ruff: noqa: E501  # assembly reads best as it runs
"""Current numbers, roles, grants, permissions, prices and paying."""

from __future__ import annotations

from typing import Any

from cardwright.runtime.bytecode.image import AbilityDef, CardDef, Image
from cardwright.runtime.bytecode.optable import OPTIONS, REQUESTS
from cardwright.runtime.machine import Machine, Status, link
from cardwright.runtime.state.rows import (
    CANNOT,
    G_ABILITY,
    G_ICON,
    G_KIND,
    MAY,
    ONLY_IF,
    PRICE_ALSO,
    PRICE_AS,
    PRICE_EXTRA,
    PRICE_FREE,
    PRICE_LESS,
    PRICE_ONE_NAME,
    PRICE_ONLY,
)  # fmt: skip
from cardwright.runtime.state.state import S_COUNTERS, State

from .test_events import answers, start, zone
from .tiny import (
    BLUE,
    COIN,
    COIN_KIND,
    FIST,
    GEM,
    GEM_KIND,
    HEAP,
    MARKET,
    NOTE,
    PILE,
    PRICE,
    RED,
    RUBY,
    STOCK,
    TABLE,
    WORTH,
    number,
    plan,
    tiny,
)

BUY = 1
GO = "proc go\n PUSH 1 ; RET\n"
THIS = ("eq", ("cand", 0), ("this",))


def static(image: Image, card: int, family: str, template: tuple[Any, ...], **more: Any) -> None:
    image.abilities.append(AbilityDef(card, "static", rows=((family, template),), **more))
    if card >= 0:
        image.cards[card].abilities += (len(image.abilities) - 1,)


def modifier(
    image: Image, filter_: tuple[Any, ...], amount: tuple[Any, ...], mode: int = 0, floor: int = 1, attr: int = PRICE
) -> tuple[Any, ...]:
    return (attr, mode, (), plan(image, filter_), plan(image, amount), floor)


def market(image: Image, cards: list[tuple[int, int, int]]) -> tuple[Machine, State]:
    return start(image, "go", cards, 2)


# -- numbers ---------------------------------------------------------------------------------------
def test_static_modifiers_hold_while_they_work() -> None:
    image = tiny(GO)
    static(image, COIN, "modifier", modifier(image, ("is-kind", ("cand", 0), GEM_KIND), ("num", -1)))
    machine, s = market(image, [(GEM, MARKET, -1), (COIN, PILE, 0)])
    assert machine.values.attr(s, 0, PRICE) == 2
    machine, s = market(image, [(GEM, MARKET, -1), (COIN, TABLE, 0), (COIN, TABLE, 1)])
    assert machine.values.attr(s, 0, PRICE) == 0
    assert machine.values.printed(s, 0, PRICE) == 2


def test_ordinary_changes_stop_at_zero_and_only_then_others() -> None:
    image = tiny(GO)
    static(image, -1, "modifier", modifier(image, ("yes",), ("num", -9)))
    static(image, -1, "modifier", modifier(image, THIS, ("num", -3), floor=0))
    static(image, GEM, "modifier", modifier(image, THIS, ("num", -3), floor=0), zones=(MARKET,))
    machine, s = market(image, [(GEM, MARKET, -1)])
    assert machine.values.attr(s, 0, PRICE) == -3


def test_set_before_add() -> None:
    image = tiny(GO)
    static(image, -1, "modifier", modifier(image, ("yes",), ("num", 1)))
    static(image, -1, "modifier", modifier(image, ("yes",), ("num", 10), mode=1))
    machine, s = market(image, [(GEM, MARKET, -1)])
    assert machine.values.attr(s, 0, PRICE) == 11


def test_numbers_that_depend_on_each_other_read_what_is_printed() -> None:
    """Each gem costs the sum of the prices in the market more: the open question answers the printed number."""
    image = tiny(GO)
    total = ("sum", ("in", ("slots", MARKET)), ("attr", ("cand", 1), PRICE))
    static(image, -1, "modifier", modifier(image, ("is-kind", ("cand", 0), GEM_KIND), total))
    machine = link(image)
    s = machine.new_state(1, [(GEM, 2), (RUBY, 3)], 1)
    values = [machine.values.attr(s, c, PRICE) for c in (0, 1)]
    assert values == [machine.values.attr(s, c, PRICE) for c in (0, 1)]
    assert values == [2 + 2 + (3 + 2 + 3), 3 + 3 + (2 + 2 + 3)]
    assert machine.values.open == []


def test_rows_end_with_their_period_and_live_filters_see_later_arrivals() -> None:
    code = """
proc go
    OPEN 0 ; OPEN 1
    EVAL (list (num 1) (num 0) (list) (num FILTER) (num -1) (num 1) (num 0)) ; ADDROW modifier
    EVAL (list (num 1) (num 0) (group (num 0)) (num -1) (num 5) (num 1) (num 1)) ; ADDROW modifier
    CLOSE 1
    EVAL (attr (num 0) 1) ; STORE a
    CLOSE 0
    EVAL (group a (attr (num 0) 1)) ; STORE a
    EVAL (rows-set 0 (add (mul (nth a (num 0)) (num 10)) (nth a (num 1)))) ; EVENT count 0 ; POP
    PUSH 1 ; RET
"""
    image = tiny(code.replace("proc go", "proc go\nlocal a").replace("FILTER", "0"))
    image = tiny(
        code.replace("proc go", "proc go\nlocal a").replace(
            "FILTER", str(plan(image, ("is-kind", ("cand", 0), GEM_KIND)))
        )
    )
    plan(image, ("is-kind", ("cand", 0), GEM_KIND))
    machine, s = market(image, [(GEM, MARKET, -1)])
    assert machine.run(s) == Status.OVER
    assert s.counters == [12]
    assert s.modifiers == []


# -- traits ----------------------------------------------------------------------------------------
def test_a_role_replaces_until_the_card_leaves_its_zones() -> None:
    code = """
proc go
    EVAL (list (group (num 0)) (num 3) (num 0) (list (list (num 1) (num 9))) (list (num 2)) (num -2)) ; ADDROW role
    PUSH 1 ; PUSH 1 ; PUSH 0 ; PUSH 0 ; ASK mode mode _ ; POP ; POP
    PUSH 1 ; RET
proc off
    EVAL (rows-move you (group (num 0)) (slot 7 you) 2) ; EVENT buy 0 ; POP ; PUSH 1 ; RET
""".replace("    PUSH 1 ; PUSH 1 ; PUSH 0 ; PUSH 0 ; ASK mode mode _ ; POP ; POP\n", "")
    image = tiny(code)
    image.cards.append(CardDef(-1, COIN_KIND, {WORTH: 4}))
    machine, s = market(image, [(GEM, MARKET, -1)])
    v = machine.values
    machine.run(s)
    assert (v.is_kind(s, 0, COIN_KIND), v.is_kind(s, 0, GEM_KIND)) == (1, 0)
    assert (v.printed(s, 0, PRICE), v.printed(s, 0, WORTH), v.name(s, 0, 0) == image.cards[GEM].name) == (9, 4, True)
    assert v.icons(s, 0, 0) == (RED,)
    machine.start(s, number(image, "off"))
    machine.run(s)
    assert (v.is_kind(s, 0, GEM_KIND), v.printed(s, 0, PRICE), s.roles, s.changed, s.flags[0]) == (1, 2, [], [], 0)


def test_a_role_of_several_cards_ends_for_all_of_them() -> None:
    """Whether it is of another definition or only besides: nothing of it is left on any card."""
    for also in (0, 1):
        role = f"(list (group (num 0) (num 1)) (num 3) (num {also}) (list) (list) (num -2))"
        image = tiny(
            f"proc go\n EVAL {role} ; ADDROW role ; PUSH 1 ; RET\nproc off\n PUSH 0 ; ENDROWS role ; PUSH 1 ; RET\n"
        )
        image.cards.append(CardDef(-1, COIN_KIND, {WORTH: 4}))
        machine, s = market(image, [(GEM, MARKET, -1), (RUBY, STOCK, -1)])
        machine.run(s)
        assert [machine.values.is_kind(s, card, COIN_KIND) for card in (0, 1)] == [1, 1]
        machine.start(s, number(image, "off"))
        machine.run(s)
        assert [machine.values.is_kind(s, card, COIN_KIND) for card in (0, 1)] == [0, 0]
        assert (s.defn, s.changed, bytes(s.flags)) == ([GEM, RUBY], [], b"\0\0")


def test_a_role_besides_keeps_what_the_card_is() -> None:
    image = tiny(
        "proc go\n EVAL (list (group (num 0)) (num 0) (num 1) (list) (list) (num -2)) ; ADDROW role ; PUSH 1 ; RET\n"
    )
    machine, s = market(image, [(GEM, MARKET, -1)])
    machine.run(s)
    v = machine.values
    assert (v.is_kind(s, 0, COIN_KIND), v.is_kind(s, 0, GEM_KIND), v.printed(s, 0, PRICE), v.icons(s, 0, 0)) == (
        1,
        1,
        2,
        (RED, BLUE),
    )


def test_a_copy_has_the_copied_definition_where_it_lasts() -> None:
    image = tiny(
        "proc go\n EVAL (list (group (num 0)) (def (num 1)) (num 0) (list) (list (num 6) (num 8)) (num -2)) ; ADDROW role ; PUSH 1 ; RET\n"
    )
    machine, s = market(image, [(COIN, FIST, 0), (RUBY, TABLE, 0)])
    machine.run(s)
    assert (s.defn, s.printed, s.changed) == ([RUBY, RUBY], (COIN, RUBY), [0])
    assert machine.values.name(s, 0, 0) == image.cards[RUBY].name


def test_grants_give_and_take() -> None:
    image = tiny(GO)
    static(image, -1, "grant", (G_ICON, BLUE, 0, (), plan(image, ("is-kind", ("cand", 0), GEM_KIND))))
    static(image, -1, "grant", (G_KIND, COIN_KIND, 0, (), plan(image, ("has-icon", ("cand", 0), RED))))
    machine, s = market(image, [(GEM, MARKET, -1), (COIN, PILE, 0)])
    v = machine.values
    assert (v.icons(s, 0, 0), v.icons(s, 1, 0), v.is_kind(s, 0, COIN_KIND)) == ((RED, BLUE), (BLUE,), 1)


def test_a_granted_ability_listens() -> None:
    code = """
proc go
    EVAL (list (num 0) (num 0) (num 0) (group (num 0)) (num -1) (num -2)) ; ADDROW grant
    EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP
    PUSH 1 ; RET
proc heard
    EVAL (rows-set 0 (num 1)) ; EVENT count 0 ; POP ; PUSH 1 ; RET
"""
    image = tiny(code)
    image.abilities = [AbilityDef(GEM, "on", number(image, "heard"), NOTE, zones=(MARKET,))]
    machine, s = market(image, [(RUBY, MARKET, -1), (RUBY, STOCK, -1)])
    machine.run(s)
    assert (s.counters, G_ABILITY) == ([1], 0)


# -- permissions and prices ------------------------------------------------------------------------
def priced(kind: int, points: tuple[int, ...] = (), value: int = -1, attr: int = -1) -> tuple[Any, ...]:
    return (kind, points, value, attr)


def permit(
    image: Image, kind: int, price: Any = -1, filter_: Any = ("is-kind", ("cand", 0), GEM_KIND), if_: Any = None
) -> None:
    number_ = plan(image, if_) if if_ is not None else -1
    static(image, -1, "permission", (BUY, kind, -1, plan(image, filter_), number_, price), sentence=1)


def give(machine: Machine, s: State, amount: int, card: int = -1, name: int = -1, kind: int = 0) -> None:
    machine.events.get(s, 0, kind, amount, card, -1, name)


def offered(machine: Machine, s: State) -> list[int]:
    return [card for _, act, _, card in machine.acts.offered(s, 0) if act == BUY]


def test_what_is_not_offered_has_a_reason() -> None:
    image = tiny(GO)
    permit(image, CANNOT, filter_=("has-keyword", ("cand", 0), 0))
    machine = link(image)
    s = machine.new_state(2, [(GEM, 2), (RUBY, 3)], 1)
    assert offered(machine, s) == []
    assert machine.acts.reasons(s, 0) == [(BUY, 0, ("price", 0, 2, 0, -1, ())), (BUY, 1, ("sentence", 1))]
    assert machine.acts.reasons(s, 1) == [(BUY, 0, ("turn",)), (BUY, 1, ("turn",))]
    give(machine, s, 5)
    assert offered(machine, s) == [0]


def test_only_if() -> None:
    image = tiny(GO)
    permit(image, ONLY_IF, if_=("lt", ("num", 0), ("counter", 0)))
    machine = link(image)
    s = machine.new_state(1, [(GEM, 2)], 1)
    give(machine, s, 5)
    assert offered(machine, s) == []
    s.counters[0] = 1
    s.stamps[S_COUNTERS] += 1
    assert offered(machine, s) == [0]


def test_price_changes_compose() -> None:
    image = tiny(GO)
    image.attrs.append(image.attrs[0])
    image.attrs[:] = [image.attrs[0], image.attrs[3], image.attrs[1], image.attrs[2]]  # a second kind of points
    image.points = 2
    machine = link(_prices(image, []))
    s = machine.new_state(1, [(GEM, 2)], 1)

    def price(*rows: Any) -> Any:
        m = link(_prices(tiny(GO), list(rows), two=True))
        return m.prices.price(m.new_state(1, [(GEM, 2)], 1), 0, BUY, 0, False)

    assert price()[:2] == (2, (0,))
    assert price(priced(PRICE_ALSO, (1,)))[:2] == (2, (0, 1))
    assert price(priced(PRICE_ALSO, (1,)), priced(PRICE_ONLY, (1,)))[:2] == (2, (1,))
    assert price(priced(PRICE_ONLY, (1,)), priced(PRICE_ALSO, (0,)))[:2] == (2, (1,))
    assert price(priced(PRICE_FREE))[0] == 0
    assert price(("less", 1))[0] == 1
    assert price(("less", 5))[0] == 0
    assert price(("as", 7))[0] == 2
    assert price(priced(PRICE_ONE_NAME, (), -1, 1))[2] == 1
    assert price(("extra", 3))[3] == ((3, (1,)),)
    assert s.players == 1


def _prices(image: Image, rows: list[Any], two: bool = False) -> Image:
    if two:
        image.attrs.append(image.attrs[0])
        image.points = 1
        image.attrs.insert(1, image.attrs[0])
        image.points = 2
        for card in image.cards:
            card.numbers = {a + 1 if a else 0: n for a, n in card.numbers.items()}
        image.plans[image.prices[0].amount] = ("attr", ("local", 3), PRICE + 1)
    for row in rows:
        if row[0] == "less":
            row = priced(PRICE_LESS, (), plan(image, ("num", row[1])))
        elif row[0] == "as":
            row = priced(PRICE_AS, (), plan(image, ("num", row[1])))
        elif row[0] == "extra":
            row = priced(PRICE_EXTRA, (1,), plan(image, ("num", row[1])))
        permit(image, MAY, row)
    return image


def pay(
    image: Image, points: list[tuple[int, int, int]], cards: list[tuple[int, int]] | None = None
) -> tuple[Machine, State]:
    machine = link(image)
    s = machine.new_state(1, cards or [(GEM, 2)], 1)
    for amount, card, name in points:
        give(machine, s, amount, card, name)
    machine.start(s, number(image, "buy"), (0,))
    return machine, s


def test_points_that_cannot_be_told_apart_are_not_asked_about() -> None:
    image = tiny(GO)
    machine, s = pay(image, [(1, -1, -1), (3, -1, -1)])
    answers(machine, s)
    assert [p[:3] for p in s.points] == [(0, 0, 2)]
    assert s.slot[0] == machine.tables.layout.slot(HEAP, 0)


def test_too_few_points_change_nothing() -> None:
    machine, s = pay(tiny(GO), [(1, -1, -1)])
    answers(machine, s)
    assert (s.slot[0], [p[2] for p in s.points]) == (2, [1])


def one_name(image: Image) -> Image:
    permit(image, MAY, priced(PRICE_ONE_NAME, (), -1, 1))
    return image


def test_points_of_one_name_only() -> None:
    machine, s = pay(one_name(tiny(GO)), [(1, -1, 5), (1, -1, 6), (4, -1, -1)])
    assert machine.acts.reasons(s, 0) == [(BUY, 0, ("price", 0, 2, 1, 1, ((5, 1), (6, 1))))]
    give(machine, s, 1, -1, 6)
    asked = answers(machine, s)
    assert asked == []
    assert [(p[2], p[3]) for p in s.points] == [(1, 5), (4, -1)]


def test_the_payer_picks_the_name_when_two_suffice() -> None:
    machine, s = pay(one_name(tiny(GO)), [(2, -1, 5), (3, -1, 6)])
    asked = answers(machine, s, (5,))
    assert asked[0][2] == (5, 6)
    assert [(p[2], p[3]) for p in s.points] == [(3, 6)]


def test_the_payer_allocates_when_names_can_matter() -> None:
    image = tiny(GO)
    permit(image, MAY, priced(PRICE_ONE_NAME, (), -1, 1), filter_=("has-keyword", ("cand", 0), 0))
    image.abilities[0].card = COIN
    machine, s = pay(image, [(2, -1, 5), (2, -1, 6), (1, -1, -1)])
    assert machine.run(s) == Status.OVER  # no coin, which is what makes names matter here, is in this game
    machine, s = pay(image, [(2, -1, 5), (2, -1, 6), (1, -1, -1)], [(GEM, 2), (COIN, 1)])
    assert machine.run(s) == Status.ASK
    assert s.ask is not None and (REQUESTS[s.ask[1]], OPTIONS[s.ask[2]], s.ask[4], s.ask[5]) == (
        "allocate",
        "point",
        2,
        2,
    )  # type: ignore[index]
    options = s.ask[3]
    machine.answer(s, (options[0], options[-1]))  # type: ignore[index]
    machine.run(s)
    assert [(p[2], p[3]) for p in s.points] == [(1, 5), (2, 6)]


def test_a_price_below_zero_is_paid_out() -> None:
    image = tiny(GO)
    static(image, GEM, "modifier", modifier(image, THIS, ("num", -5), floor=0), zones=(MARKET,))
    machine, s = pay(image, [])
    assert offered(machine, s) == [0]
    answers(machine, s)
    assert [p[:3] for p in s.points] == [(0, 0, 3)]
    assert s.slot[0] == machine.tables.layout.slot(HEAP, 0)


def test_points_for_some_cards_only() -> None:
    image = tiny(
        "proc go\n EVAL (rows-points-for you 0 (num 2) PLAN) ; EVENT get 0 ; POP ; PUSH 1 ; RET\n".replace("PLAN", "0")
    )
    image = tiny(
        "proc go\n EVAL (rows-points-for you 0 (num 2) PLAN) ; EVENT get 0 ; POP ; PUSH 1 ; RET\n".replace(
            "PLAN", str(len(image.plans))
        )
    )
    plan(image, ("is-kind", ("cand", 0), COIN_KIND))
    machine, s = start(image, "go", [(GEM, MARKET, -1), (COIN, FIST, 0)], 1)
    machine.run(s)
    assert offered(machine, s) == []
    give(machine, s, 2)
    assert offered(machine, s) == [0]
    machine.start(s, number(image, "buy"), (0,))
    machine.run(s)
    assert len(s.points) == 1 and s.points[0][4] >= 0  # type: ignore[operator]


def test_abilities_are_used_once_a_turn_and_by_others_too() -> None:
    code = "proc go\n LOAD you ; ACTS _ ; PUSH 1 ; RET\nproc use\n EVAL (rows-set 0 (add (num 1) (mul you (num 10)))) ; EVENT count 0 ; POP ; PUSH 1 ; RET\n"
    image = tiny(code)
    image.abilities = [AbilityDef(COIN, "use", number(image, "use"), zones=(TABLE,), uses="turn", any_turn=True)]
    image.cards[COIN].abilities = (0,)
    machine, s = start(image, "go", [(COIN, TABLE, 0), (COIN, TABLE, 1)], 2)
    asked = answers(machine, s, ((1, -1, 0, 1),), ((0, -1, 0, 0),))
    assert [o for _, _, o in asked] == [((0, -1, 0, 0), (1, -1, 0, 1)), ((0, -1, 0, 0),)]
    assert s.counters == [12]
    assert zone(machine, s, TABLE, 0) == [0]
