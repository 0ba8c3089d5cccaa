"""Of the layers that read clauses: verbs, conditions, events, sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.text.flat import Clause, Cond, FlatLine, Sentence, Unit, Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Verb

from ..context import Carrier, Part, Row

if TYPE_CHECKING:
    from ..nouns import Draft


class ClauseLayers(ABC):
    """What other layers call of them."""

    all_places: bool
    shown_first: t.Do | None
    conceding: bool
    previous: t.Effect | None
    guessed: t.ChooseValue | None

    @abstractmethod
    def adverb(self, word: Word) -> None: ...

    @abstractmethod
    def so_often(self, row: Row) -> bool: ...

    @abstractmethod
    def is_offer(self, clause: Clause) -> bool: ...

    @abstractmethod
    def unless_offered(self, offer: t.Effect, effect: t.Effect, word: Word) -> t.Effect:
        """What may be done now so that the effect does not happen."""

    @abstractmethod
    def end_of_game(self) -> str: ...

    @abstractmethod
    def bind_choice(self, made: t.ChooseValue, word: Word) -> None: ...

    @abstractmethod
    def bind_deed(self, made: t.Do, verb: str) -> None:
        """Later pronouns may mean what this clause handled."""

    @abstractmethod
    def bind_event(self, args: tuple[t.Arg, ...]) -> None: ...

    @abstractmethod
    def bind_keyword(self, made: t.UseKeyword, subject: t.Value | None) -> None: ...

    @abstractmethod
    def keyword_gives(self, event: str, where: t.Span) -> None: ...

    @abstractmethod
    def bind_number(self, bind: int, word: Word) -> None: ...

    @abstractmethod
    def chain(self, units: list[Unit], at: int) -> t.Effect: ...

    @abstractmethod
    def chosen(self, row: Row, draft: Draft, verb: Word) -> bool:
        """ "the class you chose", "the Hero they chose"."""

    @abstractmethod
    def conceded(self, clause: Clause) -> None: ...

    @abstractmethod
    def stays_empty(self, sentence: Sentence, before: list[t.Effect]) -> bool: ...

    @abstractmethod
    def rounded(self, word: Word, before: t.Effect) -> t.Effect | None: ...

    @abstractmethod
    def in_any_game(self, word: Word, value: t.Value) -> bool: ...

    @abstractmethod
    def do(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def repeat(self, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def happens(self, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def choosing_else(self, row: Row) -> t.ChooseValue | None: ...

    @abstractmethod
    def choice(self, row: Row) -> t.Value: ...

    @abstractmethod
    def counts_itself(self, word: Word, attr: str, of: t.Value) -> bool: ...

    @abstractmethod
    def coined_name(self, sense: Sense) -> str: ...

    @abstractmethod
    def combined(self, parts: list[Part]) -> t.Effect: ...

    @abstractmethod
    def passive_effect(self, subject: t.Value, row: Row) -> t.Effect: ...

    @abstractmethod
    def copied_effects(self, row: Row) -> t.Effect: ...

    @abstractmethod
    def choice_of(self, lead: t.ChooseValue, modes: tuple[t.Effect, ...], form: str) -> t.Choose: ...

    @abstractmethod
    def guessed_right(self, clause: Clause, negated: bool) -> t.Condition: ...

    @abstractmethod
    def options_said(self, subject: t.Value | None, row: Row) -> t.ValueSort | None: ...

    @abstractmethod
    def commit_weak(self, value: t.Value) -> int:
        """What a condition found may be meant by "it" later on."""

    @abstractmethod
    def neither(self, row: Row) -> bool: ...

    @abstractmethod
    def complement(self, row: Row) -> list[t.Pred] | None:
        """Behind "is": adjectives, icons, a noun phrase, joined by "or"."""

    @abstractmethod
    def condition(self, clause: Clause) -> t.Condition: ...

    @abstractmethod
    def conditions(self, cond: Cond) -> t.Condition: ...

    @abstractmethod
    def deed(self, verb: str, decl: Verb | None, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def distributive(self, who: t.Value) -> bool: ...

    @abstractmethod
    def doer(self, effect: t.Effect) -> t.Value | None: ...

    @abstractmethod
    def done(self, row: Row, form: str, draft: Draft) -> t.Condition:
        """ "who does", "who can't": the outcome of the clause before."""

    @abstractmethod
    def double(self, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def effect(self, clause: Clause) -> t.Effect: ...

    @abstractmethod
    def end_of(self, row: Row) -> None: ...

    @abstractmethod
    def equals(self, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def event_pattern(self, clause: Clause) -> tuple[t.EventPattern, str]: ...

    @abstractmethod
    def exists(self, value: t.Value) -> t.Condition: ...

    @abstractmethod
    def every(self, what: t.Sel, preds: Sequence[t.Pred]) -> t.Condition: ...

    @abstractmethod
    def finish(self, made: t.Do) -> t.Do: ...

    @abstractmethod
    def finished_row(self, row: Row) -> None: ...

    @abstractmethod
    def get(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def grant(self, what: t.Value, row: Row, lose: bool) -> t.Effect: ...

    @abstractmethod
    def icon_named(self, row: Row) -> bool: ...

    @abstractmethod
    def happened(self, clause: Clause, negated: bool) -> t.Condition: ...

    @abstractmethod
    def happened_row(self, row: Row) -> t.Happened: ...

    @abstractmethod
    def happening(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]: ...

    @abstractmethod
    def have(self, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def inner_effect(self, clause: Clause) -> t.Effect: ...

    @abstractmethod
    def is_act(self, verb: str) -> bool: ...

    @abstractmethod
    def itself(self, of: t.Value, value: t.Value) -> t.Value: ...

    @abstractmethod
    def keyword_use(self, row: Row) -> t.Effect: ...

    @abstractmethod
    def led_by(self, effect: t.Effect) -> t.Effect: ...

    @abstractmethod
    def limit(self, word: Word) -> str: ...

    @abstractmethod
    def lines_of(self, lines: tuple[FlatLine, ...], carrier: Carrier | None = None) -> tuple[t.Line, ...]: ...

    @abstractmethod
    def modifier_tail(self, row: Row, amounts: list[t.Amount]) -> None: ...

    @abstractmethod
    def at_moment(self, moment: tuple[t.EventPattern, str], effect: t.Effect) -> t.When: ...

    @abstractmethod
    def moment(self, word: Word) -> tuple[t.EventPattern, str] | None: ...

    @abstractmethod
    def nobody(self, effect: t.Effect) -> t.Effect: ...

    @abstractmethod
    def number_change(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def owned(self, cost: t.Effect) -> t.Effect: ...

    @abstractmethod
    def parts(self, units: list[Unit], at: int) -> t.Effect: ...

    @abstractmethod
    def period_of(self, word: Word | None) -> str: ...

    @abstractmethod
    def period_named(self, words: str) -> str: ...

    @abstractmethod
    def permission(self, clause: Clause, unit: Unit) -> t.Effect | None: ...

    @abstractmethod
    def place_in_text(self, said: str) -> t.Value | None: ...

    @abstractmethod
    def points_out(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def posted(self, unit: Unit, part: Part) -> Part: ...

    @abstractmethod
    def purposed(self, part: Part, words: list[Word], may: bool, join: str, before: Part | None) -> None: ...

    @abstractmethod
    def same_who(self, effect: t.Effect) -> t.Effect: ...

    @abstractmethod
    def shift(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def structural(self, clause: Clause, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def subject_of(self, effect: t.Effect, who: t.Value, in_may: bool) -> t.Effect: ...

    @abstractmethod
    def subject_value(self, words: Sequence[Word]) -> t.Value: ...

    @abstractmethod
    def value(self, row: Row) -> t.Value:
        """A noun phrase, or several joined by "and" or "or"."""

    @abstractmethod
    def with_duration(self, effect: t.Effect, period: str, word: Word) -> t.Effect: ...

    @abstractmethod
    def sentence(self, sentence: Sentence) -> tuple[t.Effect | None, bool]: ...

    @abstractmethod
    def declared(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect: ...

    @abstractmethod
    def each_time(self, before: t.Effect, made: t.Effect) -> t.Effect | None: ...

    @abstractmethod
    def usual_fate(self, row: Row, args: list[t.Arg]) -> bool: ...

    @abstractmethod
    def makes_room(self, row: Row, args: list[t.Arg]) -> bool: ...

    @abstractmethod
    def equal_in_number(self, value: t.Value, row: Row) -> t.Value: ...
