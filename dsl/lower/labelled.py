"""Lines of a face that begin with a label or an icon."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .ability_base import AbilityBase
from .active_player import offered_to_you
from .code import Code
from .code import Label as Place
from .effects import Effects
from .faces import LabelDef
from .patterns import EVENT, ROWS
from .reaching import reached
from .scope import Env
from .unlowered import NoMoment, Unlowered, all_of, any_of, plain

RUN_OUT = "run out"  # what happens to a pile that has become empty


def _first(body: t.Effect) -> tuple[t.Effect, t.Effect | None]:
    """What a line does first, and the rest of it."""
    if not isinstance(body, t.Seq):
        return body, None
    if len(body.effects) == 2:
        return body.effects[0], body.effects[1]
    return body.effects[0], replace(body, effects=body.effects[1:], joins=body.joins[1:])


def _speaks_of(rest: t.Effect | None, deed: t.Do) -> bool:
    """Whether the rest of a line refers to what its first deed did."""
    nodes = rest.walk() if rest is not None else ()
    return any(
        node.to == f"bind {deed.binds}"
        if isinstance(node, t.Ref)
        else isinstance(node, t.Done) and node.bind == deed.binds
        for node in nodes
    )


def lasting(part: t.Change) -> bool:
    """ "She gets +1 Attack for each Wound she has.": said of the card itself, counted anew by what lies under it: it
    holds from then on, and once, however often the line is done; before that it has none of them."""
    itself = isinstance(part.what, t.Ref) and part.what.to == "this"
    nodes = tuple(part.walk())
    others = any(isinstance(n, t.Ref) and n.to not in ("this", "you") for n in nodes)
    moment = others or any(getattr(n, "period", "") == "way" for n in nodes)
    counts = [n.of for n in nodes if isinstance(n, t.Count)]
    under = [any(isinstance(p, t.AttachedTo) for p in of.where) for of in counts if isinstance(of, t.Sel)]
    return itself and not part.duration and not moment and bool(counts) and under == [True] * len(counts)


class Labelled(AbilityBase):
    """Lowers lines that begin with a label."""

    def superpowered(self, icons: tuple[str, ...], env: Env) -> Plan:
        """Each icon must be met by another card that took part in the declared event earlier this turn; equal icons
        need different cards (C-8.8 to C-8.10)."""
        if not self.superpower.event:
            raise Unlowered("icons as a label, but no set says what they ask for", t.Nothing("".join(icons)))
        event = self.ids.events[self.superpower.event]
        row: Plan = ("cand", env.depth)
        other: Plan = ("not", ("eq", ("row-card", row), ("this",)))
        every: Plan = ("history", event, ("group", env.you), ("num", -1))
        every = self.plans.done_with(self.superpower.event, "card", every, env)
        rows: Plan = ("rfilter", every, other)
        printed = self.ids.image.cards[self.face.card].icons if self.face.card >= 0 else ()
        tests: list[Plan] = []
        copied: list[Plan] = []  # for a copy without a card: its own row is one of those with the icons it has
        for icon in dict.fromkeys(icons):
            number = self.ids.icons[icon]
            having: Plan = ("rfilter", rows, ("row-has-icon", row, number))
            times = icons.count(icon)
            tests.append(("some", having) if times == 1 else ("le", ("num", times), ("count-rows", having)))
            least: Plan = ("num", times + (1 if number in printed else 0))
            copied.append(("le", least, ("count-rows", ("rfilter", every, ("row-has-icon", row, number)))))
        return ("if", ("lt", ("this",), ("num", 0)), all_of(copied), all_of(tests))

    def with_icons_met(self, code: Code, icons: tuple[str, ...], env: Env, otherwise: Place) -> None:
        """Go on only if the icons are met, and tell that the line behind them is used."""
        code.eval(self.superpowered(icons, env))
        code.op("JFALSE", otherwise)
        if self.superpower.told:
            code.eval(("rows-fact", env.you, ("group", ("this",)), ("num", 1)))
            code.op("EVENT", self.ids.events[self.superpower.told], 0)
            code.op("POP")

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
                said = [node.text for node in line.walk() if isinstance(node, t.NameValue)]
                self.face.leads += said
                self.plans.defs.led += said
                continue
            if declared.standing and line.uses:
                self.use_line(offered_to_you(line))
                continue
            if declared.standing:
                before = len(self.face.abilities)
                try:
                    self.standing_line(line)
                except NoMoment as failure:
                    raise self.no_moment(failure.node, plain(label.id)) from None
                for index in self.face.abilities[before:]:
                    ability = self.ids.image.abilities[index]
                    ability.rule = ability.kind in ("on", "would")
                continue
            if declared.loses:
                self.loses(line, declared.cond)
                continue
            left = self.goes_elsewhere(line, declared)
            if left is None:
                continue
            left = self._held_then(left, declared)
            if proc < 0 or left is not line:
                proc = self.body_proc(left, label, icons, used=declared.use)
            self.face.labelled[label.id] = proc
            self.face.last = proc
            self.on_label(line, label, declared, proc)

    def _held_then(self, line: t.Line, declared: LabelDef) -> t.Line:
        """What a card held is gone from it when its text for going out of its row is done: it went where such cards
        go, because of this card."""
        verbs = self.plans.defs.verbs
        verb = verbs.get(declared.when.event) if declared.when is not None else None
        if verb is None or verb.procedure not in self.plans.leaving.values():
            return line
        went = [one.id for one in verbs.values() if one.lies_in == verb.lies_in and one.takes and one.procedure is None]

        def gone(node: t.Node) -> t.Node | None:
            if not isinstance(node, t.AttachedTo) or not isinstance(node.host, t.Ref) or node.host.to != "this":
                return None
            if len(went) != 1:
                raise Unlowered("what a card held before it went out", node)
            return t.Did(went[0], "cards", None, "turn", t.Ref("this", "card", "this"))

        made = t.mapped(t.Line, line, gone)
        return line if made == line else made

    def goes_elsewhere(self, line: t.Line, declared: LabelDef) -> t.Line | None:
        """ "Ambush: This enters the Bridge instead of the Sewers.", "Ambush: This enters an empty city space.": what
        the label tells of happens elsewhere, so it is replaced, wherever the card comes from; what is left of the line
        is done when it has happened. Without such a place it happens where it does."""
        first, rest = _first(line.body)
        cond = first.cond if isinstance(first, t.If) and first.otherwise is None and not first.unless else None
        deed, when = first.then if isinstance(first, t.If) and cond is not None else first, declared.when
        values = {arg.role: arg.value for arg in deed.args} if isinstance(deed, t.Do) else {}
        usual, to = values.get("instead of"), values.get("to")
        if not isinstance(deed, t.Do) or when is None or to is None:
            return line
        about = next((arg for arg in deed.args if isinstance(arg.value, t.Ref) and arg.value.to == "this"), None)
        tests: list[Plan] = []
        if usual is not None:
            if about is None or when.event != deed.verb or not isinstance(usual, (t.Zone, t.Space)):
                raise Unlowered("another place than that of what the label tells of", line)
        else:
            usual = next((arg.value for arg in when.args if arg.role == "to"), None)
            one_of_them = isinstance(to, t.Space) and isinstance(usual, t.Zone) and to.zone == usual.zone
            if about is None or when.event != deed.verb or usual is None or not one_of_them or _speaks_of(rest, deed):
                return line
            itself: Plan = ("eq", ("event-cause", EVENT, 0), ("this",))
            tests = [("not", itself), ("some", self.plans.slots(to, Env()))]
        there = replace(deed, args=tuple(arg for arg in deed.args if arg.role != "instead of"))
        pattern = t.EventPattern(deed.verb, (about, t.Arg("to", usual)))
        index = self.sentences(line, line.body)[0][0]
        made = self.listener(t.When(pattern, t.Instead(there, "event"), would=True, cond=cond), [], index, tests=tests)
        self.ids.image.abilities[made].zones = self.itself(about.value)
        return None if rest is None else replace(line, body=rest)

    def body_proc(self, line: t.Line, label: t.Label, icons: tuple[str, ...], used: bool = False) -> int:
        code = Code(self.ids, f"{self.face.name}: {label.id}")
        effects = Effects(self.plans, code, self)
        env = effects.start(Env(binds=self.face.binds), line.body)
        parts = self.sentences(line, line.body)
        end = code.label()
        effects.begin(line.body)
        for i, (index, part) in enumerate(parts):
            effects.sentence(index)
            if icons and i == 0:
                self.with_icons_met(code, icons, env, end)
            if isinstance(part, t.Change) and lasting(part) and self.of_table():
                self.modifier(part, [], index)
                continue
            effects.effect(self.chosen(part) if used and i == 0 else part, env, tail=i == len(parts) - 1)
        code.place(end)
        return self.proc(code)

    def of_table(self) -> bool:
        """Whether cards of this face's kind work in places of no player (or nowhere by themselves)."""
        image = self.ids.image
        works = [zone for kind in self.face.kinds for zone in image.kinds[self.ids.kinds[kind]].works]
        return bool(self.face.kinds) and all(image.zones[zone].owner == "table" for zone in works)

    def moments(self) -> list[str]:
        """The labels of this kind of card behind which something is done; not those with slots."""
        found: list[str] = []
        for id, declared in self.labels.items():
            here = next((one for one in declared if self.is_on(one.on)), None)
            done = here is not None and not here.standing and not here.loses and here.set_up in ("", "start")
            if done and "{" not in id:
                found.append(plain(id))
        return found

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
            self.used(line, proc, name, Env(), (), "turn" if declared.once else "", declared.cond)
            return
        if declared.when is None:
            self.add(AbilityDef(self.face.card, "label", proc, label=name, sentence=sentence))
            return
        you = self.label_you(declared)
        listening = self.patterns.listen(declared.when, Env(), you)
        tests = [listening.pattern]
        if label.numbers and not declared.counter:
            raise Unlowered("numbers behind a label that is not counted", label)
        if label.numbers and declared.counter:
            number: Plan = ("counter", self.ids.counters[declared.counter])
            spans: list[Plan] = [
                ("and", ("le", ("num", low), number), ("le", number, ("num", high))) for low, high in label.numbers
            ]
            tests.append(any_of(spans))
            proc = self.of_number(proc, tests[-1], label)
        self.add(
            AbilityDef(
                self.face.card,
                "on",
                proc,
                event=listening.event(declared.when),
                level=listening.level,
                pattern=self.ids.plan(all_of(tests)),
                you=self.ids.plan(listening.you),
                label=name,
                sentence=sentence,
            )
        )

    def of_number(self, proc: int, fits: Plan, label: t.Label) -> int:
        """The line again, for who does a label's effect without its event: only if it is of the number that it had the
        last time. "Same effect" and "the effect of Twists 1-6" mean the line itself."""
        code = Code(self.ids, f"{self.face.name}: {label.id} of its number")
        end = code.label()
        code.eval(fits)
        code.op("JFALSE", end)
        code.op("CALL", proc, 0)
        code.op("POP")
        code.place(end)
        return self.proc(code)

    def label_you(self, declared: LabelDef) -> Plan:
        """ "the active player", "the player who …" (of the event), "its owner"."""
        you = declared.you
        if (isinstance(you, t.Ref) and you.to == "active") or you is None:
            return ("active",)
        if isinstance(you, t.Sel) and any(isinstance(p, t.Did) for p in you.where):
            return ("if", ("some", ("row-players", ROWS)), ("one", ("row-players", ROWS)), ("active",))
        return self.owner()

    def loses(self, line: t.Line, only_if: t.Condition | None) -> None:
        """A standing condition of the end: tested whenever something has happened."""
        body = line.body
        if not isinstance(body, t.If):
            raise Unlowered("a losing condition that is none", line)
        index = self.sentences(line, body)[0][0]
        code = Code(self.ids, f"{self.face.name}: loses")
        code.op("OVER", 2)
        env = Env(you=self.owner())
        holds = self.plans.cond(reached(body.cond, self.face.starts), env)
        if only_if is not None:
            holds = ("and", self.plans.cond(only_if, env), holds)
        self.add(
            AbilityDef(
                self.face.card,
                "state",
                self.proc(code),
                condition=self.ids.plan(holds),
                sentence=index,
            )
        )

    def runs_out(self, line: t.Line) -> bool:
        """ "When the … runs out, …": done at once, and once, when that pile has become empty."""
        body = line.body
        if line.labels or not isinstance(body, t.When) or body.pattern.event != RUN_OUT or body.would or body.duration:
            return False
        index = self.sentences(line, body)[0][0]
        code = Code(self.ids, f"{self.face.name}: runs out")
        env = Env(you=self.owner())
        effects = Effects(self.plans, code, self)
        effects.sentence(index)
        effects.effect(body.effect, env)
        empty = [self.plans.cond(t.Is(arg.value, state="empty"), env) for arg in body.pattern.args]
        self.add(
            AbilityDef(
                self.face.card,
                "state",
                self.proc(code),
                condition=self.ids.plan(all_of(empty)),
                sentence=index,
            )
        )
        return True

    def labelled(self, effect: t.SameEffect) -> int:
        proc = self.face.labelled.get(effect.label, -1) if effect.label else self.face.last
        if proc < 0:
            raise Unlowered("no labelled effect before this one", effect)
        return proc
