"""What all layers of the resolver share: the vocabulary, the face the text stands on, the scope of its pronouns, its
problems.

The layers (nouns, pronouns, numbers, phrases, conditions, clauses, …) are one class, so that each can read what any
other reads; what they ask of each other stands in layers.py. It must not know any construct by itself.
"""

from __future__ import annotations

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.problems import Problem
from cardwright.dsl.words import Vocabulary

from . import tree as t
from .bind import Scope
from .context import Carrier, Prospect, Stop, Tail
from .layers import Layers
from .printing.predicates import order_of

YOU = t.Ref("you", "player", "you")
THIS = t.Ref("this", "card", "this")
SAME = t.Ref("loop", "player", "")  # the player whose turn it is in a loop over players


class Base(Layers):
    """The state of one text while it is read."""

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
        self.pending: list[tuple[t.Value, str, bool, t.Span]] = []  # said in this clause, not bound yet
        self.performer_given: t.Value | None = None  # the subject a clause shares with the one before
        self.line_start = True  # no sentence of the line has been read
        self.would = False  # inside "If … would …"
        self.ahead: list[t.Happened] | None = None  # what must not be done later either, where that can be said
        self.losing_said = False  # behind a label that says when the game is lost
        self.fronted = ""  # the time a sentence begins with
        self.any_object = False  # "you can't recruit": no object means any
        self.causer: t.Value | None = None  # who has somebody else do the clause that is read
        self.caused = False  # its verb is an infinitive: "have each player discard"
        self.setting_up = False  # in the set-up of a Scheme
        self.operand = False  # behind an operator: what stands there takes none of its own
        self.label_happens = False  # the label of the line is an event
        self.none_there: frozenset[str] = frozenset()  # kinds of cards of which a condition says that there are none
        self.standing = False  # a sentence that holds all the time
        self.now_only = False  # "currently": only what is there now
        self.last_condition: t.Condition | None = None  # what "Otherwise" denies
        self.source_said: t.Value | None = None  # "… by the effect of a Villain"
        self.prospect: Prospect | None = None  # "each Villain you defeat this turn"
        self.shared = ""  # a bind of several players spoken of as of one: "each player reveals a card. If it …"
        self.refusal: t.Do | None = None  # "each player who doesn't reveal a Hero"
        self.proviso: t.Do | None = None  # "each player who reveals a Hero"
        self.must_have = ""  # the number that what "it" means must have: "it costs 3"
        self.extra_said = ""  # extra, more, additional
        self.fewer_said = self.only_said = False
        self.before_sentence: t.Effect | None = None  # what the sentence before says, in its line
        self.verb_now = ""  # whose object is read
        self.as_object = False  # that object is read just now
        self.each_said = False  # what changes for each of several cards: "it" is each of them
        self.order_said: Word | None = None  # "…, starting with the player on your left"
        self.same_said = False  # "Same effect", in this sentence
        self.role_said = False  # inside what a card becomes: "its" is that card's

    # -- findings
    def problem(self, stop: Stop) -> None:
        found = Problem(stop.code, stop.start, stop.end, stop.word, others=stop.others, note=stop.note, lead=stop.lead)
        self.problems.append(found)

    def note_bare(self, word: Word, start: int) -> None:
        """A singular noun without a determiner, with what stands before it."""
        if self.bare_ok:
            return
        self.problems.append(Problem("article", start, word.end))

    def ordered(self, where: list[t.Pred]) -> tuple[t.Pred, ...]:
        """Predicates in canonical order: the same traits in any printed order are the same selector."""
        return tuple(sorted(where, key=order_of))
