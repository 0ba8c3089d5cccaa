"""What the layers of the resolver ask of each other: every method one layer calls that another one has.

All of them are one class in the end (`resolve.Resolver`). It must not do anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.dsl.text.flat import Clause, Cond, FlatLine, Sentence, Unit, Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Verb

from . import tree as t
from .bind import Candidate
from .context import Carrier, Part, Row

if TYPE_CHECKING:
    from .nouns import Draft


class Layers:
    """Stubs only."""

    all_places: bool
    shown_first: t.Do | None
    conceding: bool
    previous: t.Effect | None

    def ability_of(self, row: Row, owner: t.Value) -> t.Value:
        raise NotImplementedError

    def adjective(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        raise NotImplementedError

    def adverb(self, word: Word) -> None:
        raise NotImplementedError

    def after_each(self, row: Row) -> bool:
        raise NotImplementedError

    def all_of(self, value: t.Value) -> t.Value:
        raise NotImplementedError

    def amounts(self, row: Row) -> tuple[list[t.Amount], bool]:
        raise NotImplementedError

    def as_role(self, row: Row, args: list[t.Arg]) -> t.Arg:
        raise NotImplementedError

    def attr_of(self, word: Word) -> str:
        raise NotImplementedError

    def back_place(self, args: list[t.Arg]) -> t.Zone | None:
        raise NotImplementedError

    def bare(self, word: Word) -> str:
        raise NotImplementedError

    def bind_choice(self, made: t.ChooseValue, word: Word) -> None:
        raise NotImplementedError

    def bind_deed(self, made: t.Do, verb: str) -> None:
        """Later pronouns may mean what this clause handled."""
        raise NotImplementedError

    def bind_event(self, args: tuple[t.Arg, ...]) -> None:
        raise NotImplementedError

    def bind_keyword(self, made: t.UseKeyword, subject: t.Value | None) -> None:
        raise NotImplementedError

    def bind_number(self, bind: int, word: Word) -> None:
        raise NotImplementedError

    def both(self, word: Word) -> t.Value:
        raise NotImplementedError

    def chain(self, units: list[Unit], at: int) -> t.Effect:
        raise NotImplementedError

    def check_object(self, value: t.Value, role: str, row: Row) -> None:
        raise NotImplementedError

    def chosen(self, row: Row, draft: Draft, verb: Word) -> bool:
        """ "the class you chose", "the Hero they chose"."""
        raise NotImplementedError

    def conceded(self, clause: Clause) -> None:
        raise NotImplementedError

    def counts_itself(self, word: Word, attr: str, of: t.Value) -> bool:
        raise NotImplementedError

    def coined_name(self, sense: Sense) -> str:
        raise NotImplementedError

    def combined(self, parts: list[Part]) -> t.Effect:
        raise NotImplementedError

    def commit_weak(self, value: t.Value) -> int:
        """What a condition found may be meant by "it" later on."""
        raise NotImplementedError

    def compared(self, row: Row) -> tuple[str, t.Value]:
        raise NotImplementedError

    def comparison(self, row: Row) -> tuple[str, str, t.Value]:
        raise NotImplementedError

    def complement(self, row: Row) -> list[t.Pred] | None:
        """Behind "is": adjectives, icons, a noun phrase, joined by "or"."""
        raise NotImplementedError

    def condition(self, clause: Clause) -> t.Condition:
        raise NotImplementedError

    def conditions(self, cond: Cond) -> t.Condition:
        raise NotImplementedError

    def cost_adjective(self, row: Row) -> bool:
        raise NotImplementedError

    def cost_predicate(self, row: Row, attr: str) -> t.Pred:
        raise NotImplementedError

    def count_of(self, row: Row) -> t.Value:
        raise NotImplementedError

    def counted(self, row: Row) -> t.Value:
        raise NotImplementedError

    def deed(self, verb: str, decl: Verb | None, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def demonstrative(self, row: Row) -> t.Value:
        raise NotImplementedError

    def destination(self, row: Row, args: list[t.Arg]) -> t.Value:
        raise NotImplementedError

    def different_values(self, row: Row) -> t.Value:
        raise NotImplementedError

    def distributive(self, who: t.Value) -> bool:
        raise NotImplementedError

    def doer(self, effect: t.Effect) -> t.Value | None:
        raise NotImplementedError

    def doing(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def done(self, row: Row, form: str, draft: Draft) -> t.Condition:
        """ "who does", "who can't": the outcome of the clause before."""
        raise NotImplementedError

    def double(self, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def each_turn(self, word: Word | None) -> bool:
        raise NotImplementedError

    def effect(self, clause: Clause) -> t.Effect:
        raise NotImplementedError

    def elided(self, row: Row, draft: Draft, word: Word | None) -> t.Value:
        raise NotImplementedError

    def end_of(self, row: Row) -> None:
        raise NotImplementedError

    def equals(self, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def event_pattern(self, clause: Clause) -> tuple[t.EventPattern, str]:
        raise NotImplementedError

    def exists(self, value: t.Value) -> t.Condition:
        raise NotImplementedError

    def extreme(self, row: Row, which: str) -> t.Value:
        raise NotImplementedError

    def finish(self, made: t.Do) -> t.Do:
        raise NotImplementedError

    def finished(self, draft: Draft, word: Word) -> t.Value:
        raise NotImplementedError

    def finished_row(self, row: Row) -> None:
        raise NotImplementedError

    def forget(self, value: t.Value) -> None:
        raise NotImplementedError

    def function_noun(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def get(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def grant(self, what: t.Value, row: Row, lose: bool) -> t.Effect:
        raise NotImplementedError

    def happened(self, clause: Clause, negated: bool) -> t.Condition:
        raise NotImplementedError

    def happened_row(self, row: Row) -> t.Happened:
        raise NotImplementedError

    def happening(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        raise NotImplementedError

    def have(self, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def having(self, row: Row, draft: Draft, negated: bool) -> bool:
        raise NotImplementedError

    def having_condition(self, clause: Clause, negated: bool) -> t.Condition:
        raise NotImplementedError

    def hold(self, value: t.Sel) -> None:
        raise NotImplementedError

    def icon_ref(self, ref: t.Ref) -> t.Pred:
        raise NotImplementedError

    def icons_alone(self, draft: Draft) -> t.Value:
        raise NotImplementedError

    def inner_effect(self, clause: Clause) -> t.Effect:
        raise NotImplementedError

    def is_act(self, verb: str) -> bool:
        raise NotImplementedError

    def is_icons(self, attr: str) -> bool:
        raise NotImplementedError

    def is_name(self, attr: str) -> bool:
        raise NotImplementedError

    def is_number(self, word: Word | None) -> bool:
        raise NotImplementedError

    def is_place_phrase(self, word: Word) -> bool:
        raise NotImplementedError

    def is_place_term(self, id: str) -> bool:
        raise NotImplementedError

    def is_point(self, attr: str) -> bool:
        raise NotImplementedError

    def is_unit(self, word: Word | None) -> bool:
        raise NotImplementedError

    def itself(self, of: t.Value, value: t.Value) -> t.Value:
        raise NotImplementedError

    def join_icons(self, draft: Draft, icons: list[t.Pred], joint: str) -> None:
        raise NotImplementedError

    def keyword_args(self, row: Row, sense: Sense) -> tuple[t.Arg, ...]:
        raise NotImplementedError

    def keyword_use(self, row: Row) -> t.Effect:
        raise NotImplementedError

    def keyword_value(self, row: Row, word: Word, sense: Sense) -> t.Value:
        raise NotImplementedError

    def label_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def led_by(self, effect: t.Effect) -> t.Effect:
        raise NotImplementedError

    def limit(self, word: Word) -> str:
        raise NotImplementedError

    def limited(self, row: Row, value: t.Value) -> t.Value:
        raise NotImplementedError

    def lines_of(self, lines: tuple[FlatLine, ...], carrier: Carrier | None = None) -> tuple[t.Line, ...]:
        raise NotImplementedError

    def made(self, clause: Clause, negated: bool) -> t.Condition:
        raise NotImplementedError

    def modifier_tail(self, row: Row, amounts: list[t.Amount]) -> None:
        raise NotImplementedError

    def modifies(self, row: Row) -> bool:
        raise NotImplementedError

    def at_moment(self, moment: tuple[t.EventPattern, str], effect: t.Effect) -> t.When:
        raise NotImplementedError

    def moment(self, word: Word) -> tuple[t.EventPattern, str] | None:
        raise NotImplementedError

    def name_attr(self, ref: t.Ref) -> str:
        raise NotImplementedError

    def name_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value:
        raise NotImplementedError

    def nobody(self, effect: t.Effect) -> t.Effect:
        raise NotImplementedError

    def nominal(self, row: Row, draft: Draft) -> t.Value:
        raise NotImplementedError

    def note(self, row: Row, draft: Draft, word: Word) -> bool:
        raise NotImplementedError

    def noun_ahead(self, row: Row, ahead: int) -> bool:
        raise NotImplementedError

    def noun_phrase(self, row: Row) -> t.Value:
        raise NotImplementedError

    def number(self, row: Row) -> t.Value:
        raise NotImplementedError

    def number_change(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def number_id(self, word: Word) -> str:
        raise NotImplementedError

    def number_noun(self, word: Word | None) -> bool:
        raise NotImplementedError

    def number_noun_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def number_trait(self, row: Row, word: Word) -> t.Pred:
        raise NotImplementedError

    def object_relative(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def one_of_several(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def other_than(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def owned(self, cost: t.Effect) -> t.Effect:
        raise NotImplementedError

    def owner(self, word: Word) -> t.Value:
        raise NotImplementedError

    def participle(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def participle_before(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        raise NotImplementedError

    def parts(self, units: list[Unit], at: int) -> t.Effect:
        raise NotImplementedError

    def per(self, row: Row) -> t.Value | None:
        raise NotImplementedError

    def period(self, row: Row, default: str) -> str:
        raise NotImplementedError

    def period_of(self, word: Word | None) -> str:
        raise NotImplementedError

    def permission(self, clause: Clause, unit: Unit) -> t.Effect | None:
        raise NotImplementedError

    def phrases(self, row: Row, draft: Draft) -> None:
        raise NotImplementedError

    def place(self, row: Row, draft: Draft, word: Word, sense: Sense, owner: t.Value | None = None) -> t.Value:
        raise NotImplementedError

    def place_in_text(self, said: str) -> t.Value | None:
        raise NotImplementedError

    def places_of(self, row: Row) -> tuple[t.Value, ...]:
        raise NotImplementedError

    def plain_number(self, row: Row) -> t.Value:
        raise NotImplementedError

    def points_out(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def possessed(self, row: Row, owner: t.Value) -> t.Value:
        raise NotImplementedError

    def posted(self, unit: Unit, part: Part) -> Part:
        raise NotImplementedError

    def predicate(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def preposition(self, row: Row, draft: Draft, word: Word) -> bool:
        raise NotImplementedError

    def prepositional(self, verb: str, decl: Verb | None, row: Row, args: list[t.Arg]) -> t.Arg | None:
        raise NotImplementedError

    def price_phrase(self, row: Row) -> t.Arg | None:
        raise NotImplementedError

    def printed_kind(self, sense: Sense, word: Word) -> bool:
        raise NotImplementedError

    def pronoun(self, row: Row, word: str) -> t.Ref:
        raise NotImplementedError

    def pronoun_phrase(self, row: Row) -> t.Value:
        raise NotImplementedError

    def purposed(self, part: Part, words: list[Word], may: bool, join: str, before: Part | None) -> None:
        raise NotImplementedError

    def quantity(self, row: Row) -> t.Value:
        raise NotImplementedError

    def quoted(self, row: Row, draft: Draft | None = None) -> t.Value:
        raise NotImplementedError

    def quoted_ability(self, row: Row) -> t.Value:
        raise NotImplementedError

    def register(self, made: t.Sel, start: Word | None, partitive: bool = False) -> t.Value:
        raise NotImplementedError

    def register_union(self, union: t.Union, draft: Draft) -> t.Value:
        raise NotImplementedError

    def relative(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def remember(self, value: t.Value, word: Word | None) -> None:
        raise NotImplementedError

    def reminder(self, row: Row, id: str) -> None:
        raise NotImplementedError

    def reregister(self, old: t.Value, new: t.Sel) -> t.Value:
        raise NotImplementedError

    def resolve(self, form: str, word: Word, noun: str = "", many: bool | None = None) -> t.Ref:
        raise NotImplementedError

    def role(self, row: Row) -> t.Value:
        raise NotImplementedError

    def rounding(self, row: Row) -> str:
        raise NotImplementedError

    def same(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def same_or_different(self, row: Row, draft: Draft, word: str) -> t.Pred | t.Value | bool | None:
        raise NotImplementedError

    def same_who(self, effect: t.Effect) -> t.Effect:
        raise NotImplementedError

    def selected(self, row: Row, draft: Draft, word: Word) -> t.Value:
        raise NotImplementedError

    def self_ref(self, form: str, word: Word) -> t.Ref:
        raise NotImplementedError

    def settled(self, zone: t.Zone, bind: str) -> t.Zone:
        raise NotImplementedError

    def shift(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def slot_trait(self, ref: t.Ref) -> t.Pred:
        raise NotImplementedError

    def slot_type(self, kind: str) -> str:
        raise NotImplementedError

    def slot_value(self, row: Row) -> t.Value:
        raise NotImplementedError

    def sort_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def space_ahead(self, row: Row) -> bool:
        raise NotImplementedError

    def space_phrase(self, row: Row, draft: Draft) -> t.Value:
        raise NotImplementedError

    def special_object(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect | None:
        """Keywords and quoted abilities as an object: "gains Salvage this turn"."""
        raise NotImplementedError

    def structural(self, clause: Clause, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def subject_of(self, effect: t.Effect, who: t.Value, in_may: bool) -> t.Effect:
        raise NotImplementedError

    def subject_value(self, words: Sequence[Word]) -> t.Value:
        raise NotImplementedError

    def term_place(self, id: str, word: Word) -> t.Value:
        raise NotImplementedError

    def that_many(self, word: Word) -> t.Value:
        raise NotImplementedError

    def their(self, word: Word) -> t.Ref:
        raise NotImplementedError

    def trait(self, row: Row, draft: Draft, negative: bool) -> t.Pred | bool | None:
        raise NotImplementedError

    def trait_of(self, draft: Draft, value: t.AttrOf) -> bool:
        raise NotImplementedError

    def unit(self, row: Row) -> str:
        raise NotImplementedError

    def value(self, row: Row) -> t.Value:
        """A noun phrase, or several joined by "and" or "or"."""
        raise NotImplementedError

    def whoever(self, row: Row) -> t.Value:
        raise NotImplementedError

    def whose(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def wider(self, noun: str) -> frozenset[str]:
        raise NotImplementedError

    def with_(self, row: Row, draft: Draft, word: Word) -> bool:
        raise NotImplementedError

    def with_duration(self, effect: t.Effect, period: str, word: Word) -> t.Effect:
        raise NotImplementedError

    def zone_has_owner(self, zone: str) -> bool:
        raise NotImplementedError

    def zone_value(self, sense: Sense, owner: t.Value | None, where: t.Span = t.NO_SPAN) -> t.Zone:
        raise NotImplementedError

    def carries(self, noun: str, attr: str) -> bool:
        raise NotImplementedError

    def determiner(self, row: Row, draft: Draft) -> t.Value | None:
        raise NotImplementedError

    def sentence(self, sentence: Sentence) -> tuple[t.Effect | None, bool]:
        raise NotImplementedError

    def share(self, found: Candidate) -> None:
        raise NotImplementedError

    def declared(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def shown(self) -> Candidate | None:
        raise NotImplementedError

    def each_time(self, before: t.Effect, made: t.Effect) -> t.Effect | None:
        raise NotImplementedError

    def times_that(self, row: Row) -> t.Value:
        raise NotImplementedError

    def usual_fate(self, row: Row, args: list[t.Arg]) -> bool:
        raise NotImplementedError

    def makes_room(self, row: Row, args: list[t.Arg]) -> bool:
        raise NotImplementedError

    def equal_in_number(self, value: t.Value, row: Row) -> t.Value:
        raise NotImplementedError

    def sharing(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def primary(self, row: Row) -> t.Value:
        raise NotImplementedError

    def pile_of(self, word: Word) -> t.Value:
        raise NotImplementedError

    def superlative(self, row: Row, draft: Draft) -> bool | None:
        raise NotImplementedError
