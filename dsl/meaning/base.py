"""What all layers of the resolver share: the vocabulary, the face the text stands on, the scope of its pronouns, its
problems.

The layers (nouns, pronouns, numbers, phrases, conditions, clauses, …) are one class, so that each can read what any
other reads. Here
stand the entry points they call. It must not know any construct by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.dsl.text.flat import Clause, Cond, FlatLine, Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.text.problems import Problem
from cardwright.dsl.words import Verb, Vocabulary

from . import tree as t
from .bind import Scope
from .context import Carrier, Prospect, Row, Stop, Tail
from .printing.predicates import order_of

if TYPE_CHECKING:
    from .nouns import Draft

YOU = t.Ref("you", "player", "you")
THIS = t.Ref("this", "card", "this")
SAME = t.Ref("loop", "player", "")  # the player whose turn it is in a loop over players


class Base:
    """State of one text, and the entry points of all layers."""

    def __init__(self, vocabulary: Vocabulary, carrier: Carrier) -> None:
        self.vocabulary = vocabulary
        self.carrier = carrier
        self.scope = Scope()
        self.problems: list[Problem] = []
        self.performer: t.Value | None = None  # the subject of the clause: "their" in it is the performer's
        self.loops: list[t.Value] = []  # what enclosing "for each" run over
        self.event_kinds: tuple[str, ...] = ()
        self.default_player: t.Value = YOU
        self.bare_ok = False  # behind "for each" a noun stands alone
        self.text = ""  # the line that is read
        self.tail = Tail()
        self.setting_up = False  # in the set-up of a Scheme
        self.label_happens = False  # the label of the line is an event
        self.now_only = False  # "currently": only what is there now
        self.last_condition: t.Condition | None = None  # what "Otherwise" denies
        self.source_said: t.Value | None = None  # "… by the effect of a Villain"
        self.prospect: Prospect | None = None  # "each Villain you defeat this turn"
        self.shared = ""  # a bind of several players spoken of as of one: "each player reveals a card. If it …"
        self.refusal: t.Do | None = None  # "each player who doesn't reveal a Hero"
        self.must_have = ""  # the number that what "it" means must have: "it costs 3"
        self.extra_said = self.fewer_said = self.only_said = False
        self.role_said = False  # inside what a card becomes: "its" is that card's

    # -- findings
    def problem(self, stop: Stop) -> None:
        self.problems.append(Problem(stop.code, stop.start, stop.end, stop.word, others=stop.others, note=stop.note))

    def note_bare(self, word: Word) -> None:
        """A singular noun without a determiner: agreement, reported with a safe fix."""
        if self.bare_ok:
            return
        self.problems.append(Problem("article", word.start, word.end, word.text))

    def ordered(self, where: list[t.Pred]) -> tuple[t.Pred, ...]:
        """Predicates in canonical order: the same traits in any printed order are the same selector."""
        return tuple(sorted(where, key=order_of))

    # -- entry points
    def noun_phrase(self, row: Row) -> t.Value:
        raise NotImplementedError

    def value(self, row: Row) -> t.Value:
        """A noun phrase, or several joined by "and" or "or"."""
        raise NotImplementedError

    def pronoun(self, row: Row, word: str) -> t.Ref:
        raise NotImplementedError

    def pronoun_phrase(self, row: Row) -> t.Value:
        raise NotImplementedError

    def demonstrative(self, row: Row) -> t.Value:
        raise NotImplementedError

    def resolve(self, form: str, word: Word, noun: str = "", many: bool | None = None) -> t.Ref:
        raise NotImplementedError

    def their(self, word: Word) -> t.Ref:
        raise NotImplementedError

    def that_many(self, word: Word) -> t.Value:
        raise NotImplementedError

    def both(self, word: Word) -> t.Value:
        raise NotImplementedError

    def elided(self, row: Row, draft: Draft, word: Word | None) -> t.Value:
        raise NotImplementedError

    def after_each(self, row: Row) -> bool:
        raise NotImplementedError

    def self_ref(self, form: str, word: Word) -> t.Ref:
        raise NotImplementedError

    def register(self, made: t.Sel, start: Word | None, partitive: bool = False) -> t.Value:
        raise NotImplementedError

    def reregister(self, old: t.Value, new: t.Sel) -> t.Value:
        raise NotImplementedError

    def register_union(self, union: t.Union, draft: Draft) -> t.Value:
        raise NotImplementedError

    def remember(self, value: t.Value, word: Word | None) -> None:
        raise NotImplementedError

    def phrases(self, row: Row, draft: Draft) -> None:
        raise NotImplementedError

    def quantity(self, row: Row) -> t.Value:
        raise NotImplementedError

    def number(self, row: Row) -> t.Value:
        raise NotImplementedError

    def plain_number(self, row: Row) -> t.Value:
        raise NotImplementedError

    def slot_value(self, row: Row) -> t.Value:
        raise NotImplementedError

    def slot_type(self, kind: str) -> str:
        raise NotImplementedError

    def quoted(self, row: Row, draft: Draft | None = None) -> t.Value:
        raise NotImplementedError

    def one_of_several(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def name_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value:
        raise NotImplementedError

    def number_noun_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def sort_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def keyword_value(self, row: Row, word: Word, sense: Sense) -> t.Value:
        raise NotImplementedError

    def label_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def function_noun(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        raise NotImplementedError

    def icons_alone(self, draft: Draft) -> t.Value:
        raise NotImplementedError

    def extreme(self, row: Row, which: str) -> t.Value:
        raise NotImplementedError

    def same_or_different(self, row: Row, draft: Draft, word: str) -> t.Pred | t.Value | bool | None:
        raise NotImplementedError

    def participle_before(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        raise NotImplementedError

    def ability_of(self, row: Row, owner: t.Value) -> t.Value:
        raise NotImplementedError

    def condition(self, clause: Clause) -> t.Condition:
        raise NotImplementedError

    def effect(self, clause: Clause) -> t.Effect:
        raise NotImplementedError

    def lines_of(self, lines: tuple[FlatLine, ...], carrier: Carrier | None = None) -> tuple[t.Line, ...]:
        raise NotImplementedError

    def is_icons(self, attr: str) -> bool:
        raise NotImplementedError

    def structural(self, clause: Clause, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def special_object(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect | None:
        """Keywords and quoted abilities as an object: "gains Berserk this turn"."""
        raise NotImplementedError

    def bind_deed(self, made: t.Do, verb: str) -> None:
        """Later pronouns may mean what this clause handled."""
        raise NotImplementedError

    def price_phrase(self, row: Row) -> t.Arg | None:
        raise NotImplementedError

    def as_role(self, row: Row, args: list[t.Arg]) -> t.Arg:
        raise NotImplementedError

    def bind_keyword(self, made: t.UseKeyword, subject: t.Value | None) -> None:
        raise NotImplementedError

    def period_of(self, word: Word | None) -> str:
        raise NotImplementedError

    def places_of(self, row: Row) -> tuple[t.Value, ...]:
        raise NotImplementedError

    def comparison(self, row: Row) -> tuple[str, str, t.Value]:
        raise NotImplementedError

    def per(self, row: Row) -> t.Value | None:
        raise NotImplementedError

    def keyword_args(self, row: Row, sense: Sense) -> tuple[t.Arg, ...]:
        raise NotImplementedError

    def coined_name(self, sense: Sense) -> str:
        raise NotImplementedError

    def commit_weak(self, value: t.Value) -> int:
        """What a condition found may be meant by "it" later on."""
        raise NotImplementedError

    def forget(self, value: t.Value) -> None:
        raise NotImplementedError

    def wider(self, noun: str) -> frozenset[str]:
        raise NotImplementedError

    def inner_effect(self, clause: Clause) -> t.Effect:
        raise NotImplementedError

    def unit(self, row: Row) -> str:
        raise NotImplementedError

    def is_unit(self, word: Word | None) -> bool:
        raise NotImplementedError

    def compared(self, row: Row) -> tuple[str, t.Value]:
        raise NotImplementedError

    def grant(self, what: t.Value, row: Row, lose: bool) -> t.Effect:
        raise NotImplementedError

    def nominal(self, row: Row, draft: Draft) -> t.Value:
        raise NotImplementedError

    def selected(self, row: Row, draft: Draft, word: Word) -> t.Value:
        raise NotImplementedError

    def is_point(self, attr: str) -> bool:
        raise NotImplementedError

    def happened_row(self, row: Row) -> t.Happened:
        raise NotImplementedError

    def is_name(self, attr: str) -> bool:
        raise NotImplementedError

    def zone_has_owner(self, zone: str) -> bool:
        raise NotImplementedError

    def note(self, row: Row, draft: Draft, word: Word) -> bool:
        raise NotImplementedError

    def done(self, row: Row, form: str, draft: Draft) -> t.Condition:
        """ "who does", "who can't": the outcome of the clause before."""
        raise NotImplementedError

    def cost_predicate(self, row: Row, attr: str) -> t.Pred:
        raise NotImplementedError

    def complement(self, row: Row) -> list[t.Pred] | None:
        """Behind "is": adjectives, icons, a noun phrase, joined by "or"."""
        raise NotImplementedError

    def chosen(self, row: Row, draft: Draft, verb: Word) -> bool:
        """ "the class you chose", "the Hero they chose"."""
        raise NotImplementedError

    def bind_event(self, args: tuple[t.Arg, ...]) -> None:
        raise NotImplementedError

    def conditions(self, cond: Cond) -> t.Condition:
        raise NotImplementedError

    def happening(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        raise NotImplementedError

    def counted(self, row: Row) -> t.Value:
        raise NotImplementedError

    def quoted_ability(self, row: Row) -> t.Value:
        raise NotImplementedError

    def role(self, row: Row) -> t.Value:
        raise NotImplementedError

    def bind_number(self, bind: int, word: Word) -> None:
        raise NotImplementedError

    def bind_choice(self, made: t.ChooseValue, word: Word) -> None:
        raise NotImplementedError

    def moment(self, word: Word) -> tuple[t.EventPattern, str] | None:
        raise NotImplementedError

    def settled(self, zone: t.Zone, bind: str) -> t.Zone:
        raise NotImplementedError

    def place_in_text(self, said: str) -> t.Value | None:
        raise NotImplementedError

    def attr_of(self, word: Word) -> str:
        raise NotImplementedError

    def rounding(self, row: Row) -> str:
        raise NotImplementedError

    def amounts(self, row: Row) -> tuple[list[t.Amount], bool]:
        raise NotImplementedError

    def deed(self, verb: str, decl: Verb | None, subject: t.Value | None, row: Row) -> t.Effect:
        raise NotImplementedError

    def adverb(self, word: Word) -> None:
        raise NotImplementedError

    def keyword_use(self, row: Row) -> t.Effect:
        raise NotImplementedError

    def all_of(self, value: t.Value) -> t.Value:
        raise NotImplementedError

    def limited(self, row: Row, value: t.Value) -> t.Value:
        raise NotImplementedError

    def destination(self, row: Row, args: list[t.Arg]) -> t.Value:
        raise NotImplementedError

    def end_of(self, row: Row) -> None:
        raise NotImplementedError

    def finish(self, made: t.Do) -> t.Do:
        raise NotImplementedError

    def count_of(self, row: Row) -> t.Value:
        raise NotImplementedError

    def is_act(self, verb: str) -> bool:
        raise NotImplementedError

    def is_place_phrase(self, word: Word) -> bool:
        raise NotImplementedError

    def subject_value(self, words: Sequence[Word]) -> t.Value:
        raise NotImplementedError

    def finished_row(self, row: Row) -> None:
        raise NotImplementedError

    def whoever(self, row: Row) -> t.Value:
        raise NotImplementedError

    def predicate(self, row: Row, draft: Draft) -> bool:
        raise NotImplementedError

    def each_turn(self, word: Word | None) -> bool:
        raise NotImplementedError

    def period(self, row: Row, default: str) -> str:
        raise NotImplementedError

    def having(self, row: Row, draft: Draft, negated: bool) -> bool:
        raise NotImplementedError

    def different_values(self, row: Row) -> t.Value:
        raise NotImplementedError

    def reminder(self, row: Row, id: str) -> None:
        raise NotImplementedError
