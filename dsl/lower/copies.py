"""Copies: cards played as copies of other cards, and copies played without a card of their own.

A card becomes a copy before its act begins: it takes the definition of the other as a role, for as long as it lies
where cards of its kind work. A copy without a card is a definition alone (plan `copy`): it takes part in the event of
the act and lies nowhere. What a keyword says of copies stands instead of the keyword's abilities. Must not know any
declared act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, CardDef, Plan

from .code import Code
from .effects import Effects
from .patterns import EVENT, ROWS
from .plans import Plans
from .rerouting import STAYS
from .rewriting import substituted
from .scope import Env
from .unlowered import Unlowered

if TYPE_CHECKING:
    from .ability_base import AbilityBase

COPY_OF = "copy of"
THIS: Plan = ("this",)


def copied_by(effect: t.Node) -> t.Value | None:
    """What a clause such as "Play this as a copy of …" copies, if it is one."""
    if not isinstance(effect, t.Do):
        return None
    args = {arg.role: arg.value for arg in effect.args}
    cards = args.get("cards")
    return args.get(COPY_OF) if isinstance(cards, t.Ref) and cards.to == "this" else None


class Copies:
    """Lowers the standing text of a card that is played as a copy."""

    def __init__(self, owner: AbilityBase) -> None:
        self.owner = owner
        self.plans = owner.plans
        self.ids = owner.ids

    def line(self, parts: Sequence[tuple[int, t.Effect]]) -> None:
        sentence, deed = parts[0]
        of = copied_by(deed)
        assert isinstance(deed, t.Do) and of is not None
        act, begins = act_of(deed.verb, self.plans, deed)
        extra = [self._besides(part, deed.binds) for _, part in parts[1:]]
        zones = self.owner.itself(t.Ref("this", "card", "this"))
        env = Env(you=self.owner.owner()).candidate()  # a permission is read with the card as its candidate
        if not isinstance(of, t.Sel):
            raise Unlowered("a copy of something that is not chosen", of)
        might = self.plans.selection(of, env)
        may = self._may(might, act, env, env.you)
        possible: Plan = ("or", ("not", ("some", might)), ("some", may))
        row = (act, 2, -1, self.ids.plan(("eq", ("cand", 0), THIS)), self.ids.plan(possible), -1)
        self.owner.add(
            AbilityDef(self.owner.face.card, "static", zones=zones, rows=(("permission", row),), sentence=sentence)
        )
        code = Code(self.ids, f"{self.owner.face.name}: copy")
        effects = Effects(self.plans, code, self.owner)
        effects.sentence(sentence)
        doer = Env()
        options = self._may(self.plans.selection(of, doer), act, doer, doer.you)
        chosen = effects.selecting.quantity(of, options, doer).group
        end = code.label()
        code.eval(chosen)
        code.op("JFALSE", end)
        # it counts as itself too, once, without being done as itself
        code.eval(("rows-move", env.you, ("group", THIS), ("num", -1), STAYS))
        code.op("EVENT", begins, 1)
        code.op("POP")
        keep: Plan = ("list", *(("num", zone) for zone in self._works()))
        roles: list[tuple[Plan, int]] = [(("copy-def", ("one", chosen)), 0)]
        roles += [(("num", definition), 1) for definition in extra if definition >= 0]
        roles.append((("num", self._kept()), 1))
        for definition, also in roles:
            code.eval(("list", ("group", THIS), definition, ("num", also), ("list",), keep, ("num", -2)))
            code.op("ADDROW", 4)
        code.place(end)
        about: Plan = ("and", ("member", THIS, ("row-cards", ROWS)), ("not", ("eq", ("event-cause", EVENT, 0), THIS)))
        self.owner.add(
            AbilityDef(
                self.owner.face.card,
                "would",
                self.owner.proc(code),
                event=begins,
                pattern=self.ids.plan(about),
                you=self.ids.plan(("one", ("row-players", ROWS))),
                zones=zones,
                sentence=sentence,
            )
        )

    def _kept(self) -> int:
        """A definition for what the card's other lines do: they are its text whatever it is a copy of."""
        kind = self.ids.image.cards[self.owner.face.card].kind
        self.ids.image.cards.append(CardDef(-1, kind, copies=0))
        self.owner.face.kept = len(self.ids.image.cards) - 1
        return self.owner.face.kept

    def _may(self, cards: Plan, act: int, env: Env, you: Plan) -> Plan:
        """Those whose copy could be played."""
        cand: Plan = ("cand", env.depth)
        return ("filter", cards, ("may-copy", you, act, THIS, ("copy-def", cand)))

    def _works(self) -> tuple[int, ...]:
        definition = self.ids.image.cards[self.owner.face.card]
        return self.ids.image.kinds[definition.kind].works

    def _besides(self, part: t.Effect, bind: int) -> int:
        """ "This is both [A] and the copied classes": a definition that adds what the copy has besides; -1 if none."""
        if not isinstance(part, t.Gain) or part.lose or not isinstance(part.what, t.Ref) or part.what.to != "this":
            raise Unlowered("what is said of a copy", part)
        icons: list[int] = []
        for value in part.gives:
            if isinstance(value, t.IconValue):
                icons += [self.ids.icons[icon] for icon in value.icons]
            elif not (isinstance(value, t.AttrOf) and isinstance(value.of, t.Ref) and value.of.to == f"bind {bind}"):
                raise Unlowered("what a copy is besides", value)
        if not icons:
            return -1
        kind = self.ids.image.cards[self.owner.face.card].kind
        self.ids.image.cards.append(CardDef(-1, kind, icons=tuple(icons), copies=0))
        return len(self.ids.image.cards) - 1


def act_of(verb: str, plans: Plans, node: t.Node) -> tuple[int, int]:
    """The act of a verb and the event it begins with."""
    declared = plans.defs.verbs.get(verb)
    act = plans.ids.acts.get(verb)
    if declared is None or act is None or declared.procedure not in plans.begins:
        raise Unlowered(f"a copy of something to {verb}", node)
    return act, plans.begins[declared.procedure]


def without_card(effects: Effects, effect: t.Do, of: t.Value, env: Env) -> Plan:
    """ "Play a copy of each of those cards": its act for a definition without a card, if such a card may have it done
    and its costs can be paid. A plan of whether any was."""
    plans, code = effects.plans, effects.code
    act, _ = act_of(effect.verb, plans, effect)
    procedure = plans.defs.verbs[effect.verb].procedure
    assert procedure is not None
    noun = plans.subjects.get(procedure)
    chosen = effects.selecting.cards(of, env)
    if chosen.pile is not None:
        raise Unlowered("copies of cards of a pile", of)
    playable = chosen.group
    if noun is not None and noun in plans.ids.kinds:
        of_one: Plan = ("copy", ("copy-def", ("cand", env.depth)))
        playable = ("filter", chosen.group, ("is-kind", of_one, plans.ids.kinds[noun]))
    definitions = code.cleared()
    code.set(definitions, playable)
    code.set(definitions, effects._order(("local", definitions), 1, env))
    done = code.zeroed()
    label = plans.ids.name(f"cost {effect.verb}")

    def one(inner: Env) -> None:
        assert inner.loop is not None
        copy: Plan = ("copy", ("copy-def", inner.loop))
        end = code.label()
        code.eval(("may-copy", env.you, act, ("num", -1), ("copy-def", inner.loop)))
        code.op("JFALSE", end)

        def cost(deeper: Env) -> None:
            assert deeper.loop is not None
            code.eval(deeper.loop)
            code.op("PUSH", -1)
            code.eval(env.you)
            code.op("NONE")
            code.op("RUN")
            code.op("POP")

        effects._loop(("ability-ids", copy, label), inner, cost)
        code.set(done, effects.install_call(procedure, env, [copy]))
        code.place(end)

    effects._loop(("local", definitions), env, one)
    return ("local", done)


def as_copied(text: t.CardText, copied: dict[str, t.CardText]) -> t.CardText | None:
    """The text of a copy: lines of keywords that say what a copy gets are replaced; None if there are none."""
    lines: list[t.Line] = []
    changed = False
    for line in text.lines:
        parts = line.body.effects if isinstance(line.body, t.Seq) else (line.body,)
        found = [part for part in parts if isinstance(part, t.UseKeyword) and part.keyword in copied]
        if line.labels or not found:
            lines.append(line)
            continue
        changed = True
        left = tuple(part for part in parts if part not in found)
        if left:
            lines.append(replace(line, body=left[0] if len(left) == 1 else t.Seq(left, (",",) * (len(left) - 1))))
        for part in found:
            lines += substituted(copied[part.keyword], part.args).lines
    return t.CardText(tuple(lines)) if changed else None
