"""Declared procedures: steps are structure, their leaves are clauses of the language.

Must not know any declared procedure; which of them is the game's entry is a name looked up by the driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Text
from cardwright.dsl.words import Procedure, Step
from cardwright.runtime.bytecode.image import Plan, ProcDef
from cardwright.runtime.bytecode.optable import STREAMS

from .code import FIXED_LOCALS, Code, Label
from .defs import VerbDef
from .effects import Effects
from .installing import Installer
from .patterns import is_object
from .plans import Plans
from .resolved import Resolver
from .scope import Env
from .sentences import Sentences
from .unlowered import Unlowered

END = "end"
SET_UP = "set up"
PAYABLE = "the price can be paid"
# players a call may name beside those of the language: whoever the lot falls on, and whose turn comes after this one
ANYBODY = "a random player"
PLAYERS: dict[str, Plan] = {
    "the first player": ("active",),  # before anybody has had a turn
    "the active player": ("active",),
    "the next player": ("left", ("active",)),
}


class Procedures:
    """Lowers one declared procedure after the other."""

    def __init__(self, plans: Plans, install: Installer, resolver: Resolver, sentences: Sentences) -> None:
        self.plans = plans
        self.install = install
        self.resolver = resolver
        self.readers: Mapping[str, Resolver] = {}  # of each set: a step that another set put in is read with its words
        self.sentences = sentences
        self.decls: dict[str, Procedure] = {}
        self.starts: list[tuple[int, t.Sel]] = []  # labels of what is done when all is set up, on which cards
        self.facts: set[int] = set()  # events that only happen; any other one of a step is a move

    def lower(self, decl: Procedure, steps: tuple[Step, ...]) -> ProcDef:
        """Code of a procedure; `steps` already has other sets' steps put in."""
        names = [name for name in decl.of if name != "you"]
        code = Code(self.plans.ids, decl.id, len(names))
        env = Env(params={name: ("local", FIXED_LOCALS + i) for i, name in enumerate(names)})
        return _Body(self, decl, code, env).lower(steps)


class _Body:
    def __init__(self, owner: Procedures, decl: Procedure, code: Code, env: Env) -> None:
        self.owner = owner
        self.plans = owner.plans
        self.decl = decl
        self.code = code
        self.env = env
        self.effects = Effects(owner.plans, code, owner.install)
        self.labels: dict[str, Label] = {END: code.label()}
        self.scope: dict[str, str] = {str(name): str(text) for name, text in decl.of.items()}

    def lower(self, steps: tuple[Step, ...]) -> ProcDef:
        code = self.code
        period = self.plans.ids.periods[_qualified(self.decl, self.decl.period)] if self.decl.period else -1
        if self.decl.serves == "turn":
            code.op("LOAD", 1)
            code.op("ACTIVE")
        if period >= 0:
            code.op("OPEN", period)
        for step in steps:
            self.labels.setdefault(str(step.name), code.label())
        marks: list[tuple[int, int, int]] = []
        for step in steps:
            first = len(code.code)
            self.step(step, self.env)
            code.settle(first)
            marks.append((self.plans.ids.name(str(step.name)), first, len(code.code)))
        code.place(self.labels[END])
        for label, cards in self.owner.starts if self.decl.serves == SET_UP else ():
            self._run(label, cards, self.env)
        if period >= 0:
            code.op("CLOSE", period)
        proc = code.finish()
        shift = len(code.prologue)
        return replace(proc, steps=tuple((name, first + shift, end + shift) for name, first, end in marks))

    # ---------------------------------------------------------------------- steps
    def step(self, step: Step, env: Env) -> None:
        code = self.code
        self.owner.resolver = self.owner.readers.get(step.set, self.owner.resolver)
        code.place(self.labels[str(step.name)])
        index = self.owner.sentences.of_step(self.decl, step)
        if index >= 0:
            self.effects.sentence(index)
        after = code.label()
        if step.each:
            self._each(step, env, after)
            code.place(after)
            self._then(step)
            return
        again = code.here()
        if step.repeat_while is not None:
            code.eval(self.plans.cond(self._condition(step.repeat_while), env))
            code.op("JFALSE", after)
        if step.if_ is not None:
            code.eval(self._test(step.if_, env))
            code.op("JFALSE", self._target(step.else_) if step.else_ is not None else after)
        self._body(step, env)
        if step.repeat_while is not None:
            code.op("JUMP", again)
        self._then(step)
        code.place(after)

    def _test(self, text: Text, env: Env) -> Plan:
        """A condition of the language, or whether the price of this procedure's act can be paid."""
        if str(text) == PAYABLE:
            act = self.plans.ids.acts[_qualified(self.decl, self.decl.act)]
            return ("can-pay", env.you, act, ("local", FIXED_LOCALS))
        return self.plans.cond(self._condition(text), env)

    def _then(self, step: Step) -> None:
        if step.then is not None:
            self.code.op("JUMP", self._target(step.then))

    def _target(self, name: str) -> Label:
        return self.labels[str(name)]

    def _each(self, step: Step, env: Env, after: Label) -> None:
        ((name, text),) = step.each.items()
        selector = self.owner.resolver.fragment("selector", text, self.scope)
        assert isinstance(selector, t.Value)
        of_players = isinstance(selector, t.Sel) and selector.noun == "player"
        group = self.plans.players(selector, env) if of_players else self.plans.group(selector, env)
        inner_step = replace(step, each={}, then=None)

        def one(inner: Env) -> None:
            assert inner.loop is not None
            self.scope = {**self.scope, str(name): str(text)}
            deeper = inner.with_params({str(name): inner.loop})
            self._body(inner_step, deeper)

        self.effects._loop(group, env, one)

    def _body(self, step: Step, env: Env) -> None:
        code = self.code
        end = None
        if step.event is not None:
            end = self._event(step, env)
        elif step.text is not None:
            self.effects.effect(self._effect(step.text), env)
        if step.call is not None:
            self._call(step.call, env)
        if step.offer is not None:
            code.eval(env.you)
            code.op("ACTS", self.effects.selecting.sentence)
        if step.do is not None:
            self._abilities(step.do, env)
        if step.pay is not None:
            self._pay(step, env)
        for inner in step.steps:
            self.labels.setdefault(str(inner.name), code.label())
        for inner in step.steps:
            self.step(inner, env)
        if end is not None:
            code.op("DRAIN")
            code.place(end)

    # ---------------------------------------------------------------------- leaves
    def _effect(self, text: Text) -> t.Effect:
        effect = self.owner.resolver.fragment("effect", text, self.scope)
        assert isinstance(effect, t.Effect)
        card = next((name for name in self.decl.of if name != "you"), "")
        if self.decl.act is not None:
            for node in effect.walk():
                if isinstance(node, t.Do) and any(
                    a.role == "cards" and isinstance(a.value, t.Ref) and a.value.to == f"param {card}"
                    for a in node.args
                ):
                    self.plans.acts_doing.setdefault(node.verb, []).append(self.plans.acts[self.decl.id])
        return effect

    def _condition(self, text: Text) -> t.Condition:
        condition = self.owner.resolver.fragment("condition", text, self.scope)
        assert isinstance(condition, t.Condition)
        return condition

    def _event(self, step: Step, env: Env) -> Label | None:
        """The event of a step. If the text is one move of the event's card, the move is what commits; otherwise the
        event is a fact, the text follows, and what was triggered waits until the whole step is done."""
        assert step.event is not None
        pattern = self.owner.resolver.fragment("event", step.event, self.scope)
        if not isinstance(pattern, t.EventPattern):
            raise Unlowered("an event that is none", t.Nothing(str(step.event)))
        number = self.plans.ids.events[pattern.event]
        waits = bool(step.steps)  # for steps of its own
        self.plans.begins.setdefault(self.decl.id, number)
        who, cards, env = self._roles(pattern, env)
        parts: tuple[t.Effect, ...] = ()
        if step.text is not None:
            text = self._effect(step.text)
            parts = text.effects if isinstance(text, t.Seq) else (text,)
        if len(parts) == 1:
            moved = self._moved(parts[0], pattern, env)
            if moved is not None and number not in self.owner.facts:
                self.plans.ids.image.events[number].prim = "move"
                self.code.eval(moved)
                self.code.op("EVENT", number, 1 if waits else 0)
                if not waits:
                    self.code.op("POP")
                    return None
                end = self.code.label()
                self.code.op("JFALSE", end)  # what was replaced does not happen
                return end
        self.owner.facts.add(number)
        self.code.eval(("rows-fact", who, cards, ("num", 1)))
        self.code.op("EVENT", number, 1 if parts or waits else 0)
        if not parts and not waits:
            self.code.op("POP")
            if step.name == self.decl.steps[-1].name != self.decl.steps[0].name:
                self.plans.afterwards.add(number)  # the last step tells what the others have done
            return None
        end = self.code.label()
        self.code.op("JFALSE", end)  # what was replaced does not happen
        for part in parts:
            self.effects.effect(part, env, tail=True)
        if waits:
            return end
        self.code.op("DRAIN")
        self.code.place(end)
        return None

    def _roles(self, pattern: t.EventPattern, env: Env) -> tuple[Plan, Plan, Env]:
        """Actor and cards of the event."""
        who: Plan = env.you
        cards: Plan = ("list",)
        for arg in pattern.args:
            if arg.role in ("who", "player", "you"):
                who = self.plans.player(arg.value, env)
            elif is_object(arg):
                cards = self.plans.group(arg.value, env)
        return who, cards, env

    def _moved(self, effect: t.Effect, pattern: t.EventPattern, env: Env) -> Plan | None:
        """Rows of a text that is one primitive move of the event's own card."""
        if not isinstance(effect, t.Do) or effect.verb != "move":
            return None
        subjects = [a.value for a in pattern.args if is_object(a)]
        objects = [a.value for a in effect.args if a.role == "cards"]
        if not subjects or subjects != objects:
            return None
        rows, _ = self.effects._rows(effect, VerbDef("move", takes="cards", does=t.Do("move", None, ())), env, {})
        return rows

    def _call(self, text: Text, env: Env) -> None:
        """`name` or `name of argument and argument`."""
        words = str(text)
        found = [d for d in self.owner.decls.values() if words == d.name or words.startswith(f"{d.name} of ")]
        if not found:
            raise Unlowered(f"the procedure {words}", t.Nothing(words))
        decl = max(found, key=lambda d: len(d.name))
        arguments = words[len(decl.name) :].removeprefix(" of ")
        values = [self._value(part, text, env) for part in arguments.split(" and ")] if arguments else []
        params = list(decl.of)
        given = params if len(values) == len(params) else [name for name in params if name != "you"]
        if len(values) != len(given):
            raise Unlowered(f"calling {decl.name} with {len(values)} arguments", t.Nothing(words))
        plans: dict[str, Plan] = dict(zip(given, values, strict=True))
        self.code.eval(plans.pop("you", env.you))
        for name in params:
            if name != "you":
                self.code.eval(plans[name])
        self.code.op("CALLAS", self.plans.procedures[decl.id], len(plans))
        self.code.op("POP")

    def _value(self, words: str, text: Text, env: Env) -> Plan:
        if words == "{you}":
            return env.you
        if words == ANYBODY:
            self.code.eval(("players",))
            self.code.op("PUSH", 1)
            self.code.op("RANDOM", STREAMS.index("random"))
            return ("one", ("local", self.code.store_new()))
        if words in PLAYERS:
            return PLAYERS[words]
        if words.startswith("{") and words[1:-1] in env.params:
            return env.params[words[1:-1]]
        value = self.owner.resolver.words("selector", words, text, self.scope)
        assert isinstance(value, t.Value)
        if (isinstance(value, t.Sel) and value.noun == "player") or (
            isinstance(value, t.Ref) and value.type == "player"
        ):
            return self.plans.player(value, env)
        return self.plans.card(value, env)

    def _abilities(self, text: Text, env: Env) -> None:
        """`abilities of {card}`: those done when it is played; `LABEL abilities of …`: run by name."""
        words = str(text)
        label, _, of = words.partition("abilities of ")
        if label.strip():
            self._labelled(label.strip(), of, text, env)
            return
        card = self._value(of, text, env)
        self.plans.played |= self._kinds(of)
        if self.decl.id in self.plans.begins:
            self.plans.playing.append(self.plans.begins[self.decl.id])
        self.code.eval(("def", card))
        self.code.eval(card)
        self.code.eval(env.you)
        self.code.op("ABILITIES")

    def _kinds(self, of: str) -> set[str]:
        """The kinds of cards that a parameter may be; "" if its words say no kind."""
        said = next((text for name, text in self.decl.of.items() if of.strip() == f"{{{name}}}"), None)
        value = self.owner.resolver.fragment("selector", said, {}) if said is not None else None
        parts = value.parts if isinstance(value, t.Union) else (value,)
        nouns = [part.noun if isinstance(part, t.Sel) else "" for part in parts]
        return {noun if noun in self.plans.ids.kinds else "" for noun in nouns}

    def _labelled(self, label: str, of: str, text: Text, env: Env) -> None:
        """Run the abilities with a label of each of the cards, by name."""
        selector = self.owner.resolver.words("selector", of, text, self.scope)
        assert isinstance(selector, t.Value)
        found = [name for qualified, name in self.plans.ids.labels.items() if qualified.split(":", 1)[1] == label]
        if not found:
            raise Unlowered(f"the label {label}", t.Nothing(str(text)))
        self._run(found[0], selector, env)

    def _run(self, number: int, cards: t.Value, env: Env) -> None:
        """Run the abilities with a label of each of the cards."""
        code = self.code

        def card(inner: Env) -> None:
            assert inner.loop is not None
            loop = inner.loop

            def ability(deeper: Env) -> None:
                assert deeper.loop is not None
                code.eval(deeper.loop)
                code.eval(loop)
                code.eval(env.you)
                code.op("NONE")
                code.op("RUN")
                code.op("POP")

            self.effects._loop(("ability-ids", loop, number), inner, ability)

        self.effects._loop(self.plans.group(cards, env), env, card)

    def _pay(self, step: Step, env: Env) -> None:
        """Pay the price of this procedure's act; if it cannot be paid the procedure ends."""
        if self.decl.act is None:
            raise Unlowered("paying outside an act", t.Nothing(str(step.pay)))
        self.code.eval(env.you)
        self.code.op("LOAD", FIXED_LOCALS)
        self.code.op("PUSH", self.plans.ids.acts[_qualified(self.decl, self.decl.act)])
        self.code.op("PAY")
        self.code.op("JFALSE", self.labels[END])


def _qualified(decl: Procedure, name: str | None) -> str:
    return f"{decl.set}:{name}"
