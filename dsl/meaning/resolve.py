"""The entry points: a face's text or a declaration's value becomes typed trees, with findings for all that has no
meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ruamel.yaml import YAML

from cardwright.dsl.text.agreement import disagreements, doubled
from cardwright.dsl.text.coin import coined_entries
from cardwright.dsl.text.flat import FlatLine, Word
from cardwright.dsl.text.lexicon import Entry, Lexicon
from cardwright.dsl.text.parser import Context, parse_condition, parse_line, parse_row
from cardwright.dsl.text.problems import Problem
from cardwright.dsl.text.words import lexicon_of
from cardwright.dsl.words import Keyword, Pattern, Procedure, Rule, Vocabulary, Zone

from . import tree as t
from .adjectives import Adjectives
from .amounts import Amounts
from .asides import Asides
from .base import YOU
from .bind import Scope
from .binding import Binding
from .clauses import Clauses, Tail
from .conditions import Conditions
from .consequences import SOFT, without_consequences
from .context import Carrier, Row, Stop
from .deeds import Deeds
from .determiners import Determiners
from .giving import Giving
from .happenings import Happenings
from .joining import Joining
from .keywords import Keywords
from .labels import Labels
from .leads import Leads
from .modes import Modes
from .names import Names
from .nouns import NOUN_START, Draft, Nouns
from .numbers import Numbers
from .permits import Permits
from .phrases import Phrases
from .places import Places
from .pointing import Pointing
from .possession import Possession
from .posts import Posts
from .pronouns import Pronouns
from .redoing import Redoing
from .relatives import Relatives
from .renumber import renumbered
from .roles import Roles
from .sentences import Sentences
from .setup import SetUp
from .traits import Traits
from .types import type_of
from .verbs import Verbs


class Resolver(
    Labels,
    Modes,
    SetUp,
    Sentences,
    Posts,
    Leads,
    Permits,
    Joining,
    Verbs,
    Redoing,
    Giving,
    Clauses,
    Deeds,
    Roles,
    Keywords,
    Conditions,
    Possession,
    Happenings,
    Numbers,
    Amounts,
    Asides,
    Phrases,
    Relatives,
    Traits,
    Names,
    Nouns,
    Determiners,
    Places,
    Adjectives,
    Pronouns,
    Pointing,
    Binding,
):
    """All layers together: one resolver for one text."""

    def __init__(self, vocabulary: Vocabulary, carrier: Carrier, lexicon: Lexicon | None = None) -> None:
        super().__init__(vocabulary, carrier)
        self.pending = []
        self.labelled = []
        self.lexicon = lexicon if lexicon is not None else lexicon_of(vocabulary)

    # -- noun phrases with "and" and "or"
    def value(self, row: Row) -> t.Value:
        """One noun phrase, or several of one type."""
        first = self.noun_phrase(row)
        parts = [first]
        either = False
        joint = False
        while row.kind() in ("COMMA_PH", "AND_PH", "OR_PH"):
            at = row.at
            words = [row.take()]
            if row.kind() in ("AND_PH", "OR_PH"):
                words.append(row.take())
            kind = words[-1].type
            cap = row.is_("ART", "up to") and row.kind(1) == "NUM" and not self.noun_ahead(row, 2)  # of what is counted
            if row.kind() not in NOUN_START or row.kind() == "PLUS" or cap:
                row.back(at)
                break
            pending = list(self.pending)
            try:
                nxt = self.noun_phrase(row)
            except Stop:
                row.back(at)
                self.pending = pending
                break
            if not self.same_sort(first, nxt):
                row.back(at)
                self.pending = pending
                break
            parts.append(nxt)
            either = either or kind == "OR_PH"
            joint = joint or kind == "AND_PH"
        if len(parts) == 1:
            return first
        if either and joint:
            raise row.stop("and or")
        counts = {(p.quant.kind, p.quant.n) for p in parts if isinstance(p, t.Sel)}
        nouns = {(p.noun, p.where) for p in parts if isinstance(p, t.Sel)}
        if either and len(counts) > 1 and len(nouns) == 1:
            raise row.stop("not yet", "a choice between two numbers of the same cards")
        made = t.Union(tuple(parts), either=either)
        for part in parts:
            self.pending[:] = [p for p in self.pending if p[0] is not part]
        self.pending.append((made, "card", True, made.span))
        return made

    def same_sort(self, first: t.Value, other: t.Value) -> bool:
        def sort(value: t.Value) -> str:
            kind = type_of(value)
            return {"cards": "card", "players": "player", "icons": "icon", "mixed": "card", "space": "zone"}.get(
                kind, kind
            )

        return sort(first) == sort(other)

    def forget(self, value: t.Value) -> None:
        self.pending[:] = [p for p in self.pending if p[0] is not value]

    def coined_name(self, sense: object) -> str:
        return str(getattr(sense, "id", "")).split(":", 1)[1]

    def chosen(self, row: Row, draft: Draft, verb: Word) -> bool:
        """ "the Hero they chose": what was chosen, by each for themselves."""
        found = self.scope.find(
            lambda c: c.verb == "choose" and c.type in ("card", "cards") and self.may_be(c, draft.noun, "kind"),
            *(verb.text, (verb.start, verb.end)),
        )
        if found is None:
            raise Stop("no antecedent", verb.start, verb.end, verb.text)
        draft.chosen = found.ref
        return True

    def place_in_text(self, said: str) -> t.Value | None:
        """A place in words of a declaration."""
        words = parse_row(said, Context(self.lexicon), [])
        return None if words is None else self.noun_phrase(Row(words))

    # -- times
    def period_of(self, word: Word | None) -> str:
        """ "this turn" → the period's name for the machine, or its id; "" if the phrase is no period."""
        return "" if word is None else self.period_named(word.id)

    def period_named(self, words: str) -> str:
        periods: dict[str, str] = self.vocabulary.__dict__.setdefault("_periods", {})
        if not periods:
            periods["this game"] = "game"
            for procedure in self.vocabulary.all(Procedure):
                if procedure.period is not None:
                    name = (
                        procedure.serves
                        if procedure.serves in ("turn", "game")
                        else f"{procedure.set}:{procedure.period}"
                    )
                    periods.setdefault(f"this {procedure.period}", name)
        return periods.get(words, "")

    # -- lines
    def line(self, flat: FlatLine, bullets: Sequence[FlatLine] = ()) -> list[t.Line]:
        """A line as lines of the tree; none if it has a finding."""
        if flat.broken:
            return []
        self.uses = ""
        try:
            labels = self.labels(flat.labels)
        except Stop as stop:
            self.problem(stop)
            self.mark(flat)
            return []
        self.begins(flat)
        decl = self.label_decl(flat.labels)
        self.event_kinds = self.kinds_of_event(decl)
        self.label_happens = decl is not None and decl.when is not None
        if decl is not None and self.event_kinds:
            self.scope.label(t.Ref("event", "card", ""), self.event_kinds[0], (flat.start, flat.start))
        body: t.Effect | None
        if flat.condition is not None:
            body = self.losing(flat)
            ok = body is not None
        elif decl is not None and decl.set_up is not None:
            body = self.set_up(flat, names=str(decl.set_up) == "leads")
            ok = body is not None
        elif bullets:
            body, ok = self.bulleted(flat, bullets)
        else:
            body, ok = self.sentence_effects(flat.sentences)
        if not ok:
            self.mark(flat)
            return []
        if body is None:
            body = t.Nothing("")
        self.unread(flat)
        self.ways(flat, body)
        for each in labels:
            self.labelled.extend((label.id, label.numbers) for label in each if label.id)
        return [t.Line(tuple(each), body, self.uses, span=(flat.start, flat.end)) for each in labels]

    def mark(self, flat: FlatLine) -> None:
        for word in flat.tokens:
            word.read = True

    def unread(self, flat: FlatLine) -> None:
        """A token that nobody read would be silently dropped: an internal error."""
        for word in flat.tokens:
            if not word.read and word.type not in (
                "END",
                "COMMA_PH",
                "COMMA_CL",
                "BULLET",
                "LCOLON",
                "LDASH",
                "COLON",
                "DASH",
            ):
                self.problems.append(Problem("unread", word.start, word.end, word.text))
                return

    def bulleted(self, flat: FlatLine, bullets: Sequence[FlatLine]) -> tuple[t.Effect | None, bool]:
        """ "Choose one:" and its options as lines of their own."""
        lead, ok = self.sentence_effects(flat.sentences)
        before: list[t.Effect] = []
        joins: tuple[str, ...] = ()
        if isinstance(lead, t.Seq):
            before, joins = list(lead.effects[:-1]), lead.joins
            lead = lead.effects[-1]
        if not ok or not (
            isinstance(lead, t.ChooseValue) and isinstance(lead.what, t.ValueSort) and lead.what.sort == "mode"
        ):
            if ok:
                last = flat.tokens[-1]
                self.problem(Stop("bullets", last.start, last.end, last.text))
            return None, False
        modes: list[t.Effect] = []
        for bullet in bullets:
            if bullet.broken:
                return None, False
            for word in bullet.tokens:
                if word.type == "BULLET":
                    word.read = True
            effect, fine = self.sentence_effects(bullet.sentences)
            if not fine or effect is None:
                return None, False
            modes.append(effect)
            self.unread(bullet)
        choice = self.choice_of(lead, tuple(modes), "bullets")
        if before:
            return t.Seq((*before, choice), joins), True
        return choice, True

    def lines_of(self, lines: tuple[FlatLine, ...], carrier: Carrier | None = None) -> tuple[t.Line, ...]:
        """The lines inside a quotation: a text of its own, on whatever gets it."""
        saved = (
            self.scope,
            self.carrier,
            self.pending,
            self.tail,
            self.uses,
            self.performer,
            self.event_kinds,
            self.would,
        )
        saved_do = (self.last_do, self.last_who, self.performer_given, self.line_start)
        self.scope, self.pending, self.tail = Scope(), [], Tail()
        self.carrier = carrier or Carrier((), self.carrier.names, self.carrier.set, self.carrier.slots, True)
        self.performer = self.performer_given = None
        found: list[t.Line] = []
        before = len(self.problems)
        for line in lines:
            if line.broken:
                continue
            self.scope = Scope()
            found.extend(self.line(line))
        self.scope, self.carrier, self.pending, self.tail, self.uses, self.performer, self.event_kinds, self.would = (
            saved
        )
        self.last_do, self.last_who, self.performer_given, self.line_start = saved_do
        if len(self.problems) > before or not found:
            last = lines[-1] if lines else None
            raise Silent(last.start if last else 0, last.end if last else 0)
        return tuple(found)

    def parenthesis(self, word: Word) -> t.Effect | None:
        """A sentence in parentheses: compiled like any other, or a reminder of what holds anyway."""
        text = word.text.strip("()")
        if text in reminders() or text in self.declared_reminders():
            word.read = True
            for line in word.inner:
                self.mark(line)
            return None
        if self.not_counted(word) or self.says_what_it_does(word):
            return None
        raise Stop("parenthesis", word.start, word.end, word.text)

    def declared_reminders(self) -> frozenset[str]:
        """What keywords, zones and rules are repeated by."""
        known: frozenset[str] | None = self.vocabulary.__dict__.get("_reminders")
        if known is None:
            said = [decl.reminder for decl in self.vocabulary.all(Keyword)]
            said += [decl.reminder for decl in self.vocabulary.all(Zone)]
            texts = [str(one) for one in said if one is not None]
            texts += [str(one) for rule in self.vocabulary.all(Rule) for one in rule.reminders]
            known = self.vocabulary.__dict__["_reminders"] = frozenset(one.strip("()") for one in texts)
        return known

    def problem(self, stop: Stop) -> None:
        if isinstance(stop, Silent):
            return
        super().problem(stop)


@cache
def reminders() -> frozenset[str]:
    """Sentences in parentheses that say what holds anyway (grammar/readings.yaml)."""
    text = files("cardwright.grammar").joinpath("readings.yaml").read_text("utf-8")
    return frozenset(YAML(typ="safe").load(text)["reminders"])


class Silent(Stop):
    """A text inside has a finding already."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__("silent", start, end)


@dataclass(slots=True)
class Result:
    """A resolved text: its tree (None if any line has a finding) and the problems, each with the number of its line."""

    text: t.CardText | None
    problems: list[tuple[int, Problem]] = field(default_factory=list)


def resolve_lines(
    texts: Sequence[str], vocabulary: Vocabulary, carrier: Carrier, extra: Iterable[Entry] = ()
) -> Result:
    """All lines of a face or of a declaration's text; they share one scope."""
    lexicon = lexicon_for(texts, vocabulary, carrier, extra)
    resolver = Resolver(vocabulary, carrier, lexicon)
    context = Context(lexicon, dict(carrier.slots), frozenset())
    problems: list[tuple[int, Problem]] = []
    lines: list[t.Line] = []
    flats: list[FlatLine | None] = []
    for number, text in enumerate(texts):
        if resolver.line_pattern(text) is not None:
            flats.append(None)
            continue
        found: list[Problem] = []
        read = parse_line(text, context, found)
        flats.append(read)
        problems.extend((number, p) for p in (*found, *disagreements(read)))
    at = 0
    while at < len(texts):
        flat = flats[at]
        resolver.problems = []
        resolver.scope.line = at
        resolver.scope.sentence += 1
        if flat is None:
            lines.extend(pattern_line(resolver, texts[at], context))
            problems.extend((at, p) for p in resolver.problems)
            at += 1
            continue
        end = at + 1
        bullets: list[FlatLine] = []
        while end < len(texts) and (nxt := flats[end]) is not None and nxt.bullet:
            bullets.append(nxt)
            end += 1
        lines.extend(resolver.line(flat, bullets))
        problems.extend((at, p) for p in resolver.problems)
        at = end
    for number, flat_line in enumerate(flats):
        if flat_line is not None and not any(at == number and p.code not in SOFT for at, p in problems):
            problems.extend((number, p) for p in doubled(flat_line))
    problems = without_consequences(problems)
    whole = renumbered(t.CardText(tuple(lines))) if not [p for _, p in problems if p.code not in SOFT] else None
    return Result(whole, problems)


def lexicon_for(texts: Sequence[str], vocabulary: Vocabulary, carrier: Carrier, extra: Iterable[Entry] = ()) -> Lexicon:
    """The words of a text: those of its sets, its card's own name, and what the text itself coins."""
    lexicon = lexicon_of(vocabulary)
    coined = list(coined_entries("\n".join(texts), carrier.set))
    words = {entry.phrase for entry in coined}  # a word the text coins is that, though the card's name has it too
    own = [*extra, *(entry for entry in own_entries(carrier) if entry.phrase not in words), *coined]
    return lexicon.extended(own) if own else lexicon


def own_entries(carrier: Carrier) -> list[Entry]:
    """The card's own name and its parts are the card itself."""
    return [Entry(name, "self", "this", "sg") for name in carrier.names]


def pattern_line(resolver: Resolver, text: str, context: Context) -> list[t.Line]:
    """A line that is a keyword in its whole wording."""
    found = resolver.line_pattern(text)
    assert found is not None
    decl, made, spans, times = found
    args: list[t.Arg] = []
    for slot in made.slots:
        start, end = spans[slot.name]
        value = pattern_slot(resolver, text, context, slot.type, start, end)
        if value is None:
            return []
        args.append(t.Arg(slot.name, value))
    bind = resolver.scope.new_bind()
    use = t.UseKeyword(str(decl.id), None, tuple(args), times, "label", bind, span=(0, len(text)))
    return [t.Line((), use, "", span=(0, len(text)))]


def pattern_slot(resolver: Resolver, text: str, context: Context, kind: str, start: int, end: int) -> t.Value | None:
    problems: list[Problem] = []
    try:
        if kind == "condition":
            cond = parse_condition(text, context, problems, start, end)
            if cond is not None:
                resolver.pending = []
                resolver.scope.in_lead = True
                made = resolver.conditions(cond)
                resolver.scope.in_lead = False
                return t.CondValue(made)
        elif kind in ("effect", "ability"):
            line = parse_line(text, context, problems, start, end)
            if not line.broken:
                if kind == "ability":
                    lines = resolver.line(line)
                    return t.AbilityValue(tuple(lines)) if lines else None
                effect, ok = resolver.sentence_effects(line.sentences)
                if ok and effect is not None:
                    resolver.unread(line)
                    return t.EffectValue(effect)
                return None
        else:
            row = parse_row(text, context, problems, start, end)
            if row is not None:
                words = Row(row)
                if kind in ("icons", "icon"):
                    value = resolver.icon_list(words)
                elif kind == "price":
                    n = resolver.plain_number(words)
                    value = t.ValueSort(resolver.unit(words), (n,))
                elif kind == "number":
                    value = resolver.number(words)
                else:
                    value = resolver.value(words)
                if not words.done:
                    raise words.stop("left over")
                if value is not None:
                    resolver.of_slot(value, kind, (start, end), text[start:end])
                return value
    except Stop as stop:
        resolver.problem(stop)
        return None
    resolver.problems.extend(problems)
    return None


__all__ = ["YOU", "Mapping", "Pattern", "Resolver", "Result", "resolve_lines"]
