"""Keywords of a face and of effects, by the bodies their sets declare."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import type_of
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from . import once
from .ability_base import GRANTED, AbilityBase
from .code import FIXED_LOCALS, Code
from .effects import Effects
from .faces import Face
from .giving import with_amounts
from .rewriting import elsewhere, substituted, with_points
from .roles import Given, Roles
from .scope import Env
from .unlowered import Unlowered


def keywords_only(body: t.Effect) -> bool:
    """Whether a line is keywords and nothing else."""
    parts = body.effects if isinstance(body, t.Seq) else (body,)
    return bool(parts) and all(isinstance(part, t.UseKeyword) and part.who is None for part in parts)


class Keyworded(AbilityBase):
    """Lowers keywords by their bodies."""

    # ---------------------------------------------------------------------- keywords
    def keyword_line(self, line: t.Line) -> bool:
        """A line that is keywords and nothing else, on a card whose body for them stands or is used by itself."""
        parts = line.body.effects if isinstance(line.body, t.Seq) else (line.body,)
        uses = [part for part in parts if isinstance(part, t.UseKeyword)]
        if len(uses) != len(parts) or not uses:
            return False
        for use in uses:
            body = self.body_for(use.keyword, self.face.kinds)
            if body is None or not self.stands(body) or use.instead or use.using:
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
        several = self.for_each_icon(keyword, args)
        for one in several if len(several) > 1 else ():
            self.keyword(keyword, one, line, conditions, times)
        if len(several) > 1:
            return
        body = self.body_for(keyword, self.face.kinds)
        if body is None:
            raise Unlowered(f"{keyword} on this kind of card", t.KeywordValue(keyword, args))
        count = -1 if times is None else self.ids.plan(self.plans.num(times, Env()))
        before = len(self.face.abilities)
        with self.sentence_of.within(keyword, args):
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
                if ability.kind == "static" and not isinstance(times, t.Num):
                    ability.condition = self.ids.plan(self.some_of(count, ability.condition))

    def some_of(self, count: int, condition: int) -> Plan:
        """What else holds while a card has a keyword for each of something: that there is one at all."""
        some: Plan = ("le", ("num", 1), self.ids.image.plans[count])
        return some if condition < 0 else ("and", self.ids.image.plans[condition], some)

    def for_each_icon(self, keyword: str, args: tuple[t.Arg, ...]) -> list[tuple[t.Arg, ...]]:
        """Arguments of a keyword about one icon: written with several, it is there once for each."""
        declared = self.keywords.get(keyword)
        for at, arg in enumerate(args):
            if declared is not None and arg.role in declared.single and isinstance(arg.value, t.IconValue):
                icons = [replace(arg, value=t.IconValue((icon,))) for icon in arg.value.icons]
                return [(*args[:at], icon, *args[at + 1 :]) for icon in icons]
        return [args]

    def keyword_effect(self, effect: t.UseKeyword, env: Env, picked: int = 0) -> int:
        """An ability without a card that does the keyword's body; made once per keyword and arguments."""
        if len(self.for_each_icon(effect.keyword, effect.args)) > 1:
            raise Unlowered(f"{effect.keyword} done with several icons", effect)
        body = self.body_done(effect.keyword, effect.who) or self.first_body(effect)
        if self.stands(body):
            raise Unlowered(f"{effect.keyword} is nothing one does", effect)
        key = ("keyword", effect.keyword, effect.args, effect.instead, effect.using, effect.giving, self.face.kinds)
        made = self._made.get(key)
        if made is not None:
            return made
        self._made[key] = index = len(self.ids.image.abilities)
        ability = AbilityDef(-2, "label", keyword=self.ids.keywords[effect.keyword])
        self.ids.image.abilities.append(ability)
        code = Code(self.ids, effect.keyword, picked)
        effects = Effects(self.plans, code, self)
        whole = substituted(body, effect.args)
        if effect.instead:
            usual, whole = whole, with_points(whole, *effect.instead)
            if whole == usual:
                raise Unlowered(f"{effect.keyword} gives no such points", effect)
        if effect.giving:
            usual, whole = whole, with_amounts(whole, effect.giving)
            if whole == usual:
                raise Unlowered(f"{effect.keyword} gives no such points", effect)
        if effect.using:
            usual, whole = whole, elsewhere(whole, *effect.using)
            if whole == usual:
                raise Unlowered(f"{effect.keyword} uses no such place", effect)
        inner = Env(params={f"picked {at}": ("local", FIXED_LOCALS + at) for at in range(picked)})
        for line in whole.lines:
            inner = effects.start(inner, line.body)
        with self.sentence_of.within(effect.keyword, effect.args, had=False):
            for line in whole.lines:
                for sentence, part in self.sentences(line, line.body):
                    effects.sentence(sentence)
                    effects.effect(part, inner)
        ability.proc = self.proc(code)
        return index

    def body_done(self, keyword: str, who: t.Value | None) -> t.CardText | None:
        """The body of a keyword that is done, not had: on a card whose body for it only stands, what players do."""
        body = self.body_for(keyword, self.face.kinds)
        players = who is None or type_of(who) in ("player", "players")
        if body is not None and not (self.stands(body) and players):
            return body
        declared = self.keywords.get(keyword)
        does = (one for _, one in declared.bodies if not self.stands(one)) if declared is not None else iter(())
        return next(does, body)

    def as_one_deed(self, effect: t.UseKeyword) -> t.Effect | None:
        """What a keyword does first, if it does that to the cards it is given."""
        if not any(isinstance(arg.value, (t.Sel, t.Union)) for arg in effect.args):
            return None
        body = self.body_for(effect.keyword, self.face.kinds) or self.first_body(effect)
        usual, first = body.lines[0].body, substituted(body, effect.args).lines[0].body
        while isinstance(first, t.Seq) and isinstance(usual, t.Seq):
            usual, first = usual.effects[0], first.effects[0]
        return None if first == usual else first

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

    def once(self, part: t.Node) -> int:
        return once.deed(self.ids, self.face.name, self.sentence_of.words(part))

    def granted(
        self, kinds: tuple[str, ...], text: t.CardText, args: tuple[t.Arg, ...], keyword: str, card: int = GRANTED
    ) -> list[int]:
        """Abilities of a text that belongs to no card (or to a role), written for these kinds of cards."""
        key = ("granted", kinds, text, args, keyword, card)
        if key not in self._granted:
            before = self.face
            self.face = Face(card, kinds, name=before.name)
            try:
                with self.sentence_of.within(keyword, args) if keyword else nullcontext():
                    self.lower(self.face, substituted(text, args))
                self._granted[key] = self.face.abilities
                works = [zone for kind in kinds for zone in self.ids.image.kinds[self.ids.kinds[kind]].works]
                for index in self.face.abilities if card == GRANTED else ():
                    ability = self.ids.image.abilities[index]
                    ability.zones = ability.zones or tuple(dict.fromkeys(works))
                for index in self.face.abilities if keyword else ():
                    self.ids.image.abilities[index].keyword = self.ids.keywords[keyword]
            finally:
                self.face = before
        return self._granted[key]

    def dealt(self, item: t.SetupItem) -> bool:
        """Names that a set-up must include, and how many groups of a kind it has: said before anything is dealt."""
        what = item.what
        if isinstance(what, t.NameValue):
            self.face.musts.append(what.text)
            return True
        if isinstance(what, t.Sel) and what.quant.kind == "no" and len(what.where) == 1 and what.noun in self.grouped:
            alike = what.where[0]
            if isinstance(alike, t.Different) and alike.same and alike.attr in self.ids.name_attrs:
                return True  # each name is chosen once: a set-up deals whole groups
        if isinstance(what, t.ValueSort) and what.sort in self.ids.name_attrs and item.extra and item.where is None:
            # "An extra …" of a name that kinds of cards share: of the kind that is no kind of another
            image = self.ids.image
            carrying = image.name_kinds[self.ids.name_attrs[what.sort]]
            kind = next(kind for kind in carrying if image.kinds[kind].isa == (kind,))
            self.face.wants += [(kind, 1, 1, low, high) for low, high in item.players or ((1, 99),)]
            return True
        if not isinstance(what, t.Sel) or what.noun not in self.grouped:
            return False
        home = self.plans.defs.kind_home.get(what.noun)
        counted = what.noun in self.plans.defs.chosen_by_name and home is not None  # "6 Heroes in the Hero Deck"
        if item.where is not None and not (counted and item.where == t.Zone(home or "")):
            return False
        said = what.where[0] if len(what.where) == 1 else None
        if isinstance(said, t.NameHas) and what.quant.kind == "precisely" and isinstance(what.quant.n, t.Num):
            self.face.words.append((self.ids.kinds[what.noun], what.quant.n.n, said.words))
            return True
        if isinstance(said, t.HasIcon) and what.quant.kind == "at least" and isinstance(what.quant.n, t.Num):
            if item.players or item.extra or said.icon not in self.ids.icons:
                raise Unlowered("groups of such cards among those chosen", item)
            self.face.bearing.append((self.ids.kinds[what.noun], what.quant.n.n, self.ids.icons[said.icon]))
            return True
        if what.where and what.quant.kind == "at least":
            raise Unlowered("groups of such cards among those chosen", item)
        if what.where:
            return False
        if not isinstance(what.quant.n, t.Num):
            raise Unlowered("a number of groups that is not printed", item)
        for low, high in item.players or ((1, 99),):
            self.face.wants.append((self.ids.kinds[what.noun], what.quant.n.n, 1 if item.extra else 0, low, high))
        return True

    def given(self, effect: t.Gain, env: Env) -> Given:
        return Roles(self).given(effect, env)

    def called(self, name: str) -> int:
        return Roles(self).called(name)
