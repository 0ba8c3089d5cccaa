"""Tokens of a card's English: the one file that knows Lark's inside.

Each sentence is lexed while it is parsed. A phrase of the lexicon may belong to several classes of word; rules that
look at the
words around it (all in this file) leave the classes it can have here, in order, and the first one that would finally
be *shifted*
is taken; classes that no rule orders and that are both viable are an error, never a guess. Every character belongs to
a token or
is a blank between two tokens. It must not know what a sentence means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from .flat import Word
from .lexicon import Lexicon, Sense

Phrase = tuple[int, list[Sense]]

NUMBER = re.compile(r"[0-9]+/[0-9]+|[0-9]+-(?=[A-Za-z])|[0-9]+")
RANGE = re.compile(r"[0-9]+[-–][0-9]+")
LABEL_NUMBER = re.compile(r"[0-9]+(?:[-–][0-9]+)?")
PLUS = re.compile(r"[+−-](?=[0-9])|\+(?=[A-Z\[{])")
WORD = re.compile(r"[^\s.,:!?\"()\[\]{}+—]+|\S")
SUBJECTS = frozenset(("you", "they", "he", "she", "it"))
SUBJECT_RELATIVE_AFTER = frozenset(("NOUN", "LNOUN", "ICON", "ADJ", "CMP", "QNAME", "SLOT"))
QUANTITIES = frozenset(
    [
        "this",
        "that",
        "these",
        "those",
        "each",
        "any",
        "all",
        "both",
        "either",
        "another",
        "other",
        "the_other",
        "all_other",
        "each_other",
        "any_other",
        "one_of",
    ]
)
MODALS = frozenset(["may", "can", "can't", "must", "would", "will", "don't", "didn't"])
NOUNISH = frozenset(("NOUN", "LNOUN", "ICON", "QNAME", "SLOT"))


class LexError(Exception):
    """No class of word fits here. `expected` are terminals that could stand here instead."""

    def __init__(self, start: int, end: int, code: str, classes: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.start, self.end, self.code, self.classes = start, end, code, classes
        self.expected: frozenset[str] = frozenset()


@dataclass(slots=True)
class Look:
    """What the next phrase could be."""

    end: int
    classes: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset()
    senses: tuple[Sense, ...] = ()


NOTHING = Look(-1)


@dataclass(slots=True)
class Job:
    """One sentence to be lexed: where it begins in the line, and what was found out on the way."""

    lexicon: Lexicon
    text: str
    start: int
    end: int
    mode: str = "sentence"
    tokens: list[Word] = field(default_factory=list)
    cache: dict[int, list[Phrase]] = field(default_factory=dict)
    looks: dict[int, Look] = field(default_factory=dict)
    at: int = 0
    coined: frozenset[str] = frozenset()
    slots: dict[str, str] = field(default_factory=dict)
    error: LexError | None = None
    state: Any = None
    prefers: tuple[str, ...] = ()

    def phrases(self, at: int) -> list[Phrase]:
        found = self.cache.get(at)
        if found is None:
            lower = at == self.start or self._opens(at)
            found = self.cache[at] = self.lexicon.at(self.text, at, self.end, lower)
        return found

    def _opens(self, at: int) -> bool:
        """Whether a capital letter here may be one that only the place asks for."""
        i = at - 1
        while i >= 0 and self.text[i] == " ":
            i -= 1
        return i < 0 or self.text[i] in '.!?:"(—-'

    def skip(self, at: int) -> int:
        text, end = self.text, self.end
        while at < end and text[at] == " ":
            at += 1
        return at


def viable(state: Any, terminal: str) -> bool:
    """Whether a terminal would finally be shifted: the pending reductions are played through on a copy of the stack."""
    table = state.parse_conf.parse_table.states
    stack = list(state.state_stack)
    while True:
        action = table[stack[-1]].get(terminal)
        if action is None:
            return False
        kind, arg = action
        if kind is Shift:
            return True
        size = len(arg.expansion)
        if size:
            del stack[-size:]
        stack.append(table[stack[-1]][arg.origin.name][1])


def accepted(state: Any) -> frozenset[str]:
    """All terminals that could be shifted now."""
    table = state.parse_conf.parse_table.states
    return frozenset(t for t in table[state.state_stack[-1]] if t.isupper() and viable(state, t))


class SentenceLexer(Lexer):
    """Handed to Lark; the text it is given is a `Job`."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Word]:  # type: ignore[override]
        job: Job = lexer_state.text
        reader = _Reader(job, parser_state)
        for word in reader.words():
            job.tokens.append(word)
            lexer_state.last_token = word
            yield word


class _Reader:
    """The state of one sentence while it is read."""

    __slots__ = ("done", "each_lead", "have", "job", "main", "opening", "parser", "prev", "prev_word", "rel")

    def __init__(self, job: Job, parser: Any) -> None:
        self.job = job
        self.parser = parser
        self.prev = ""  # terminal of the token before
        self.prev_word: Word | None = None
        self.main = False  # the verb of this clause has been seen
        self.rel = False  # a relative clause waits for its verb
        self.opening = True  # a unit begins here
        self.done = False
        self.have = False  # "have" as an auxiliary waits for its participle
        self.each_lead = False

    # -- the loop
    def words(self) -> Iterator[Word]:
        job = self.job
        at = job.skip(job.start)
        labels = job.mode == "labels"
        while at < job.end and not self.done:
            job.at = at
            word = self.label_word(at) if labels else self.word(at)
            self.after(word)
            yield word
            at = job.skip(word.end)
        job.at = at

    def after(self, word: Word) -> None:
        """Keep track of where in the sentence we are."""
        kind = word.type
        if kind in ("COMMA_CL", "AND_CL", "OR_CL", "COLON", "IF", "WHEN", "FOREACHL"):
            self.main = self.rel = self.have = False
            self.opening = kind not in ("IF", "WHEN", "FOREACHL")
            self.each_lead = kind == "FOREACHL"
        elif kind == "V" or kind == "V_INF" and self.prev == "INFL":
            self.main, self.rel, self.have, self.opening = True, False, False, False
        elif kind == "V_REL":
            self.rel = self.have = self.opening = False
        elif kind == "RELW":
            self.rel, self.opening = True, False
        elif kind == "SLOT" and word.form == "condition":
            self.main, self.opening = True, False
        elif kind in ("TIMEL", "ADVL"):
            self.opening = False
        elif kind == "END":
            self.done = True
        elif kind != "ADV":
            self.opening = False
        if kind not in ("ADV",) or self.prev in ("", "COMMA_CL", "AND_CL", "OR_CL"):
            self.prev, self.prev_word = kind, word

    def word(self, at: int) -> Word:
        text = self.job.text
        ch = text[at]
        if ch == "b" and text.startswith("but ", at) and viable(self.parser, "AND_CL"):
            return Word("AND_CL", "but", at, at + 3)
        if (
            ch.isalpha()
            and text[at : at + 3] in ("and", "or ", "or\n", "or,")
            or text[at : at + 2] == "or"
            and at + 2 == self.job.end
        ):
            found = self.connective(at)
            if found is not None:
                return found
        if ch in ",.!?:—":
            found = self.punctuation(at)
            if found is not None:
                return found
        if ch == '"' and not self.job.phrases(at):
            return self.quotation(at)
        if ch == "(":
            return self.parenthesis(at)
        if ch == "{":
            return self.slot(at)
        if ch == "'":
            return self.apostrophe(at)
        if ch in "0123456789":
            found = self.number(at)
            if found is not None:
                return found
        if ch in "+-−":
            match = PLUS.match(text, at)
            if match:
                return self.plus(at)
        return self.phrase(at)

    # -- characters that are no words
    def punctuation(self, at: int) -> Word | None:
        job, text = self.job, self.job.text
        ch = text[at]
        for end, _ in job.phrases(at):
            if end > at + 1:
                return None  # a name that begins with a dot
        if ch == ",":
            return Word(self.classify(at, at + 1, "COMMA"), ",", at, at + 1)
        if ch == "—":
            return Word("DASH", ch, at, at + 1)
        end = at + 1
        if ch == ":":
            if job.skip(end) < job.end and viable(self.parser, "COLON"):
                return Word("COLON", ch, at, end)
            return Word("END", ch, at, end)
        while end < job.end and text[end] in ".!?":
            end += 1
        if end < job.end and text[end] == '"' and text.count('"', job.start, at) % 2:
            end += 1
        return Word("END", text[at:end], at, end)

    def number(self, at: int) -> Word | None:
        job = self.job
        match = RANGE.match(job.text, at)
        if match is not None and job.mode != "labels":
            return Word("NUM", match.group(), at, match.end(), (Sense("NUM", match.group(), "range"),))
        match = NUMBER.match(job.text, at)
        if match is None:
            return None
        piece = match.group()
        for end, senses in job.phrases(at):
            if end > match.end():
                return Word("NOUN", job.text[at:end], at, end, tuple(senses))
        whole = int(piece.rstrip("-").split("/")[0]) if "/" not in piece else 0
        word = Word("NUM", piece, at, match.end(), (Sense("NUM", piece.rstrip("-"), "digits"),), value=whole)
        return word

    def plus(self, at: int) -> Word:
        text = self.job.text
        match = NUMBER.match(text, at + 1)
        sign = -1 if text[at] in "-−" else 1
        if match is None:
            return Word("PLUS", text[at], at, at + 1, (Sense("PLUS", "+"),))
        piece = match.group()
        value = sign * int(piece) if piece.isdigit() else 0
        end = match.end()
        if not self.nounish(self.job.skip(end)) and self.prev in ("PREP", "ADV"):
            return Word("NUM", text[at:end], at, end, (Sense("NUM", text[at:end], "digits"),), value=value)
        return Word("PLUS", text[at:end], at, end, (Sense("PLUS", text[at:end]),), value=value)

    def slot(self, at: int) -> Word:
        job = self.job
        end = job.text.find("}", at) + 1
        if not end:
            raise LexError(at, at + 1, "stray")
        name = job.text[at + 1 : end - 1]
        kind = job.slots.get(name)
        if kind is None:
            raise LexError(at, end, "slot")
        sense = Sense("SLOT", name, "slot", kind)
        if self.prev == "INF" or kind == "effect":
            return Word("V_INF" if self.prev == "INF" else "V", job.text[at:end], at, end, (sense,))
        return Word("SLOT", job.text[at:end], at, end, (sense,))

    def quotation(self, at: int) -> Word:
        """A quoted name, or a quotation that holds abilities. A full stop before the closing mark ends the sentence
        as well."""
        job, text = self.job, self.job.text
        close = text.find('"', at + 1, job.end)
        if close < 0:
            raise LexError(at, at + 1, "quote")
        inner = text[at + 1 : close]
        bare = inner.rstrip(".,!")
        senses = job.lexicon.trie.has(bare)
        names = [s for s in senses if s.kind in ("coined", "name", "kind", "term") or s.cls == "NOUN"]
        if names or bare in job.coined:
            if bare != inner and inner[-1:] in ".!":
                return Word("QNAME", text[at : at + 1 + len(bare)], at, at + 1 + len(bare), tuple(names))
            return Word("QNAME", text[at : close + 1], at, close + 1, tuple(names))
        verbs = [s for s in job.lexicon.trie.has(bare.lower()) if s.cls == "V"]
        if verbs:
            raise LexError(at, close + 1, "irony")
        if inner.endswith(".") and self._ends(close + 1):
            self.done = True
        return Word("QUOTE", text[at : close + 1], at, close + 1)

    def _ends(self, at: int) -> bool:
        i = self.job.skip(at)
        return i >= self.job.end or self.job.text[i].isupper() or self.job.text[i] in '"('

    def parenthesis(self, at: int) -> Word:
        job, text = self.job, self.job.text
        depth, i = 0, at
        while i < job.end:
            if text[i] == "(":
                depth += 1
            elif text[i] == ")":
                depth -= 1
                if not depth:
                    break
            i += 1
        else:
            raise LexError(at, at + 1, "paren")
        if text[i - 1] in ".!" and not job.tokens:
            self.done = True
        return Word("PAREN", text[at : i + 1], at, i + 1)

    def apostrophe(self, at: int) -> Word:
        text, job = self.job.text, self.job
        if text.startswith("'s", at):
            after = job.skip(at + 2)
            if self.prev_word is not None and self.prev_word.end == at:
                who = self.prev_word.text.lower()
                if who in ("it", "that", "he", "she", "there", "who", "this", "what") and self.prev in ("PRO", "RELW"):
                    kind = "V_REL" if self.rel or self.main else "V"
                    return Word(kind, "'s", at, at + 2, (Sense("BE", "be", "function", "is"),))
            return Word("POSS" if self.nounish(after) else "POSSN", "'s", at, at + 2)
        if text.startswith("'ve", at):
            self.have = True
            return Word("AUX_REL" if self.rel or self.main else "AUX", "'ve", at, at + 3, (Sense("HAVE", "have"),))
        if text.startswith("'re", at):
            return Word("V", "'re", at, at + 3, (Sense("BE", "be", "function", "are"),))
        if at and text[at - 1] in "sxz":
            return Word("POSS", "'", at, at + 1)
        raise LexError(at, at + 1, "stray")

    # -- and, or, commas
    def connective(self, at: int) -> Word | None:
        text, job = self.job.text, self.job
        for end, _ in job.phrases(at):
            if end > at + 3:
                return None  # "or more" and other phrases
        if text.startswith("and/or", at):
            return Word("OR_PH", "and/or", at, at + 6)
        for word in ("and", "or"):
            end = at + len(word)
            if word == "or" and text.startswith("or else ", at):
                return Word("OR_CL" if viable(self.parser, "OR_CL") else "OR_PH", "or else", at, at + 7)
            if text.startswith(word, at) and (end >= job.end or not text[end].isalnum()):
                return Word(self.classify(at, end, word.upper()), word, at, end)
        return None

    def classify(self, at: int, end: int, word: str) -> str:
        """Whether a connective joins clauses or phrases: decided by the phrase that follows."""
        what = self.follows(end, word)
        if what == "PH" and not viable(self.parser, word + "_PH"):
            return word + "_CL"
        if what == "CL" and not viable(self.parser, word + "_CL") and viable(self.parser, word + "_PH"):
            return word + "_PH"
        return f"{word}_{what}"

    def follows(self, end: int, word: str) -> str:
        job = self.job
        i = job.skip(end)
        text = job.text
        if self.prev in ("COMMA_CL", "COMMA_PH") and word != "COMMA":
            return self.prev[-2:]  # ", and": the comma has decided
        while True:  # ", and then"
            if text.startswith(("or else ", "but "), i):
                return "CL"
            if text.startswith(("and ", "or "), i) and not any(e > i + 3 for e, _ in job.phrases(i)):
                i = job.skip(i + (4 if text[i] == "a" else 3))
                continue
            if text.startswith("and/or", i):
                return "PH"
            break
        look = self.look(i)
        if self.prev in ("TIMEL", "ADVL"):
            return "CL"
        if self.each_lead:
            return "CL" if word == "COMMA" and self.lead_ends(end) else "PH"
        while look.classes & {"ADV", "TIME"} and not look.classes & {"ATTR", "NOUN", "NUM"}:
            nxt = job.skip(look.end)
            if text[nxt : nxt + 1] in (",", ""):
                break
            if "then" in {s.id for s in look.senses} or look.classes & {"TIME", "ADV"}:
                i = nxt
                look = self.look(i)
            else:
                break
        classes = look.classes
        if not classes:
            return "PH" if text[i : i + 1] in '"{(' else "CL" if text[i : i + 1] in "+-" and self.main else "PH"
        if self.main and any(s.kind == "keyword" for s in look.senses) and text[look.end : look.end + 1] in (".", ""):
            return "CL"
        if "V" in classes:
            if look.forms & {"base", "third", "past"} and not self.attributive(look, i):
                if classes & {"NOUN"} and not self.starts_object(look.end):
                    return "PH"
                return "CL"
            if "ing" in look.forms:
                return "PH"
        if classes & {"BE", "HAVE", "DO", "AUX"}:
            return "CL"
        if classes & {"IF", "WHEN"} and not classes & {"PREP"}:
            rest = text[look.end : job.end]
            return "CL" if "," in rest or word != "COMMA" else "PH"
        if "WHEN" in classes and "PREP" in classes:
            return "PH"
        if "FOREACH" in classes:
            return "CL" if "," in text[look.end : job.end] else "PH"
        if not self.main:
            if word == "COMMA" and self.lead_without_verb(i):
                return "CL"
            return "PH"
        if classes & {"PREP", "INF", "RELW"} and not classes & {"PRO"}:
            return "PH"
        if "PLUS" in classes:
            return "CL"
        return "CL" if self.finite_ahead(i) else "PH"

    def lead_without_verb(self, after: int) -> bool:
        """A lead-in such as "while alone," or "while in the city," has no verb: a clause follows its comma."""
        tokens = self.job.tokens
        if len(tokens) < 2 or tokens[0].type != "IF":
            return False
        if len(tokens) == 2 and self.prev == "ADJ":
            return True
        return tokens[0].id == "while" and tokens[1].type == "PREP" and self.finite_ahead(after)

    def lead_ends(self, end: int) -> bool:
        """Inside "for each A, B, and C, do": whether this is the comma that ends the lead-in."""
        i = self.job.skip(end)
        look = self.look(i)
        if look.classes & {"V", "BE", "HAVE", "DO", "IF", "WHEN", "AUX"} and look.forms & {"base", "third", ""}:
            return True
        if look.classes & {"ADV"}:
            return True
        return self.finite_ahead(i)

    def finite_ahead(self, i: int) -> bool:
        """Whether a subject and its verb follow before the next stop or connective."""
        job, text = self.job, self.job.text
        rel = False
        last = ""
        depth = 0
        while i < job.end and depth < 40:
            depth += 1
            ch = text[i]
            if ch in ',.!?:"(—':
                return False
            if text.startswith(("and ", "or ", "and/or "), i) and not any(e > i + 3 for e, _ in job.phrases(i)):
                # "you and another player draw": go on past a connective between nouns
                if last in NOUNISH or last == "PRO":
                    i = job.skip(i + (4 if text.startswith("and ", i) else 7 if text.startswith("and/or", i) else 3))
                    last = "AND"
                    continue
                return False
            look = self.look(i)
            classes = look.classes
            if not classes:
                if ch == "'":
                    i = job.skip(i + (2 if text[i + 1 : i + 2] == "s" else 1))
                    if last == "PRO":
                        return True
                    last = "POSS"
                    continue
                return False
            nxt = job.skip(look.end)
            if classes & {"IF", "WHEN", "FOREACH"} and not classes & {"PREP"}:
                return False
            if "INF" in classes and self.look(nxt).forms & {"base"}:
                i = job.skip(self.look(nxt).end)
                last = "V"
                continue
            if "RELW" in classes and ("PRO" not in classes or self.is_relative(last, nxt)):
                rel, last = True, "RELW"
            elif classes & {"AUX", "BE", "HAVE", "DO"} or ("V" in classes and look.forms & {"base", "third", "past"}):
                attributive = "V" in classes and self.attributive(look, i)
                homonym = classes & {"NOUN", "LNOUN"} and last in ("ART", "ATTR", "POSS", "NUM", "PLUS", "")
                participle = "part" in look.forms and not look.forms & {"base", "third"} and last in NOUNISH
                if attributive or homonym:
                    last = "ATTR" if attributive else "NOUN"
                elif rel:
                    if not classes & {"AUX", "HAVE"} or self.look(nxt).classes.isdisjoint({"V"}):
                        rel = False
                    last = "V"
                elif participle and last in NOUNISH:
                    last = "PART"
                elif last in ("", "PREP", "AND") and not classes & {"AUX", "BE"}:
                    last = "NOUN"
                else:
                    return True
            elif (
                "PRO" in classes and {s.id for s in look.senses} & SUBJECTS and last in NOUNISH and self.verb_next(nxt)
            ):
                rel, last = True, "PRO"
            else:
                for cls in (
                    "NOUN",
                    "LNOUN",
                    "ICON",
                    "PRO",
                    "NUM",
                    "ART",
                    "ATTR",
                    "ADJ",
                    "PREP",
                    "PLUS",
                    "CMP",
                    "TIME",
                    "ADV",
                ):
                    if cls in classes:
                        last = cls
                        break
            i = nxt
        return False

    # -- looking ahead
    def look(self, i: int) -> Look:
        """The longest phrase at a place and all classes it could have."""
        job = self.job
        found = job.looks.get(i)
        if found is None:
            found = job.looks[i] = self._look(i)
        return found

    def _look(self, i: int) -> Look:
        job = self.job
        if i >= job.end:
            return NOTHING
        ch = job.text[i]
        if ch in "0123456789":
            match = NUMBER.match(job.text, i)
            return Look(match.end(), frozenset(("NUM",))) if match else NOTHING
        if ch in "+-−":
            match = PLUS.match(job.text, i)
            if match:
                more = NUMBER.match(job.text, i + 1)
                return Look(more.end() if more else i + 1, frozenset(("PLUS",)))
        if ch == "{":
            close = job.text.find("}", i) + 1
            kind = job.slots.get(job.text[i + 1 : close - 1], "")
            return (
                Look(close, frozenset(("V",)), frozenset(("base",)))
                if kind == "effect"
                else Look(close, frozenset(("SLOT",)))
            )
        if ch == '"':
            close = job.text.find('"', i + 1)
            if close > 0:
                return Look(close + 1, frozenset(("QNAME",)))
        phrases = job.phrases(i)
        if not phrases:
            return NOTHING
        end, senses = phrases[0]
        return Look(
            end,
            frozenset(s.cls for s in senses),
            frozenset(s.form for s in senses if s.cls in ("V", "BE", "HAVE", "DO")),
            tuple(senses),
        )

    def verb_next(self, i: int) -> bool:
        look = self.look(i)
        if look.classes & {"ADV"} and not look.classes & {"NOUN"}:
            look = self.look(self.job.skip(look.end))
        return bool(look.classes & {"V", "BE", "HAVE", "DO", "AUX"})

    def nounish(self, i: int) -> bool:
        look = self.look(i)
        if look.classes & {"NOUN", "ICON", "ATTR", "SLOT", "QNAME", "LNOUN", "NUM", "ADJ"}:
            return True
        return bool(look.classes & {"V"}) and self.attributive(look, i)

    def attributive(self, look: Look, i: int) -> bool:
        """A participle right before a noun: "the discarded card"."""
        if "part" not in look.forms or look.forms & {"base"}:
            return False
        nxt = self.look(self.job.skip(look.end))
        return bool(nxt.classes & {"NOUN", "ICON", "LNOUN", "ATTR"})

    def starts_object(self, i: int) -> bool:
        """Whether what follows a word at the start of a clause makes it a verb: "Recruit a Hero", "Fight it"."""
        look = self.look(self.job.skip(i))
        if look.classes & {"ART", "PRO", "NUM", "ICON", "SLOT", "ATTR", "ADJ", "QNAME"}:
            return True
        if "NOUN" in look.classes:
            return not any(
                s.kind == "function" and s.id in ("effect", "ability", "icon", "card") and s.form for s in look.senses
            )
        return bool("V" in look.classes and self.attributive(look, i))

    def is_relative(self, last: str, nxt: int) -> bool:
        """Whether "that" opens a relative clause: after a noun and before a verb."""
        look = self.look(nxt)
        if any(s.kind == "self" for s in look.senses) and last in NOUNISH:  # "every Bystander that she had"
            return bool(self.look(self.job.skip(look.end)).classes & {"HAVE"})
        if {s.id for s in look.senses} & {"you", "they"} and last in NOUNISH:  # "the Heroes that you played"
            return self.verb_next(self.job.skip(look.end))
        if not look.classes & {"V", "BE", "HAVE", "DO", "AUX"}:
            return False
        if look.classes & {"NOUN"} and not look.classes & {"BE", "HAVE", "DO", "AUX"}:
            return False
        return last in NOUNISH or last in ("ADJ", "PRO", "NUM", "TIME", "QNAME", "ICON", "V_REL", "PART", "CMP")

    # -- phrases of the lexicon
    def phrase(self, at: int) -> Word:
        job = self.job
        phrases = job.phrases(at)
        if not phrases:
            raise LexError(at, self.word_end(at), "unknown")
        several = len(phrases) > 1
        for end, senses in phrases:
            choices = self.choices(at, end, senses)
            for choice in choices:
                if not several and len(choices) == 1 or viable(self.parser, choice):
                    return self.make(choice, at, end, senses)
        for end, senses in phrases:
            choices = self.choices(at, end, senses)
            if choices:
                return self.make(choices[0], at, end, senses)
        raise LexError(at, phrases[0][0], "unknown")

    def word_end(self, at: int) -> int:
        """Where an unknown word ends; an unknown icon with its bracket."""
        job = self.job
        if job.text[at] == "[":
            close = job.text.find("]", at, job.end)
            if close > 0:
                return close + 1
        match = WORD.match(job.text, at)
        return min(match.end(), job.end) if match else at + 1

    def make(self, choice: str, at: int, end: int, senses: list[Sense]) -> Word:
        keep = CLASSES_OF.get(choice)
        kept = tuple(s for s in senses if s.cls in keep) if keep else tuple(senses)
        word = Word(choice, self.job.text[at:end], at, end, kept or tuple(senses))
        if choice == "NUM":
            word.value = int(word.senses[0].id)
        if choice in ("AUX", "AUX_REL") and word.senses and word.senses[0].cls == "HAVE":
            self.have = True
        if (
            choice == "PRO"
            and word.senses[0].id in SUBJECTS
            and self.prev in SUBJECT_RELATIVE_AFTER
            or (
                choice == "PRO"
                and self.prev == "PRO"
                and self.prev_word is not None
                and self.prev_word.id in ("those", "all", "any", "one")
            )
        ) and self.verb_next(self.job.skip(end)):
            self.rel = True
        if (
            choice == "PRO"
            and word.senses[0].id == "this"
            and self.prev in NOUNISH
            and "BE" in self.look(self.job.skip(end)).classes
        ):
            self.rel = True  # "the card this is attached to"
        if choice == "ART" and word.text == "whose":
            self.rel = True
        return word

    def choices(self, at: int, end: int, senses: list[Sense]) -> tuple[str, ...]:
        """The classes a phrase may have here, best first. More than one only where the grammar may refuse the better
        one."""
        classes = {s.cls for s in senses}
        if len(classes) == 1:
            return self.single(next(iter(classes)), at, end, senses)
        verbal = classes & {"V", "BE", "HAVE", "DO", "AUX"}
        nxt = self.job.skip(end)
        if (
            verbal == {"V"}
            and self.prev == "PREP"
            and self.prev_word is not None
            and self.prev_word.id in ("with", "without", "of")
        ):
            # "Heroes with cost 3 or less": a verb cannot follow these
            return ("NOUN",)
        if verbal and classes & {"NOUN", "LNOUN"}:
            return self.noun_or_verb(at, end, senses, classes)
        if "INF" in classes:
            look = self.look(nxt)
            if look.classes & {"ADV"} and not look.classes & {"V"}:
                look = self.look(self.job.skip(look.end))
            base = "base" in look.forms or any(s.cls == "BE" and s.form == "be" for s in look.senses)
            if base and self.opening and self.prev not in ("INF",):
                return ("INFL", "INF")
            if base and not (look.classes & {"NOUN", "PRO", "ART"} and not look.classes & {"V", "BE", "HAVE", "DO"}):
                return ("INF", "PREP")
            return ("PREP",)
        if "RELW" in classes and "PRO" in classes:
            return ("RELW",) if self.is_relative(self.prev, nxt) else ("PRO",)
        if "ATTR" in classes and "ADV" in classes:
            if self.nounish(nxt) and not (
                self.prev == "PRO" and self.prev_word is not None and self.prev_word.id in SUBJECTS
            ):
                return ("ATTR", "ADV")
            return ("ADVL", "ADV") if self.opening and self.job.text[nxt : nxt + 1] == "," else ("ADV",)
        if "ATTR" in classes and "V" in classes:
            look = self.look(nxt)
            if look.classes & {"ART", "PRO"}:
                return ("V",)
            return ("ATTR", "V")
        if "WHEN" in classes and ("PREP" in classes or "ADV" in classes):
            other = "PREP" if "PREP" in classes else "ADV"
            if self.opening and self.look(nxt).classes & {"PRO", "ART", "NOUN"} and self.verb_soon(nxt):
                return ("WHEN", other)
            return (*self.single(other, at, end, senses), "WHEN")
        if "IF" in classes and "ADV" in classes:
            return ("IF", "ADV")
        if "PREP" in classes and "V" in classes:
            return ("PREP",)
        if "WHEN" in classes and "NOUN" in classes:
            return ("WHEN", "NOUN")
        if "ADJ" in classes and "NOUN" in classes:
            return ("ADJ",) if self.nounish(nxt) else ("NOUN", "ADJ")
        if "ADJ" in classes and "V" in classes:
            return self.single("ADJ", at, end, senses)
        if "PRO" in classes and "ADV" in classes:
            return ("PRO", "ADV")
        if "ART" in classes and "PRO" in classes:
            return ("ART", "PRO")
        if "ADV" in classes and "PREP" in classes:
            return ("PREP",) if self.look(nxt).classes & {"ART", "PRO", "NUM", "NOUN", "SLOT"} else ("ADV",)
        if "TIME" in classes:
            return self.single("TIME", at, end, senses)
        if "ATTR" in classes and "NOUN" in classes:
            return ("ATTR", "NOUN") if self.nounish(nxt) else ("NOUN", "ATTR")
        if "NOUN" in classes and "LNOUN" in classes:
            return ("NOUN", "LNOUN")
        raise LexError(at, end, "classes", tuple(sorted(classes)))

    def verb_soon(self, i: int) -> bool:
        return self.finite_ahead(i)

    def single(self, cls: str, at: int, end: int, senses: list[Sense]) -> tuple[str, ...]:
        text = self.job.text
        nxt = self.job.skip(end)
        if cls == "WHEN" and senses[0].id == "when" and self.look(nxt).forms == {"ing"}:
            return ("PREP",)  # "usable only when fighting …"
        if cls == "FOREACH":
            if text[at:end].lower().endswith(" a") and not self.opening:
                return ()  # "for a single fight"
            return ("FOREACHL",) if self.opening else ("FOREACH",)
        if cls in ("TIME", "ADV"):
            if self.opening and text[nxt : nxt + 1] == ",":
                return (cls + "L", cls)
            return (cls,)
        if cls == "V":
            return self.verb(at, end, senses)
        if cls == "BE":
            if self.prev == "INF":
                return ("V_INF",)
            return ("V_REL", "V") if self.rel or self.main else ("V", "V_REL")
        if cls == "HAVE":
            return self.have_word(end, senses)
        if cls == "DO":
            if self.prev == "INF":
                return ("V_INF",)
            return self.finite_choice(senses)
        if cls == "AUX":
            if senses[0].id == "haven't":
                return self.have_word(end, senses)
            if senses[0].id in ("don't", "didn't", "can't"):
                look = self.look(nxt)
                if look.classes & {"ADV"} and not look.classes & {"V"}:
                    look = self.look(self.job.skip(look.end))
                if not ("base" in look.forms or look.classes & {"BE"}):
                    return self.finite_choice(senses)
            return ("AUX_REL", "AUX") if self.rel or self.main else ("AUX", "AUX_REL")
        if cls == "INF":
            return ("INF",)
        return (cls,)

    def have_word(self, end: int, senses: list[Sense]) -> tuple[str, ...]:
        if self.prev == "INF":
            return ("V_INF",)
        nxt = self.job.skip(end)
        look = self.look(nxt)
        while look.classes & {"ADV"} and not look.classes & {"V", "ATTR"}:
            nxt = self.job.skip(look.end)
            look = self.look(nxt)
        perfect = "part" in look.forms and not self.attributive(look, nxt)
        if any(s.cls == "BE" and s.form == "been" for s in look.senses):
            perfect = True
        if not perfect:
            return self.finite_choice(senses)
        return ("AUX_REL", "AUX") if self.rel or self.main else ("AUX", "AUX_REL")

    def finite_choice(self, senses: list[Sense]) -> tuple[str, ...]:
        if self.rel:
            return ("V_REL", "V")
        return ("V_REL", "V") if self.main else ("V", "V_REL")

    def noun_or_verb(self, at: int, end: int, senses: list[Sense], classes: set[str]) -> tuple[str, ...]:
        noun = "NOUN" if "NOUN" in classes else "LNOUN"
        forms = {s.form for s in senses if s.cls == "V"}
        nxt = self.job.skip(end)
        prev = self.prev
        if prev == "PREP" and not (self.prev_word is not None and self.prev_word.text == "to"):
            return ("NOUN",)
        if prev in ("ART", "ATTR", "POSS", "PLUS", "NUM", "ICON") and not (prev == "NUM" and self.rel):
            return (noun,)
        if prev in ("INF", "INFL", "AUX", "AUX_REL"):
            return self.verb(at, end, [s for s in senses if s.cls == "V"])
        if self.rel:
            return self.verb(at, end, [s for s in senses if s.cls == "V"])
        look = self.look(nxt)
        if prev == "PRO" and self.prev_word is not None:
            if self.prev_word.id in SUBJECTS or self.prev_word.id in ("there", "here"):
                return self.verb(at, end, [s for s in senses if s.cls == "V"])
            if look.classes & {"NUM", "ART"} or look.classes & {"PRO"} and not self.main:
                return self.verb(at, end, [s for s in senses if s.cls == "V"])
            return (noun,)
        if self.opening or prev in ("", "COMMA_CL", "AND_CL", "OR_CL", "COLON", "IF", "WHEN", "ADVL", "TIMEL"):
            if self.starts_object(end) and forms & {"base", "third"}:
                return ("V",)
            return (noun, "V")
        if (
            not self.main
            and prev in ("NOUN", "LNOUN", "ICON", "ADJ", "CMP", "QNAME", "PART", "TIME", "SLOT")
            and forms & {"base", "third", "past"}
        ):
            return (*self.verb(at, end, [s for s in senses if s.cls == "V"]), noun)
        return (noun, *self.verb(at, end, [s for s in senses if s.cls == "V"]))

    def verb(self, at: int, end: int, senses: list[Sense]) -> tuple[str, ...]:
        """The class of a form of a verb: main verb, verb of a relative clause, infinitive, participle."""
        forms = {s.form for s in senses}
        nxt = self.job.skip(end)
        prev, word = self.prev, self.prev_word
        if prev in ("INF", "INFL"):
            return ("V_INF",)
        be = word is not None and word.senses and word.senses[0].cls == "BE" and prev in ("V", "V_REL", "V_INF")
        if be and "part" in forms:
            if self.look(nxt).classes & {"NOUN"} and not self.look(nxt).classes & {"PREP"}:
                return ("PART", "PARTA")
            return ("PART",)
        if self.have and "part" in forms:
            return ("V_REL", "V") if self.rel or self.main else ("V", "V_REL")
        follow = self.look(nxt)
        if "part" in forms and not forms & {"base"} and follow.classes & {"NOUN", "ICON", "LNOUN", "ATTR"}:
            quantity = prev == "PRO" and word is not None and word.id not in SUBJECTS
            if (
                prev
                in ("ART", "ATTR", "POSS", "NUM", "PLUS", "PREP", "V", "V_INF", "V_REL", "FOREACH", "FOREACHL", "ADJ")
                or quantity
            ):
                return ("PARTA", "PART")
        if forms == {"ing"}:
            return ("ING",)
        finite = forms & {"base", "third", "past"}
        if self.rel:
            if prev == "AUX_REL" and word is not None and word.id in MODALS and not forms & {"base"}:
                self.rel = False
                return ("V", "V_REL")
            return ("V_REL", "V") if finite else ("PART",)
        if self.main:
            if "part" in forms and not (forms & {"base", "third"}):
                return ("PART", "V_REL")
            return ("V_REL", "PART") if finite else ("PART",)
        if not finite:
            return ("PART",)
        if (
            "part" in forms
            and not forms & {"base", "third"}
            and prev in NOUNISH | {"CMP", "ADJ"}
            and self.finite_ahead(nxt)
        ):
            return ("PART", "V")
        if "part" in forms:
            return ("V", "PART", "V_REL")
        return ("V", "V_REL")

    # -- labels
    def label_word(self, at: int) -> Word:
        job, text = self.job, self.job.text
        ch = text[at]
        if ch == ":":
            return Word("LCOLON", ch, at, at + 1)
        if ch == "—":
            return Word("LDASH", ch, at, at + 1)
        if ch == ",":
            return Word("COMMA_PH", ch, at, at + 1)
        if ch in "0123456789":
            match = RANGE.match(text, at)
            if match:
                return Word("RANGE", match.group(), at, match.end())
            return self.number(at) or self.phrase(at)
        for end, senses in job.phrases(at):
            labels = tuple(s for s in senses if s.kind == "label")
            if labels:
                return Word("LABEL", text[at:end], at, end, labels)
            icons = tuple(s for s in senses if s.cls == "ICON")
            if icons:
                return Word("ICON", text[at:end], at, end, icons)
            words = tuple(s for s in senses if s.kind in LABEL_NOUNS)
            if words:
                return Word("NOUN", text[at:end], at, end, words)
            if any(s.cls == "ATTR" for s in senses):
                return Word("ATTR", text[at:end], at, end, tuple(s for s in senses if s.cls == "ATTR"))
        for word in ("and", "or"):
            if text.startswith(word + " ", at):
                return Word(word.upper() + "_PH", word, at, at + len(word))
        match = WORD.match(text, at)
        raise LexError(at, match.end() if match else at + 1, "unknown")


LABEL_NOUNS = frozenset(("keyword", "point", "kind", "coined", "self", "name"))
CLASSES_OF = {
    "ART": {"ART"},
    "PRO": {"PRO"},
    "NUM": {"NUM"},
    "ATTR": {"ATTR"},
    "ADJ": {"ADJ"},
    "NOUN": {"NOUN", "LNOUN"},
    "LNOUN": {"LNOUN"},
    "PREP": {"PREP"},
    "INF": {"INF"},
    "RELW": {"RELW"},
    "IF": {"IF"},
    "WHEN": {"WHEN"},
    "AUX": {"AUX", "HAVE"},
    "AUX_REL": {"AUX", "HAVE"},
    "V": {"V", "BE", "HAVE", "DO", "AUX"},
    "V_REL": {"V", "BE", "HAVE", "DO", "AUX"},
    "V_INF": {"V", "BE", "HAVE", "DO"},
    "PART": {"V"},
    "PARTA": {"V"},
    "ING": {"V"},
    "ADV": {"ADV"},
    "ADVL": {"ADV"},
    "TIME": {"TIME"},
    "TIMEL": {"TIME"},
}


def is_label(job: Job) -> int:
    """The end of the labels a text begins with: everything up to the last colon or dash that only label words
    precede; 0 if none."""
    text, end = job.text, job.end
    at = job.skip(job.start)
    best = 0
    words = 0
    while at < end:
        ch = text[at]
        if ch in ":—":
            if not words:
                break
            best = at + 1
            words = 0
            at = job.skip(at + 1)
            continue
        if ch == "," and words:
            at = job.skip(at + 1)
            continue
        if ch in "0123456789":
            match = LABEL_NUMBER.match(text, at)
            assert match is not None
            at = job.skip(match.end())
            words += 1
            continue
        step = 0
        for stop, senses in job.phrases(at):
            if any(
                s.kind == "label" or s.cls == "ICON" or s.kind in ("keyword", "point", "name", "kind", "coined", "self")
                for s in senses
            ):
                step = stop
                break
            if any(s.cls == "ATTR" for s in senses):
                step = stop
                break
        if not step:
            for word in ("and ", "or "):
                if words and text.startswith(word, at):
                    step = at + len(word)
        if not step:
            break
        words += 1
        at = job.skip(step)
    return best
