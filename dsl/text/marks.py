"""Signs, numbers, slots, quotations, parentheses and possessives."""

from __future__ import annotations

from .flat import Word
from .job import (
    NUMBER,
    NUMBER_SLOTS,
    RANGE,
    LexError,
)
from .joints import Joints
from .lexicon import Sense


class Marks(Joints):
    __slots__ = ()

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
            if job.skip(end) < job.end and self.can("COLON"):
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
        if kind in NUMBER_SLOTS:  # a number like any other: whatever may stand before or behind one may be there
            return Word("NUM", job.text[at:end], at, end, (Sense("NUM", name, "slot", kind),), value=-1)
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
        verbs = [s for said in (bare, bare.lower()) for s in job.lexicon.trie.has(said) if s.cls == "V"]
        if verbs and (not names or self.opening and self.starts_object(close + 1)):
            return self.ironic(at, close + 1, verbs)
        if names or bare in job.coined:
            if bare != inner and inner[-1:] in ".!":
                return Word("QNAME", text[at : at + 1 + len(bare)], at, at + 1 + len(bare), tuple(names))
            return Word("QNAME", text[at : close + 1], at, close + 1, tuple(names))
        if inner.endswith(".") and self._ends(close + 1):
            self.done = True
        return Word("QUOTE", text[at : close + 1], at, close + 1)

    def ironic(self, at: int, end: int, verbs: list[Sense]) -> Word:
        """A verb in quotation marks means what it means without them."""
        kinds = self.verb(at, end, verbs)
        kind = next((each for each in kinds if self.can(each)), kinds[0])
        return Word(kind, self.job.text[at:end], at, end, tuple(verbs))

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
