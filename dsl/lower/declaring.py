"""Terms, verbs, labels and keywords of an image."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Mapping, Scalar
from cardwright.dsl.words import Keyword, Label, SetDecl, Term, Verb

from .defs import TermDef, VerbDef
from .faces import KeywordDef, LabelDef
from .image_base import ImageBase
from .primitives import PRIMITIVES
from .resolved import Resolver

ICON_LABEL = "{icons}"


# The parameters that what a verb does may name, with their types.
VERB_SLOTS = {"cards": "cards", "to": "a place", "subject": "a card", "amount": "a number", "spaces": "a space"}


class Declaring(ImageBase):
    """Lowers declarations with text."""

    # ---------------------------------------------------------------------- verbs, terms
    def declared(self, one: SetDecl) -> None:
        resolver = self.resolvers[one.name]
        for verb in one.verbs:
            self.event(verb.id, "none", str(verb.log) if verb.log is not None else "")
        for event in one.events:
            self.event(event.id, "none", str(event.log) if event.log is not None else "")
            ends = str(event.ends) if event.ends is not None else ""
            self.defs.verbs[event.id] = VerbDef(
                event.id, "card" if event.of and "you" not in event.of else "player", event=event.id, ends=ends
            )
            if event.if_ is not None:
                cond = resolver.fragment("condition", event.if_, {})
                assert isinstance(cond, t.Condition)
                self.defs.verbs[event.id].only_if = cond
        for term in one.terms:
            self.guarded(term.span, partial(self.term, one, term, resolver))
        for verb in one.verbs:
            self.guarded(verb.span, partial(self.verb, one, verb, resolver))

    def term(self, one: SetDecl, term: Term, resolver: Resolver) -> None:
        owner = isinstance(term.of, Scalar) and term.of.value == "player"
        scope: dict[str, str] = {}
        if isinstance(term.of, Mapping):
            scope = {str(key.value): str(value.value) for key, value in term.of if isinstance(value, Scalar)}
        params = ("you",) if owner else tuple(scope)
        for kind, text in (
            ("selector", term.is_),
            ("number", term.number),
            ("condition", term.condition),
            ("place", term.place),
        ):
            if text is not None:
                body = resolver.fragment(kind, text, scope)
                assert isinstance(body, (t.Value, t.Condition))
                home = self.find(self.ids.zones, term.home, one.name) if term.home is not None else None
                self.defs.terms[term.id] = TermDef(params, body, term.adjective, home)
                if owner and kind == "selector" and self.defs.belongings is None:
                    self.defs.belongings = term.id  # the first one; scores are of a player too

    def verb(self, one: SetDecl, verb: Verb, resolver: Resolver) -> None:
        subject = "card" if verb.subject == "card" else "player"
        made = VerbDef(verb.id, subject, str(verb.takes or ""), event=verb.id, from_end=verb.several is not None)
        made.further = tuple(str(role) for role in verb.with_)
        self.defs.verbs[verb.id] = made
        if verb.lies_in is not None:
            made.lies_in = self.find(self.ids.zones, verb.lies_in, one.name)
        if verb.finished_by is not None:
            made.finish = self.find((v.id for s in self.sets for v in s.verbs), verb.finished_by, one.name)
        if verb.fills is not None:
            made.filling = self.find(self.ids.zones, verb.fills, one.name)
        if verb.from_ is not None:
            made.source = (
                "home" if str(verb.from_) == "home" else self.source(resolver.fragment("place", verb.from_, {}))
            )
        if verb.to is not None:
            target = "required" if str(verb.to) == "required" else resolver.fragment("place", verb.to, {})
            assert isinstance(target, (str, t.Value))
            made.target = target
        if verb.procedure is not None:
            made.procedure = self.find((p.id for s in self.sets for p in s.procedures), verb.procedure, one.name)
        if verb.does is not None:
            does = resolver.fragment("effect", verb.does, VERB_SLOTS)
            assert isinstance(does, t.Effect)
            made.does = does
            if isinstance(does, t.Do) and does.verb in PRIMITIVES:
                self.image.events[self.ids.events[verb.id]].prim = PRIMITIVES[does.verb]

    def source(self, place: t.Node) -> t.Value:
        """ "the top of your deck" as the place objects come from is the selector of its top cards."""
        if isinstance(place, t.Zone) and place.place in ("top", "bottom"):
            zone = replace(place, place="")
            return t.Sel("card", t.Quant("the"), (t.InZone((zone,)),), t.Pos(place.place))
        assert isinstance(place, t.Value)
        return place

    # ---------------------------------------------------------------------- labels
    def labels_and_keywords(self, one: SetDecl) -> None:
        resolver = self.resolvers[one.name]
        for label in one.labels:
            self.guarded(label.span, partial(self.label, one, label, resolver))
        for keyword in one.keywords:
            self.guarded(keyword.span, partial(self.keyword, one, keyword, resolver))

    def label(self, one: SetDecl, label: Label, resolver: Resolver) -> None:
        when = resolver.fragment("event", label.when, {}) if label.when is not None else None
        assert when is None or isinstance(when, t.EventPattern)
        if str(label.name) == ICON_LABEL:
            assert when is not None
            self.abilities.superpower.event = when.event
            if label.tells is not None:
                self.abilities.superpower.told = self.find(self.defs.verbs, label.tells, one.name)
            return
        you = resolver.fragment("player", label.you, {}) if label.you is not None else None
        cond = resolver.fragment("condition", label.if_, {}) if label.if_ is not None else None
        nouns = tuple(t.Sel(self.noun(name, one.name), t.Quant("any")) for name in label.on)
        made = LabelDef(
            label.id,
            t.Union(nouns, either=True),
            when,
            you if isinstance(you, t.Value) else None,
            use=label.use is not None,
            once=label.once,
            cond=cond if isinstance(cond, t.Condition) else None,
            standing=label.standing,
            loses=label.loses_when,
            set_up=str(label.set_up or ""),
            counter=self.find(self.ids.counters, label.numbered_by, one.name) if label.numbered_by is not None else "",
        )
        self.abilities.labels.setdefault(label.id, []).append(made)
        if made.counter:
            self.defs.label_counter[label.id] = made.counter
        for arg in when.args if when is not None else ():
            if isinstance(arg.value, t.Sel) and arg.value.noun in self.ids.kinds and when is not None:
                self.defs.label_event.setdefault(arg.value.noun, when.event)

    def noun(self, name: str, of: str) -> str:
        return self.find([*self.ids.kinds, *self.defs.terms], name, of)

    def deeds(self, node: t.Node) -> Iterator[str]:
        """Verbs that are done to cards in it: what "a card you …" means of a keyword."""
        if isinstance(node, (t.Permit, t.EventPattern, t.Condition)):
            return
        if isinstance(node, t.Do) and any(arg.role == "cards" for arg in node.args):
            yield node.verb
        for child in node.children():
            yield from self.deeds(child)

    def keyword(self, one: SetDecl, keyword: Keyword, resolver: Resolver) -> None:
        made = KeywordDef(keyword.id)
        self.abilities.keywords[keyword.id] = made
        scope = keyword.scope
        made.single = tuple(name for name, sort in scope.items() if sort == "icon")
        for name, text in keyword.bodies.items():
            noun = self.noun(str(name), one.name)
            body = resolver.fragment("lines", text, scope, noun)
            assert isinstance(body, t.CardText)
            made.bodies.append((noun, body))
        self.defs.keyword_bodies[keyword.id] = [body for _, body in made.bodies]
        deeds = {verb for _, body in made.bodies for verb in self.deeds(body)}
        if len(deeds) == 1:
            self.defs.deeds[keyword.id] = deeds.pop()
        if keyword.copied is not None and made.bodies:
            copied = resolver.fragment("lines", keyword.copied, scope, made.bodies[0][0])
            assert isinstance(copied, t.CardText)
            made.copied = copied
