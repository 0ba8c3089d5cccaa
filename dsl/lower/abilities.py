"""Lines of a face become abilities: what they wait for, where they work, and the procedure that does them.

Must not know YAML; labels, keywords and kinds come resolved from the driver.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from . import as_played, once
from .becoming import with_other_kind
from .changing_places import changing_places
from .code import Code
from .code import Label as Place
from .coined import called_somewhere, with_coined_words
from .effects import Effects, exchanged
from .faces import Face, KeywordDef, LabelDef, SentenceOf, Superpower
from .keyworded import Keyworded
from .labelled import Labelled
from .listening import Listening
from .making import Making
from .patterns import Patterns
from .plans import Plans
from .reaching import starts
from .rewriting import (
    about_this,
    asked_by_keyword,
    asked_then,
    better_line,
    exchanging,
    others,
    substituted,
    there,
    used_any_turn,
)
from .same_thing import spelled_out
from .scope import Env
from .standing import Standing
from .twins import Twins
from .unlowered import Unlowered, any_of

FOR_TURN = ("once this turn", "any number of times this turn")
OUT = 1  # the zones up to it are no places of the game


def on_your_turn(body: t.Effect) -> t.Effect | None:
    """What a text offers on its owner's turn ("On your turn, you may …")."""
    if not isinstance(body, t.If) or body.unless or body.otherwise is not None:
        return None
    own = isinstance(body.cond, t.Is) and body.cond.state == "active"
    inner: t.Effect = body.then
    while isinstance(inner, t.If) and not inner.unless and inner.otherwise is None:
        inner = inner.then
    may = isinstance(inner, t.May) or isinstance(inner, t.PayTo) and inner.may
    return body.then if own and may else None


def in_order(lines: tuple[t.Line, ...]) -> tuple[t.Line, ...]:
    """ "Same effect." before the only other effect that has a label means that one, so it comes after it."""
    named = [line for line in lines if any(label.id for label in line.labels)]
    if len(named) != 2 or not any(isinstance(n, t.SameEffect) and n.of is None for n in named[0].body.walk()):
        return lines
    return (*(line for line in lines if line is not named[0]), named[0])


def idle(body: t.Effect) -> bool:
    """Whether a line does nothing: it only says what a word of the text means."""
    return isinstance(body, t.Nothing) or isinstance(body, t.Seq) and all(idle(part) for part in body.effects)


class Abilities(Standing, Listening, Making, Labelled, Keyworded):
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
        self._inside = False  # whether a text is being lowered already
        self._made: dict[tuple[object, ...], int] = {}
        self._granted: dict[tuple[object, ...], list[int]] = {}
        self.label_ids: dict[str, str] = {}
        self.grouped: set[str] = set()  # kinds whose cards a set-up chooses by a name they share

    # ---------------------------------------------------------------------- faces
    def lower(self, face: Face, text: t.CardText) -> None:
        """All abilities of a face, in order. Lines done when the card is played run together in one procedure."""
        around, self.plans.defs.written_on = self.plans.defs.written_on, face.kinds
        inside, self._inside = self._inside, True
        try:
            self._lower(face, text, not inside)
        finally:
            self.plans.defs.written_on = around
            self._inside = inside

    def _lower(self, face: Face, text: t.CardText, own: bool) -> None:
        self.face = face
        printed = text
        text = spelled_out(text)
        self.looked_back(text)
        text = with_other_kind(self, face, with_coined_words(text))
        self.plans.defs.coined = called_somewhere(text)
        face.places = self.places_named(text)
        face.starts = starts(text, self.ids)
        face.counted = tuple(n.kind for n in text.walk() if isinstance(n, t.RoleValue) and n.kind in self.ids.kinds)
        playing: list[t.Line] = []
        waiting: list[t.Line] = []
        any_turn = False
        usual = list(dict.fromkeys(zone for kind in face.kinds for zone in self.plans.usual_zones(kind)))
        if len(usual) == 1 and self.plans.defs.zones[usual[0]].row:
            text = replace(text, lines=tuple(there(line, usual[0]) for line in text.lines))
        if own:  # what a card is given on the way has lines of its own
            self.sentence_of.follow(text.lines)
        for line in in_order(text.lines):
            self.sentence_of.at(line)
            if not line.labels and used_any_turn(line.body):
                any_turn = True
                continue
            labels = [label for label in line.labels if not label.icons or label.id]
            if self.runs_out(line):
                continue
            if labels:
                self.labelled_line(line, labels)
            elif line.uses and not line.labels and not self.once_played(line):
                self.use_line(line)
            elif not line.labels and (when := as_played.as_it_happens(line.body)) is not None:
                as_played.lower(self, when, self.sentences(line, line.body))
            elif not line.labels and self.momentary(line.body):
                waiting.append(line)
            elif not line.labels and (offered := on_your_turn(line.body)) is not None:
                self.own_turn_line(line, offered)
            elif not line.labels and self.standing(line.body):
                self.standing_line(line)
            elif not line.labels and self.keyword_line(line):
                continue
            else:
                playing.append(line)
        if waiting and not self.stays():
            playing = [line for line in text.lines if line in playing or line in waiting]
        else:
            for line in waiting:
                self.sentence_of.at(line)
                self.standing_line(line)
        lost = [at for at, line in enumerate(text.lines) if line in playing and not idle(line.body)]
        if lost and face.card >= 0 and not self.is_played():
            at = lost[0]
            same = len(printed.lines) == len(text.lines)
            raise self.no_moment((printed if same else text).lines[at].body)
        if playing:
            self.play(playing, waiting)
            if face.kept >= 0:
                self.ids.image.cards[face.kept].abilities = (face.abilities[-1],)
        if any_turn:
            for index in face.abilities:
                ability = self.ids.image.abilities[index]
                ability.any_turn = ability.kind == "use"

    def looked_back(self, text: t.CardText) -> None:
        """ "This way" is said of something the text does."""
        nodes = tuple(text.walk())
        done = {node.verb for node in nodes if isinstance(node, t.Do)}
        if any(isinstance(node, (t.UseKeyword, t.SameEffect, t.SlotEffect)) for node in nodes):
            return  # what else is done is not said here
        for node in nodes:
            if not isinstance(node, (t.Did, t.Happened)) or node.period != "way" or node.event in done:
                continue
            verb = self.plans.defs.verbs.get(node.event)
            if verb is not None and verb.takes == "cards" and verb.procedure is None:
                raise Unlowered("“this way” of what was not done", node)

    def once_played(self, line: t.Line) -> bool:
        """Whether a line is done when its card is played, but only once in the game."""
        first = line.body.effects[0] if isinstance(line.body, t.Seq) else line.body
        return line.uses == "once per game" and not isinstance(first, t.May | t.PayTo)

    def use_line(self, line: t.Line) -> None:
        """ "Once per turn, you may …": something its owner may do, so often."""
        if line.uses == "once per game":  # what one of these cards did counts for all of them
            raise Unlowered("something that may be done once per game", line)
        label = t.Label(line.uses)
        proc = self.body_proc(line, label, (), used=True)
        zones, played = self.given_for_turn(line)
        self.used(line, proc, self.ids.name(line.uses), Env(), zones, given=played)

    def given_for_turn(self, line: t.Line) -> tuple[tuple[int, ...], Plan | None]:
        """ "Once this turn, you may …": a card that lies in front of its player when it is played gives it for the
        turn, and may be gone when it is used. Where else it works, and whether it was given; () and None: as usual."""
        own = any(isinstance(node, t.Ref) and node.to == "this" for node in line.body.walk())
        if line.uses not in FOR_TURN or own or not self.in_front() or not self.plans.playing:
            return (), None
        image = self.ids.image
        works = image.kinds[image.cards[self.face.card].kind].works
        elsewhere = [z for z, zone in enumerate(image.zones) if z > OUT and zone.seen != "nobody" and z not in works]
        mine: Plan = ("eq", ("row-card", ("cand", 0)), ("this",))
        played: list[Plan] = [("in-zone", ("this",), zone) for zone in works]
        for event in self.plans.playing:
            played.append(("some", ("rfilter", ("history", event, ("group", Env().you), ("num", -1)), mine)))
        return (*works, *elsewhere), any_of(played)

    def own_turn_line(self, line: t.Line, offered: t.Effect) -> None:
        """ "On your turn, if this is in your discard pile, you may …": its owner may do it then, from there."""
        done = replace(line, body=offered)
        label = "on your turn"
        proc = self.body_proc(done, t.Label(label), (), used=True)
        self.used(done, proc, self.ids.name(label), Env(), self.where(offered))

    def used(
        self,
        line: t.Line,
        proc: int,
        label: int,
        env: Env,
        zones: tuple[int, ...] = (),
        uses: str = "",
        cond: t.Condition | None = None,
        given: Plan | None = None,
    ) -> None:
        """A use ability: offered only when it can be done."""
        body = line.body.effects[0] if isinstance(line.body, t.Seq) else line.body
        possible = Twins(self.plans).possible(self.chosen(body), env)
        if cond is not None:
            possible = ("and", self.plans.cond(cond, env), possible)
        if given is not None:
            possible = ("and", given, possible)
        self.add(
            AbilityDef(
                self.face.card,
                "use",
                proc,
                label=label,
                uses={"once per turn": "turn", "once this turn": "turn", "once per game": "game"}.get(line.uses, uses),
                zones=zones,
                condition=self.ids.plan(possible),
                sentence=self.sentences(line, line.body)[0][0],
            )
        )

    def chosen(self, effect: t.Effect) -> t.Effect:
        """What is done once its player has chosen to use it: the "may" is the choice to use it."""
        if isinstance(effect, t.May):
            return others(effect.effect) if isinstance(effect.effect, t.Do) else effect.effect
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
                    and any(about_this(a.value) for a in node.args)
                    or isinstance(node, t.Is)
                    and about_this(node.what)
                ):
                    found += [self.ids.zones[n.zone] for n in node.walk() if isinstance(n, t.Zone)]
        zones = self.ids.image.zones
        return tuple(z for z in dict.fromkeys(found) if zones[z].owner == "table" and zones[z].order == "row")

    def momentary(self, body: t.Effect) -> bool:
        """Whether an unlabelled line waits for something on a card that lies in front of its player when it is played:
        such a card may be gone when that happens, in the same turn."""
        if not self.in_front():
            return False
        inner = body.then if isinstance(body, t.If) and body.otherwise is None and not body.unless else body
        if not isinstance(inner, t.When) or inner.would or inner.once or not self.standing(body):
            return False
        return not any(isinstance(node, t.Ref) and node.to == "this" for node in body.walk())

    def is_played(self) -> bool:
        """Whether something does what cards of this kind say without a label: a procedure, or a permission to play
        them, since they work where played cards lie."""
        kinds = self.plans.played
        return any(self.front()) or "" in kinds or any(kind in kinds for kind in self.face.kinds)

    def in_front(self) -> bool:
        """Whether cards of this kind work only where they lie in front of a player."""
        front = self.front()
        return bool(front) and all(front)

    def front(self) -> list[bool]:
        """Of each zone in which cards of this kind work, whether it is in front of a player, seen by all."""
        zones = self.ids.image.zones
        works = self.ids.image.kinds[self.ids.image.cards[self.face.card].kind].works if self.face.card >= 0 else ()
        return [zones[z].owner == "player" and zones[z].seen == "all" for z in works]

    def stays(self) -> bool:
        """Whether something this card says of itself keeps it from being put away."""
        begins = self.plans.begins.values()
        for index in self.face.abilities:
            ability = self.ids.image.abilities[index]
            if ability.kind == "would" and ability.label < 0 and ability.event not in begins:
                return True
        return False

    def play(self, lines: list[t.Line], waiting: list[t.Line]) -> None:
        code = Code(self.ids, f"{self.face.name}: play")
        effects = Effects(self.plans, code, self)
        env = Env(binds=self.face.binds, here=True)
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
            effects.begin(body)
            for better in self.replacing(lines, at):
                after = code.label()
                asked = tuple(icon for label in better.labels for icon in label.icons)
                index = self.sentence_of(self.face.card, better, better.body)
                effects.sentence(index)
                if asked:
                    self.with_icons_met(code, asked, env, after)
                taken = better.body
                if isinstance(taken, t.UseKeyword):
                    meant = self.asked(taken)
                    code.eval(effects.condition(meant.cond, env))
                    code.op("JFALSE", after)
                    taken = meant.then
                effects.effect(self.replaced(body, taken), env)
                code.op("JUMP", end)
                code.place(after)
            icons = tuple(icon for label in line.labels for icon in label.icons)
            uses = line.uses
            for index, part in self.sentences(line, body):
                sentence = sentence if sentence >= 0 else index
                effects.sentence(index)
                if icons:
                    self.with_icons_met(code, icons, env, end)
                    icons = ()
                if uses:
                    self.only_once(code, line, env, end)
                    uses = ""
                effects.effect(asked_then(part) if line in waiting else part, env, tail=False)
            code.place(end)
        self.add(AbilityDef(self.face.card, "play", self.proc(code), sentence=sentence))

    def only_once(self, code: Code, line: t.Line, env: Env, otherwise: Place) -> None:
        """Go on only if no copy of this card has done the line for this player in the game, and note that it does."""
        if not self.once_played(line):
            raise Unlowered(f"{line.uses} behind icons", line)
        deed = self.once(line.body)
        code.eval(once.not_yet(deed, env.you, "game"))
        code.op("JFALSE", otherwise)
        once.note(code, deed, env.you)

    def asked(self, use: t.UseKeyword) -> t.If:
        """A keyword before a better line: its condition, and what is done instead."""
        body = self.body_for(use.keyword, self.face.kinds)
        meant = asked_by_keyword(substituted(body, use.args)) if body is not None else None
        if meant is None:
            raise Unlowered("instead of a line by a keyword that asks nothing", use)
        return meant

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
            made = exchanging(body, better.verb, old, new)
            if made == body:
                raise Unlowered("instead of what the line before does not say", better)
            return made
        assert isinstance(better, t.Instead)
        given = better.effect
        if isinstance(given, t.UseKeyword) and given.giving:
            said = [n for n in body.walk() if isinstance(n, t.UseKeyword)]
            if len(said) != 1 or (said[0].keyword, said[0].args) != (given.keyword, given.args) or body != said[0]:
                raise Unlowered("instead of what the line before does not say", better)
        if not better.both:
            return better.effect
        if not isinstance(body, t.Choose):
            raise Unlowered("both of what is no choice", better)
        return t.Seq(body.modes)

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
        parts = list(changing_places(exchanged(tuple(parts)), self.plans.exchanges))
        return [(self.sentence_of(self.face.card, line, part), part) for part in parts]

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
