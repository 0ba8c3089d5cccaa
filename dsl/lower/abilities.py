"""Lines of a face become abilities: what they wait for, where they work, and the procedure that does them.

Must not know YAML; labels, keywords and kinds come resolved from the driver.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .code import FIXED_LOCALS, Code
from .copies import Copies, copied_by
from .effects import Effects, Installer, exchanged
from .patterns import ROWS, Patterns
from .plans import Plans, Unlowered, all_of
from .roles import Given, Roles
from .scope import Bind, Env
from .twins import Twins
from .verbs import PRIMITIVES

WORD_WOULD = "would"


@dataclass
class LabelDef:
    """A declared label on one kind: how text behind it comes to happen."""

    id: str
    on: t.Value
    when: t.EventPattern | None = None
    you: t.Value | None = None
    use: bool = False
    standing: bool = False
    loses: bool = False
    set_up: str = ""
    counter: str = ""


@dataclass
class KeywordDef:
    """A declared keyword: its bodies by the selector of the cards they are for."""

    id: str
    params: tuple[str, ...] = ()
    bodies: list[tuple[str, t.CardText]] = field(default_factory=list)  # (kind or term id, body)
    copied: t.CardText | None = None  # what a copy gets instead


@dataclass
class Superpower:
    """What an icon label asks for: another card with the icon in such an event this turn by the same player."""

    event: str = ""


@dataclass
class Face:
    """What is being lowered: a card definition, its kinds, and the lines of each label for "Same effect"."""

    card: int
    kinds: tuple[str, ...]
    labelled: dict[str, int] = field(default_factory=dict)  # label -> procedure
    last: int = -1  # procedure of the labelled line before
    abilities: list[int] = field(default_factory=list)
    name: str = ""
    places: tuple[int, ...] = ()  # places in play its text names: it works there too
    leads: list[str] = field(default_factory=list)  # names of groups it leads into a set-up
    wants: list[tuple[int, int, int, int, int]] = field(default_factory=list)  # see CardDef
    binds: dict[int, Bind] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)  # its other faces, by kind


class Abilities(Installer):
    """Lowers faces, rules and keyword bodies; makes the abilities effects need on the way."""

    def __init__(self, plans: Plans, sentence_of: SentenceOf) -> None:
        self.plans = plans
        self.ids = plans.ids
        self.patterns = Patterns(plans)
        self.labels: dict[str, list[LabelDef]] = {}
        self.keywords: dict[str, KeywordDef] = {}
        self.superpower = Superpower()
        self.sentence_of = sentence_of
        self.face = Face(-1, ())
        self._made: dict[tuple[object, ...], int] = {}
        self._granted: dict[tuple[object, ...], list[int]] = {}
        self.label_ids: dict[str, str] = {}
        self.grouped: set[str] = set()  # kinds whose cards a set-up chooses by a name they share

    # ---------------------------------------------------------------------- faces
    def lower(self, face: Face, text: t.CardText) -> None:
        """All abilities of a face, in order. Lines done when the card is played run together in one procedure."""
        self.face = face
        face.places = self.places_named(text)
        playing: list[t.Line] = []
        any_turn = False
        for line in text.lines:
            if not line.labels and used_any_turn(line.body):
                any_turn = True
                continue
            labels = [label for label in line.labels if not label.icons or label.id]
            if labels:
                self.labelled_line(line, labels)
            elif line.uses and not line.labels:
                self.use_line(line)
            elif not line.labels and self.standing(line.body):
                self.standing_line(line)
            elif not line.labels and self.keyword_line(line):
                continue
            else:
                playing.append(line)
        if playing:
            self.play(playing)
        if any_turn:
            for index in face.abilities:
                ability = self.ids.image.abilities[index]
                ability.any_turn = ability.kind == "use"

    def use_line(self, line: t.Line) -> None:
        """ "Once per turn, you may …": something its owner may do, so often."""
        label = t.Label(line.uses)
        proc = self.body_proc(line, label, (), used=True)
        self.used(line, proc, self.ids.name(line.uses), Env())

    def used(self, line: t.Line, proc: int, label: int, env: Env) -> None:
        """A use ability: offered only when it can be done."""
        body = line.body.effects[0] if isinstance(line.body, t.Seq) else line.body
        possible = Twins(self.plans).possible(self.chosen(body), env)
        self.add(
            AbilityDef(
                self.face.card,
                "use",
                proc,
                label=label,
                uses={"once per turn": "turn", "once per game": "game"}.get(line.uses, ""),
                condition=self.ids.plan(possible),
                sentence=self.sentences(line, line.body)[0][0],
            )
        )

    def chosen(self, effect: t.Effect) -> t.Effect:
        """What is done once its player has chosen to use it: the "may" is the choice to use it."""
        if isinstance(effect, t.May):
            paid = _others(effect.effect) if isinstance(effect.effect, t.Do) else effect.effect
            assert isinstance(paid, t.Effect)
            return paid
        if isinstance(effect, t.PayTo) and effect.may:
            return replace(effect, may=False)
        if isinstance(effect, t.If):
            return replace(effect, then=self.chosen(effect.then))
        if isinstance(effect, t.Seq):
            return replace(effect, effects=(self.chosen(effect.effects[0]), *effect.effects[1:]))
        return effect

    def places_named(self, text: t.CardText) -> tuple[int, ...]:
        """Rows of the table beyond those of the kind that the text names for the card itself (C-19.13)."""
        found: list[int] = []
        for line in text.lines:
            for node in line.walk():
                if (
                    isinstance(node, t.Do)
                    and any(_about_this(a) for a in node.args)
                    or isinstance(node, t.Is)
                    and _about_this(t.Arg("", node.what))
                ):
                    found += [self.ids.zones[n.zone] for n in node.walk() if isinstance(n, t.Zone)]
        zones = self.ids.image.zones
        return tuple(z for z in dict.fromkeys(found) if zones[z].owner == "table" and zones[z].order == "row")

    def play(self, lines: list[t.Line]) -> None:
        code = Code(self.ids, f"{self.face.name}: play")
        effects = Effects(self.plans, code, self)
        env = Env(binds=self.face.binds)
        for line in lines:
            env = effects.start(env, line.body)
        sentence = -1
        for at, line in enumerate(lines):
            body = line.body
            if better_line(body):
                if not at:
                    raise Unlowered("instead of a line that is not there", body)
                continue
            end = code.label()
            for better in self.replacing(lines, at):
                after = code.label()
                asked = tuple(icon for label in better.labels for icon in label.icons)
                index = self.sentence_of(self.face.card, better, better.body)
                effects.sentence(index)
                code.eval(self.superpowered(asked, env))
                code.op("JFALSE", after)
                effects.effect(self.replaced(body, better.body), env)
                code.op("JUMP", end)
                code.place(after)
            icons = tuple(icon for label in line.labels for icon in label.icons)
            for index, part in self.sentences(line, body):
                sentence = sentence if sentence >= 0 else index
                effects.sentence(index)
                if icons:
                    code.eval(self.superpowered(icons, env))
                    code.op("JFALSE", end)
                    icons = ()
                effects.effect(part, env, tail=False)
            code.place(end)
        self.add(AbilityDef(self.face.card, "play", self.proc(code), sentence=sentence))

    def replacing(self, lines: list[t.Line], at: int) -> list[t.Line]:
        """The lines behind one that take its place under their own condition ("[Tech]: Instead, …")."""
        found: list[t.Line] = []
        for line in lines[at + 1 :]:
            if not better_line(line.body):
                break
            found.append(line)
        return found

    def replaced(self, body: t.Effect, better: t.Effect) -> t.Effect:
        if isinstance(better, t.Do):
            old = next(arg.value for arg in better.args if arg.role == "instead of")
            new = next(arg.value for arg in better.args if arg.role == "cards")
            made = _swapped(body, better.verb, old, new)
            if made == body:
                raise Unlowered("instead of what the line before does not say", better)
            assert isinstance(made, t.Effect)
            return made
        assert isinstance(better, t.Instead)
        if not better.both:
            return better.effect
        if not isinstance(body, t.Choose):
            raise Unlowered("both of what is no choice", better)
        return t.Seq(body.modes)

    def superpowered(self, icons: tuple[str, ...], env: Env) -> Plan:
        """Each icon must be met by another card that took part in the declared event earlier this turn; equal icons
        need different cards (C-8.8 to C-8.10)."""
        if not self.superpower.event:
            raise Unlowered("icons as a label, but no set says what they ask for", t.Nothing("".join(icons)))
        event = self.ids.events[self.superpower.event]
        row: Plan = ("cand", env.depth)
        other: Plan = ("not", ("eq", ("row-card", row), ("this",)))
        rows: Plan = ("rfilter", ("history", event, ("group", env.you), ("num", -1)), other)
        tests: list[Plan] = []
        for icon in dict.fromkeys(icons):
            number = self.ids.icons[icon]
            having: Plan = ("rfilter", rows, ("row-has-icon", row, number))
            times = icons.count(icon)
            tests.append(("some", having) if times == 1 else ("le", ("num", times), ("count-rows", having)))
        return all_of(tests)

    def sentences(self, line: t.Line, body: t.Effect) -> list[tuple[int, t.Effect]]:
        """The sentences of a line's body with their index in the image."""
        parts: list[t.Effect] = [body]
        if isinstance(body, t.Seq):
            parts = []
            for i, part in enumerate(body.effects):
                join = body.joins[i - 1] if i and i - 1 < len(body.joins) else "."
                if i and not join.startswith("."):
                    before = parts.pop()
                    inner = before.effects if isinstance(before, t.Seq) else (before,)
                    parts.append(t.Seq((*inner, part), span=before.span))
                else:
                    parts.append(part)
        parts = list(exchanged(tuple(parts)))
        return [(self.sentence_of(self.face.card, line, part), part) for part in parts]

    # ---------------------------------------------------------------------- standing text
    def standing(self, body: t.Effect) -> bool:
        """Whether an unlabelled line holds as long as the card works, instead of being done."""
        if isinstance(body, t.Seq):
            return all(self.standing(part) for part in body.effects)
        if isinstance(body, t.If):
            return body.otherwise is None and self.standing(body.then)
        if isinstance(body, t.When):
            return body.duration == "" and body.once != "next"
        if isinstance(body, (t.Change, t.Permit, t.Gain)):
            return body.duration == ""
        return isinstance(body, t.PayTo) and not body.may or copied_by(body) is not None

    def standing_line(self, line: t.Line) -> None:
        parts = self.sentences(line, line.body)
        if copied_by(parts[0][1]) is not None:
            Copies(self).line(parts)
            return
        for index, part in parts:
            self.stand(part, [], index)

    def stand(self, part: t.Effect, conditions: list[t.Condition], sentence: int) -> None:
        if isinstance(part, t.Seq):
            for inner in part.effects:
                self.stand(inner, conditions, sentence)
        elif isinstance(part, t.If):
            cond = t.NotCond(part.cond) if part.unless else part.cond
            self.stand(part.then, [*conditions, cond], sentence)
        elif isinstance(part, t.When):
            self.listener(part, conditions, sentence)
        elif isinstance(part, t.Change):
            self.modifier(part, conditions, sentence)
        elif isinstance(part, t.Permit):
            self.standing_permission(part, conditions, sentence)
        elif isinstance(part, t.Gain):
            self.standing_gain(part, conditions, sentence)
        elif isinstance(part, t.PayTo):
            self.act_cost(part, conditions, sentence)
        else:
            raise Unlowered(f"{type(part).__name__} as standing text", part)

    def condition(self, conditions: list[t.Condition], env: Env) -> int:
        if not conditions:
            return -1
        return self.ids.plan(all_of([self.plans.cond(c, env) for c in conditions]))

    def owner(self) -> Plan:
        """ "you" of standing text: the owner of the card, or the player whose turn it is if the table owns it."""
        owner: Plan = ("owner", ("this",))
        return ("if", ("lt", owner, ("num", 0)), ("active",), owner)

    def itself(self, what: t.Value) -> tuple[int, ...]:
        """A text that changes its own card does so wherever the card lies."""
        if isinstance(what, t.Ref) and what.to == "this":
            return tuple(range(2, len(self.ids.image.zones)))
        return ()

    def modifier(self, part: t.Change, conditions: list[t.Condition], sentence: int) -> None:
        env = Env()
        rows: list[tuple[str, tuple[object, ...]]] = []
        for amount in part.amounts:
            inner = env.candidate()  # a template is read with the card it may change as its candidate
            number = self.plans.num(amount.value, inner)
            if amount.per is not None:
                number = ("mul", number, self.plans.num(amount.per, inner))
            if part.mode == "less":
                number = ("neg", number)
            where = self.affects(part.what, inner)
            mode = 1 if part.mode == "set" else 0
            row = (
                self.ids.attrs[amount.unit],
                mode,
                (),
                self.ids.plan(where),
                self.ids.plan(number),
                1 if part.floor else 0,
            )
            rows.append(("modifier", row))
        self.add(
            AbilityDef(
                self.face.card,
                "static",
                zones=self.itself(part.what) or self.where(part, *conditions),
                rows=tuple(rows),
                condition=self.condition(conditions, env),
                sentence=sentence,
            )
        )

    def affects(self, what: t.Value, inner: Env) -> Plan:
        assert inner.cand is not None
        if isinstance(what, t.Ref):
            return ("eq", inner.cand, self.plans.card(what, inner))
        if isinstance(what, t.Sel):
            test = self.plans.fits(self._placed(what), inner)
            return ("and", test, ("not", ("eq", inner.cand, ("this",)))) if what.other else test
        return self.plans.fits(what, inner)

    def _placed(self, sel: t.Sel) -> t.Sel:
        if any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo)) for p in sel.where):
            return sel
        zones = self.plans.usual_zones(sel.noun)
        place = t.InZone(tuple(t.Zone(zone) for zone in zones))
        return replace(sel, where=(*sel.where, place)) if zones else sel

    def standing_permission(self, part: t.Permit, conditions: list[t.Condition], sentence: int) -> None:
        if part.kind == "can't" and isinstance(part.act, t.Do) and self.plans.act_of(part.act.verb) is None:
            self.prohibited(part, part.act, conditions, sentence)
            return
        act, kind, _, where, cond, _ = self.permission(part, Env())
        price = part.price
        rows: tuple[tuple[str, tuple[object, ...]], ...] = ()
        if part.kind == "only" and price is not None:
            # "can be fought only with Recruit": they can, and nothing else pays
            rows = (("permission", (act, 0, -1, where, cond, -1)),)
            price, kind = replace(price, only=True), 0
        template = -1 if price is None else self.price_template(price, part)
        rows += (("permission", (act, kind, -1, where, cond, template)),)
        self.add(
            AbilityDef(
                self.face.card,
                "static",
                rows=rows,
                condition=self.condition(conditions, Env()),
                sentence=sentence,
            )
        )

    def prohibited(self, part: t.Permit, deed: t.Do, conditions: list[t.Condition], sentence: int) -> None:
        """ "Those cards are not put into Victory Piles": what is no act of a player just does not happen to them."""
        args: list[t.Arg] = []
        anybody = isinstance(part.who, t.Sel) and not part.who.where and not part.who.other
        for arg in deed.args:
            value = arg.value
            if anybody and isinstance(value, t.Zone) and value.owner is not None:
                value = replace(value, owner=t.Sel("player", t.Quant("each")))
            args.append(replace(arg, value=value))
        if not anybody:
            args.append(t.Arg("who", part.who))
        if part.if_ is not None:
            raise Unlowered("a prohibition with a condition", part)
        never = t.Instead(t.Nothing(""), "event")
        self.listener(t.When(t.EventPattern(deed.verb, tuple(args)), never, would=True), conditions, sentence)

    def where(self, *said: t.Node) -> tuple[int, ...]:
        """Where a standing text works that speaks of what its own card is attached to: attached."""
        for node in (inner for each in said for inner in each.walk()):
            if isinstance(node, t.Is) and isinstance(node.what, t.Ref) and node.what.to == "this":
                if any(isinstance(p, t.AttachedTo) for p in node.preds):
                    return (0,)
        return ()

    def act_cost(self, part: t.PayTo, conditions: list[t.Condition], sentence: int) -> None:
        """ "To fight this, you must also discard a card": the act is offered only if that can be done, and it is done
        when the act begins."""
        act = part.effect
        verb = self.plans.defs.verbs.get(act.verb) if isinstance(act, t.Do) else None
        if not isinstance(act, t.Do) or verb is None or verb.procedure not in self.plans.begins:
            raise Unlowered("a cost of something that is no act", part)
        number = self.plans.act_of(act.verb)
        if number is None:
            raise Unlowered(f"a cost to {act.verb}", part)
        about = next((arg.value for arg in act.args if arg.role == "cards"), t.Ref("this", "card", "this"))
        where = self.ids.plan(self.affects(about, Env().candidate()))
        cost = _others(part.cost)  # what one pays with is not the card itself
        assert isinstance(cost, t.Effect)
        possible = self.ids.plan(Twins(self.plans).possible(cost, Env().candidate()))
        zones = self.itself(about)
        condition = self.condition(conditions, Env())
        row = (number, 2, -1, where, possible, -1)
        self.add(AbilityDef(self.face.card, "static", zones=zones, rows=(("permission", row),), condition=condition))
        code = Code(self.ids, f"{self.face.name}: cost")
        effects = Effects(self.plans, code, self)
        effects.sentence(sentence)
        effects.effect(cost, Env())
        inner = Env().candidate()
        pattern: Plan = ("some", ("filter", ("row-cards", ROWS), self.affects(about, inner)))
        self.add(
            AbilityDef(
                self.face.card,
                "would",
                self.proc(code),
                event=self.plans.begins[verb.procedure],
                pattern=self.ids.plan(pattern),
                you=self.ids.plan(("one", ("row-players", ROWS))),
                zones=zones,
                condition=condition,
                label=self.ids.name(f"cost {act.verb}") if isinstance(about, t.Ref) else -1,
                sentence=sentence,
            )
        )

    def standing_gain(self, part: t.Gain, conditions: list[t.Condition], sentence: int) -> None:
        """A keyword this card has n times, or for each of something: its abilities with a number of copies."""
        if isinstance(part.what, t.Ref) and part.what.to == "this" and not part.lose:
            keywords = [value for value in part.gives if isinstance(value, t.KeywordValue)]
            if len(keywords) == len(part.gives) and not conditions:
                for value in keywords:
                    self.keyword(value.keyword, value.args, None, conditions, part.times)
                return
        given = self.given(part, Env())
        if given.roles:
            raise Unlowered("a standing role", part)
        where = self.ids.plan(self.affects(part.what, Env().candidate()))
        lose = 1 if part.lose else 0
        rows = tuple(("grant", (what, value, lose, (), where)) for what, value in given.grants)
        self.add(
            AbilityDef(
                self.face.card, "static", rows=rows, condition=self.condition(conditions, Env()), sentence=sentence
            )
        )

    def listener(
        self, part: t.When, conditions: list[t.Condition], sentence: int, keyword: int = -1, times: int = -1
    ) -> int:
        """A standing When or would."""
        env = Env()
        listening = self.patterns.listen(part.pattern, env, cond=part.cond)
        tests = [self.plans.cond(c, env) for c in conditions]
        code = Code(self.ids, f"{self.face.name}: {part.word}")
        effects = Effects(self.plans, code, self)
        env = effects.start(Env(matched=listening.matched if part.would else None), part.effect)
        effects.sentence(sentence)
        effects.effect(part.effect, env, tail=not part.would)
        uses = {"once per turn": "turn", "first": "turn", "once each turn": "each turn"}.get(part.once, "")
        return self.add(
            AbilityDef(
                self.face.card,
                "would" if part.would else "on",
                self.proc(code),
                event=listening.event,
                level=listening.level,
                pattern=self.ids.plan(all_of([listening.pattern, *tests])),
                you=self.ids.plan(listening.you),
                zones=self.zones(part),
                uses=uses,
                keyword=keyword,
                times=times,
                sentence=sentence,
            )
        )

    def zones(self, part: t.When) -> tuple[int, ...]:
        """Where a reaction works: in the zone its text names for the card itself."""
        for node in part.walk():
            if isinstance(node, t.Do):
                values = {arg.role: arg.value for arg in node.args}
                cards = values.get("cards")
                if isinstance(cards, t.Ref) and cards.to == "this":
                    source = values.get("from")
                    if isinstance(source, t.Zone):
                        return (self.ids.zones[source.zone],)
            if isinstance(node, t.Is) and isinstance(node.what, t.Ref) and node.what.to == "this":
                for p in node.preds:
                    if isinstance(p, t.InZone) and isinstance(p.zones[0], t.Zone):
                        return (self.ids.zones[p.zones[0].zone],)
        return self.reaction_zones(part)

    def reaction_zones(self, part: t.When) -> tuple[int, ...]:
        """A card its own reaction discards works from where such a verb takes cards."""
        for node in part.effect.walk():
            if not isinstance(node, t.Do):
                continue
            verb = self.plans.defs.verbs.get(node.verb)
            own = node.args and isinstance(node.args[0].value, t.Ref) and node.args[0].value.to == "this"
            if own and node.verb in PRIMITIVES and PRIMITIVES[node.verb] == "show":
                return self.shown_from()
            this = any(isinstance(a.value, t.Ref) and a.value.to == "this" for a in node.args if a.role == "cards")
            if this and verb is not None and isinstance(verb.source, t.Zone):
                return (self.ids.zones[verb.source.zone],)
        return ()

    def shown_from(self) -> tuple[int, ...]:
        """Where a card lies that its player can show: among what belongs to them."""
        term = self.plans.defs.terms.get(self.plans.defs.belongings or "")
        found = [n for n in term.body.walk() if isinstance(n, t.Zone)] if term is not None else []
        return tuple(dict.fromkeys(self.ids.zones[zone.zone] for zone in found))

    # ---------------------------------------------------------------------- labels
    def labelled_line(self, line: t.Line, labels: list[t.Label]) -> None:
        icons = tuple(icon for label in line.labels for icon in label.icons)
        proc = -1
        for label in labels:
            declared = self.label(label)
            if declared is None:
                if label.id in self.keywords:
                    self.keyword(label.id, (*label.args, t.Arg("effect", t.EffectValue(line.body))), line, [])
                    continue
                raise Unlowered(f"the label {label.id} on this kind of card", label)
            if declared.set_up == "leads":
                self.face.leads += [node.text for node in line.walk() if isinstance(node, t.NameValue)]
                continue
            if declared.standing:
                self.standing_line(line)
                continue
            if declared.loses:
                self.loses(line)
                continue
            if proc < 0:
                proc = self.body_proc(line, label, icons, used=declared.use)
            self.face.labelled[label.id] = proc
            self.face.last = proc
            self.on_label(line, label, declared, proc)

    def body_proc(self, line: t.Line, label: t.Label, icons: tuple[str, ...], used: bool = False) -> int:
        code = Code(self.ids, f"{self.face.name}: {label.id}")
        effects = Effects(self.plans, code, self)
        env = effects.start(Env(binds=self.face.binds), line.body)
        parts = self.sentences(line, line.body)
        end = code.label()
        for i, (index, part) in enumerate(parts):
            effects.sentence(index)
            if icons and i == 0:
                code.eval(self.superpowered(icons, env))
                code.op("JFALSE", end)
            effects.effect(self.chosen(part) if used and i == 0 else part, env, tail=i == len(parts) - 1)
        code.place(end)
        return self.proc(code)

    def label(self, label: t.Label) -> LabelDef | None:
        """The declaration of a label for the kind of this face."""
        for declared in self.labels.get(label.id, []):
            if self.is_on(declared.on):
                return declared
        return None

    def is_on(self, on: t.Value) -> bool:
        """Whether this face's kind is meant by a selector of kinds."""
        if isinstance(on, t.Sel):
            return self.meant(on.noun)
        if isinstance(on, t.Union):
            return any(self.is_on(part) for part in on.parts)
        return False

    def meant(self, noun: str) -> bool:
        if noun in self.face.kinds:
            return True
        term = self.plans.defs.terms.get(noun)
        if term is None:
            return False
        body = term.body
        return (isinstance(body, t.Value) and self.is_on(body)) or any(
            isinstance(node, t.IsKind) and node.kind in self.face.kinds for node in body.walk()
        )

    def on_label(self, line: t.Line, label: t.Label, declared: LabelDef, proc: int) -> None:
        sentence = self.sentences(line, line.body)[0][0]
        name = self.ids.name(label.id)
        if declared.use:
            self.used(line, proc, name, Env())
            return
        if declared.when is None:
            self.add(AbilityDef(self.face.card, "label", proc, label=name, sentence=sentence))
            return
        you = self.label_you(declared)
        listening = self.patterns.listen(declared.when, Env(), you)
        tests = [listening.pattern]
        if label.numbers and declared.counter:
            number: Plan = ("counter", self.ids.counters[declared.counter])
            spans: list[Plan] = [
                ("and", ("le", ("num", low), number), ("le", number, ("num", high))) for low, high in label.numbers
            ]
            tests.append(spans[0] if len(spans) == 1 else ("or", *spans))
        self.add(
            AbilityDef(
                self.face.card,
                "on",
                proc,
                event=listening.event,
                level=listening.level,
                pattern=self.ids.plan(all_of(tests)),
                you=self.ids.plan(listening.you),
                label=name,
                sentence=sentence,
            )
        )

    def label_you(self, declared: LabelDef) -> Plan:
        """ "the active player", "the player who …" (of the event), "its owner"."""
        you = declared.you
        if (isinstance(you, t.Ref) and you.to == "active") or you is None:
            return ("active",)
        if isinstance(you, t.Sel) and any(isinstance(p, t.Did) for p in you.where):
            return ("if", ("some", ("row-players", ROWS)), ("one", ("row-players", ROWS)), ("active",))
        return self.owner()

    def loses(self, line: t.Line) -> None:
        """A standing condition of the end: tested whenever something has happened."""
        body = line.body
        if not isinstance(body, t.If):
            raise Unlowered("a losing condition that is none", line)
        index = self.sentences(line, body)[0][0]
        code = Code(self.ids, f"{self.face.name}: loses")
        code.op("OVER", 2)
        self.add(
            AbilityDef(
                self.face.card,
                "state",
                self.proc(code),
                condition=self.ids.plan(self.plans.cond(body.cond, Env(you=self.owner()))),
                sentence=index,
            )
        )

    # ---------------------------------------------------------------------- keywords
    def keyword_line(self, line: t.Line) -> bool:
        """A line that is keywords and nothing else, on a card whose body for them stands or is used by itself."""
        parts = line.body.effects if isinstance(line.body, t.Seq) else (line.body,)
        uses = [part for part in parts if isinstance(part, t.UseKeyword)]
        if len(uses) != len(parts) or not uses:
            return False
        for use in uses:
            body = self.body_for(use.keyword, self.face.kinds)
            if body is None or not self.stands(body):
                return False
        alike: dict[tuple[str, tuple[t.Arg, ...], t.Value | None], int] = {}
        for use in uses:
            key = (use.keyword, use.args, use.times)
            alike[key] = alike.get(key, 0) + 1
        for (keyword, args, times), number in alike.items():
            if number > 1:
                times = t.Num(number) if times is None else t.Arith("*", times, t.Num(number))
            self.keyword(keyword, args, line, [], times)
        return True

    def stands(self, body: t.CardText) -> bool:
        return all(line.labels or self.standing(line.body) or self.of_keywords(line.body) for line in body.lines)

    def of_keywords(self, body: t.Effect) -> bool:
        """Whether a line of a keyword's body is standing keywords itself."""
        parts = body.effects if isinstance(body, t.Seq) else (body,)
        found = [self.body_for(part.keyword, self.face.kinds) for part in parts if isinstance(part, t.UseKeyword)]
        return len(found) == len(parts) and all(inner is not None and self.stands(inner) for inner in found)

    def body_for(self, keyword: str, kinds: tuple[str, ...]) -> t.CardText | None:
        declared = self.keywords.get(keyword)
        if declared is None:
            return None
        for noun, body in declared.bodies:
            if self.meant(noun):
                return body
        return None

    def keyword(
        self,
        keyword: str,
        args: tuple[t.Arg, ...],
        line: t.Line | None,
        conditions: list[t.Condition],
        times: t.Value | None = None,
    ) -> None:
        """The standing abilities a keyword gives this face."""
        body = self.body_for(keyword, self.face.kinds)
        if body is None:
            raise Unlowered(f"{keyword} on this kind of card", t.KeywordValue(keyword, args))
        count = -1 if times is None else self.ids.plan(self.plans.num(times, Env()))
        before = len(self.face.abilities)
        for inner in substituted(body, args).lines:
            if inner.labels:
                self.labelled_line(inner, list(inner.labels))
            elif self.standing(inner.body) or not self.keyword_line(inner):
                self.standing_line(inner)
        for index in self.face.abilities[before:]:
            ability = self.ids.image.abilities[index]
            if ability.keyword < 0:
                ability.keyword = self.ids.keywords[keyword]
            if count >= 0:
                ability.times = count

    def keyword_effect(self, effect: t.UseKeyword, env: Env) -> int:
        """An ability without a card that does the keyword's body; made once per keyword and arguments."""
        body = self.body_for(effect.keyword, self.face.kinds) or self.first_body(effect)
        if self.stands(body):
            raise Unlowered(f"{effect.keyword} is nothing one does", effect)
        key = ("keyword", effect.keyword, effect.args, self.face.kinds)
        made = self._made.get(key)
        if made is not None:
            return made
        self._made[key] = index = len(self.ids.image.abilities)
        ability = AbilityDef(-2, "label", keyword=self.ids.keywords[effect.keyword])
        self.ids.image.abilities.append(ability)
        code = Code(self.ids, effect.keyword)
        effects = Effects(self.plans, code, self)
        whole = substituted(body, effect.args)
        inner = Env()
        for line in whole.lines:
            inner = effects.start(inner, line.body)
        for line in whole.lines:
            for sentence, part in self.sentences(line, line.body):
                effects.sentence(sentence)
                effects.effect(part, inner)
        ability.proc = self.proc(code)
        return index

    def first_body(self, effect: t.UseKeyword) -> t.CardText:
        declared = self.keywords.get(effect.keyword)
        for _, body in declared.bodies if declared is not None else ():
            if not self.stands(body):
                return body
        raise Unlowered(f"{effect.keyword} is nothing one does", effect)

    # ---------------------------------------------------------------------- installed
    def told(self, sentence: int, modes: tuple[t.Effect, ...]) -> int:
        if sentence < 0:
            return 0
        kept = self.ids.image.sentences[sentence]
        base = len(kept.modes)
        kept.modes += tuple(self.sentence_of.words(mode) for mode in modes)
        return base

    def granted(
        self, kinds: tuple[str, ...], text: t.CardText, args: tuple[t.Arg, ...], keyword: str, card: int = -2
    ) -> list[int]:
        """Abilities of a text that belongs to no card (or to a role), written for these kinds of cards."""
        key = ("granted", kinds, text, args, keyword, card)
        if key not in self._granted:
            before = self.face
            self.face = Face(card, kinds, name=before.name)
            try:
                self.lower(self.face, substituted(text, args))
                self._granted[key] = self.face.abilities
                for index in self.face.abilities if keyword else ():
                    self.ids.image.abilities[index].keyword = self.ids.keywords[keyword]
            finally:
                self.face = before
        return self._granted[key]

    def dealt(self, item: t.SetupItem) -> bool:
        """Names that a set-up must include, and how many groups of a kind it has: said before anything is dealt."""
        what = item.what
        if isinstance(what, t.NameValue):
            self.face.leads.append(what.text)
            return True
        if not isinstance(what, t.Sel) or what.noun not in self.grouped or item.where is not None or what.where:
            return False
        if not isinstance(what.quant.n, t.Num):
            raise Unlowered("a number of groups that is not printed", item)
        for low, high in item.players or ((1, 99),):
            self.face.wants.append((self.ids.kinds[what.noun], what.quant.n.n, 1 if item.extra else 0, low, high))
        return True

    def given(self, effect: t.Gain, env: Env) -> Given:
        return Roles(self).given(effect, env)

    def labelled(self, effect: t.SameEffect) -> int:
        proc = self.face.labelled.get(effect.label, -1) if effect.label else self.face.last
        if proc < 0:
            raise Unlowered("no labelled effect before this one", effect)
        return proc

    def permission(self, effect: t.Permit, env: Env) -> tuple[int, int, Plan, int, int, Plan]:
        act = effect.act
        if not isinstance(act, t.Do):
            raise Unlowered("permission for something that is no act", effect)
        number = self.plans.act_of(act.verb)
        if number is None:
            raise Unlowered(f"permission to {act.verb}", effect)
        where = -1
        for arg in act.args:
            if arg.role == "cards":
                where = self.ids.plan(self.affects(arg.value, Env().candidate()))
        cond = -1
        kind = {"may": 0, "can't": 1, "only": 2}.get(effect.kind)
        if kind is None:
            raise Unlowered(f"permission {effect.kind}", effect)
        if effect.if_ is not None:
            plan = self.plans.cond(effect.if_, Env().candidate())
            cond = self.ids.plan(plan)
            if effect.unless:
                kind = 2 if kind == 1 else kind
        who: Plan = ("list",) if isinstance(effect.who, t.Sel) else ("group", self.plans.player(effect.who, env))
        price: Plan = ("num", -1) if effect.price is None else self.price(effect.price, effect)
        return number, kind, who, where, cond, price

    def price(self, price: t.Price, node: t.Node) -> Plan:
        kind = self.price_kind(price, node)
        points: Plan = ("list", *(("num", self.ids.attrs[p]) for p in price.points))
        number = self.plans.num(price.by, Env()) if price.by is not None else ("num", 0)
        attr = self.ids.name_attrs[price.attr] if price.attr else 0
        return ("list", ("num", kind), points, number, ("num", attr))

    def price_template(self, price: t.Price, node: t.Node) -> tuple[int, tuple[int, ...], int, int]:
        """As `price`, live: the amount is a plan."""
        number = self.plans.num(price.by, Env().candidate()) if price.by is not None else ("num", 0)
        points = tuple(self.ids.attrs[p] for p in price.points)
        attr = self.ids.name_attrs[price.attr] if price.attr else 0
        return self.price_kind(price, node), points, self.ids.plan(number), attr

    def price_kind(self, price: t.Price, node: t.Node) -> int:
        kinds = {
            "points": 1 if price.only else 0,
            "free": 2,
            "less": 3,
            "as though": 4,
            "gate": 4,
            "one name": 5,
            "extra": 6,
        }
        if price.kind not in kinds:
            raise Unlowered(f"a price {price.kind}", node)
        return kinds[price.kind]

    def watcher(self, effect: t.When, env: Env) -> tuple[int, list[Plan]]:
        """What the effect refers to outside becomes arguments of the installed ability."""
        captured: list[Plan] = []
        binds: dict[int, Bind] = {}

        def take(plan: Plan) -> Plan:
            captured.append(plan)
            return ("local", FIXED_LOCALS + len(captured) - 1)

        for number, bind in env.binds.items():
            if any(isinstance(n, t.Ref) and n.to == f"bind {number}" for n in effect.walk()):
                binds[number] = Bind(
                    rows=take(bind.rows) if bind.rows is not None else None,
                    value=take(bind.value) if bind.value is not None else None,
                )
        listening = self.patterns.listen(effect.pattern, Env(binds=binds), cond=effect.cond)
        code = Code(self.ids, f"{self.face.name}: {effect.word}", len(captured))
        effects = Effects(self.plans, code, self)
        matched = listening.matched if effect.would else None
        inner = effects.start(Env(binds=binds, matched=matched), effect.effect)
        effects.effect(effect.effect, inner, tail=not effect.would)
        ability = AbilityDef(
            -2,
            "would" if effect.would else "on",
            self.proc(code),
            event=listening.event,
            level=listening.level,
            pattern=self.ids.plan(listening.pattern),
            you=self.ids.plan(listening.you),
        )
        self.ids.image.abilities.append(ability)
        return len(self.ids.image.abilities) - 1, captured

    # ---------------------------------------------------------------------- helpers
    def proc(self, code: Code) -> int:
        self.ids.image.procs.append(code.finish())
        return len(self.ids.image.procs) - 1

    def add(self, ability: AbilityDef) -> int:
        if (
            not ability.zones
            and self.face.places
            and ability.card >= 0
            and ability.kind in ("on", "would", "static", "use")
        ):
            works = self.ids.image.kinds[self.ids.image.cards[ability.card].kind].works
            ability.zones = tuple(dict.fromkeys((*works, *self.face.places)))
        self.ids.image.abilities.append(ability)
        index = len(self.ids.image.abilities) - 1
        self.face.abilities.append(index)
        return index


class SentenceOf:
    """Index of a part of a line among the image's sentences, and the words of a node."""

    def words(self, node: t.Node) -> str:
        """As it is written; "" if it stands in no text of its own."""
        raise NotImplementedError

    def __call__(self, card: int, line: t.Line, part: t.Node) -> int:
        raise NotImplementedError


def used_any_turn(body: t.Effect) -> bool:
    """ "You may use this on any player's turn.": said of all that is used of a card."""
    if not isinstance(body, t.Permit) or body.kind != "may" or not isinstance(body.act, t.Do) or body.act.verb != "use":
        return False
    about = [arg.value for arg in body.act.args]
    return body.duration.startswith("on any player's ") and all(isinstance(v, t.Ref) and v.to == "this" for v in about)


def substituted(body: t.CardText, args: tuple[t.Arg, ...]) -> t.CardText:
    """A keyword's body with its parameters filled in."""
    values = {f"param {arg.role}": arg.value for arg in args}
    return _fill(body, values) if values else body  # type: ignore[return-value]


def better_line(body: t.Effect) -> bool:
    """A line that takes the place of the one before it, wholly or in one number."""
    if isinstance(body, t.Do):
        return any(arg.role == "instead of" for arg in body.args)
    return isinstance(body, t.Instead) and body.of == "line"


def _swapped(node: object, verb: str, old: t.Value, new: t.Value) -> object:
    """A tree in which a verb is done to something else."""
    if isinstance(node, tuple):
        return tuple(_swapped(part, verb, old, new) for part in node)
    if isinstance(node, t.Do) and node.verb == verb:
        args = tuple(replace(arg, value=new) if arg.role == "cards" and arg.value == old else arg for arg in node.args)
        return replace(node, args=args)
    if isinstance(node, t.Node):
        changed: dict[str, Any] = {}
        for name in node.__dataclass_fields__:
            part = getattr(node, name)
            if isinstance(part, (t.Node, tuple)):
                changed[name] = _swapped(part, verb, old, new)
        return replace(node, **changed)
    return node


def located(body: t.CardText, zone: str) -> t.CardText:
    """A place's text, with "here" as that place."""
    return _fill(body, {"here": t.Zone(zone)})  # type: ignore[return-value]


def _about_this(arg: t.Arg) -> bool:
    return isinstance(arg.value, t.Ref) and arg.value.to == "this"


def _others(node: object) -> object:
    """The same tree, with every selector of cards meaning others than this card."""
    if isinstance(node, tuple):
        return tuple(_others(part) for part in node)
    if isinstance(node, t.Node):
        changed: dict[str, Any] = {}
        for name in node.__dataclass_fields__:
            old = getattr(node, name)
            if isinstance(old, (t.Node, tuple)):
                changed[name] = _others(old)
        if isinstance(node, t.Sel) and node.noun != "player" and node.quant.kind in ("exactly", "up to"):
            changed["other"] = True
        return replace(node, **changed)
    return node


def _fill(node: object, values: dict[str, t.Value]) -> object:
    if isinstance(node, t.Ref) and node.to in values:
        return values[node.to]
    if isinstance(node, t.Ref) and node.form == "here" and "here" in values:
        return values["here"]
    if isinstance(node, t.SlotEffect) and f"param {node.name}" in values:
        given = values[f"param {node.name}"]
        return given.effect if isinstance(given, t.EffectValue) else node
    if isinstance(node, t.TermCond) and node.term in values:
        said = values[node.term]
        return (t.NotCond(said.cond) if node.negated else said.cond) if isinstance(said, t.CondValue) else node
    if isinstance(node, t.SlotCond) and f"param {node.name}" in values:
        given = values[f"param {node.name}"]
        return given.cond if isinstance(given, t.CondValue) else node
    if isinstance(node, tuple):
        return tuple(_fill(part, values) for part in node)
    if isinstance(node, t.Node):
        changed: dict[str, Any] = {}
        for name in node.__dataclass_fields__:
            old = getattr(node, name)
            if isinstance(old, (t.Node, tuple)):
                new = _fill(old, values)
                if new is not old:
                    changed[name] = new
        if isinstance(node, t.Named) and isinstance(name := changed.get("value"), t.NameValue):
            changed["attr"] = name.attr
        if isinstance(node, t.Amount) and isinstance(price := changed.get("value"), t.ValueSort) and price.options:
            changed |= {"value": price.options[0], "unit": price.sort}
        return replace(node, **changed) if changed else node
    return node
