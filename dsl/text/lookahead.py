"""What follows a place: the next phrase, whether a finite verb comes soon. It must not read any word."""

from __future__ import annotations

from .job import (
    NOTHING,
    NOUNISH,
    NUMBER,
    NUMBER_SLOTS,
    PLUS,
    SUBJECTS,
    Look,
    Reading,
)


class LookAhead(Reading):
    __slots__ = ()

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
            if kind == "effect":
                return Look(close, frozenset(("V",)), frozenset(("base",)))
            return Look(close, frozenset(("NUM" if kind in NUMBER_SLOTS else "SLOT",)))
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

    def comma_first(self, i: int) -> bool:
        """Whether a comma comes before any finite verb."""
        job = self.job
        while i < job.end and job.text[i] != ",":
            look = self.look(i)
            if look.end < 0 or "." in job.text[i : look.end] and look.end - i == 1:
                return False
            if look.classes & {"BE", "HAVE", "DO", "AUX"} or look.classes & {"V"} and not look.classes & {"NOUN"}:
                return False
            i = job.skip(look.end)
        return i < job.end

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

    def verb_soon(self, i: int) -> bool:
        return self.finite_ahead(i)
