"""Commas, "and" and "or": whether they join clauses or phrases, decided by the phrase that follows."""

from __future__ import annotations

from .flat import Word
from .lookahead import LookAhead


class Joints(LookAhead):
    __slots__ = ()

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
                return Word("OR_CL" if self.can("OR_CL") else "OR_PH", "or else", at, at + 7)
            if text.startswith(word, at) and (end >= job.end or not text[end].isalnum()):
                return Word(self.classify(at, end, word.upper()), word, at, end)
        if text.startswith("nor ", at) and any(token.id == "neither" for token in job.tokens):
            return Word(self.classify(at, at + 3, "OR"), "nor", at, at + 3)
        return None

    def classify(self, at: int, end: int, word: str) -> str:
        """Whether a connective joins clauses or phrases: decided by the phrase that follows."""
        what = self.follows(end, word)
        if what == "PH" and not self.can(word + "_PH"):
            return word + "_CL"
        if what == "CL" and not self.can(word + "_CL") and self.can(word + "_PH"):
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
        end_of_use = self.filled(look.end)
        alone = text[end_of_use : end_of_use + 1] in (".", "")
        alone = alone or (word == "COMMA" and self.in_lead() and self.ends_use(look.end))
        if alone and self.main and any(s.kind == "keyword" for s in look.senses):
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
            if word == "COMMA" and (self.lead_without_verb(i) or self.keyword_before() and self.finite_ahead(i)):
                return "CL"
            return "PH"
        if classes & {"PREP", "INF", "RELW"} and not classes & {"PRO"}:
            return "PH"
        if "PLUS" in classes:
            return "CL"
        return "CL" if self.finite_ahead(i) else "PH"

    def in_lead(self) -> bool:
        """Whether the sentence has begun with "If …" or "When …" and no clause has ended yet."""
        tokens = self.job.tokens
        return bool(tokens) and tokens[0].type in ("IF", "WHEN") and all(t.type != "COMMA_CL" for t in tokens)

    def ends_use(self, end: int) -> bool:
        """Whether a keyword that stands alone may be a whole clause: a comma, or how often, behind it."""
        look = self.look(self.job.skip(end))
        return self.job.text[end : end + 1] == "," or bool(look.classes & {"ADV", "NUM"})

    def filled(self, end: int) -> int:
        """Where a keyword ends with the number that fills its slot."""
        look = self.look(self.job.skip(end))
        return look.end if "NUM" in look.classes else end

    def keyword_before(self) -> bool:
        """ "Choose one: Rally 2, or you get …": whether a clause is a keyword alone, with what fills its slot."""
        tokens = list(self.job.tokens)
        while tokens and tokens[-1].type in ("NUM", "ICON"):
            tokens.pop()
        if not tokens or tokens.pop().sense("keyword") is None:
            return False
        return not tokens or tokens[-1].type in ("COLON", "COMMA_CL", "AND_CL", "OR_CL")

    def lead_without_verb(self, after: int) -> bool:
        """A lead-in such as "while alone," or "while in the city," has no verb: a clause follows its comma."""
        tokens = self.job.tokens
        if len(tokens) < 2 or tokens[0].type != "IF":
            return False
        if len(tokens) == 2 and self.prev == "ADJ":
            return True
        if tokens[0].id in ("with", "without"):
            return self.finite_ahead(after)
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
