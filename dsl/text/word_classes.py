"""Which class a declared or function word has at its place; more than one only where the grammar decides."""

from __future__ import annotations

from .flat import Word
from .job import (
    MODALS,
    NOUNISH,
    SUBJECT_RELATIVE_AFTER,
    SUBJECTS,
    WORD,
    LexError,
)
from .lexicon import Sense
from .lookahead import LookAhead


class WordClasses(LookAhead):
    __slots__ = ()

    def phrase(self, at: int) -> Word:
        job = self.job
        phrases = job.phrases(at)
        if not phrases:  # of a phrase that is not finished all words are unknown
            raise LexError(at, max(self.word_end(at), job.lexicon.trie.begun(job.text, at, job.end)), "unknown")
        several = len(phrases) > 1
        for end, senses in phrases:
            choices = self.choices(at, end, senses)
            for choice in choices:
                if not several and len(choices) == 1 or self.can(choice):
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
        if "IF" in classes and "PREP" in classes:  # "With no Villains in the city, …"
            return ("IF", "PREP") if self.opening and self.comma_first(nxt) else ("PREP",)
        if "IF" in classes and "ADV" in classes:
            return ("IF", "ADV")
        if "PREP" in classes and "V" in classes:
            if self.prev == "PRO" and self.prev_word is not None and self.prev_word.id in SUBJECTS:
                return self.verb(at, end, [s for s in senses if s.cls == "V"])  # "the class you named"
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
        if "WHEN" in classes and "TIME" in classes and self.opening and self.verb_soon(nxt):
            return ("WHEN",)  # "the first time each turn you draw a card"
        if "TIME" in classes:
            return self.single("TIME", at, end, senses)
        if "ATTR" in classes and "NOUN" in classes:
            return ("ATTR", "NOUN") if self.nounish(nxt) else ("NOUN", "ATTR")
        if "NOUN" in classes and "LNOUN" in classes:
            return ("NOUN", "LNOUN")
        raise LexError(at, end, "classes", tuple(sorted(classes)))

    def single(self, cls: str, at: int, end: int, senses: list[Sense]) -> tuple[str, ...]:
        text = self.job.text
        nxt = self.job.skip(end)
        if cls == "WHEN" and senses[0].id == "when" and self.look(nxt).forms == {"ing"}:
            return ("PREP",)  # "usable only when fighting …"
        if cls == "FOREACH":
            if text[at:end].lower().endswith(" a") and not self.opening:
                return ()  # "for a single fight"
            return ("FOREACHL",) if self.opening or self.prev == "ADVL" else ("FOREACH",)
        if cls in ("TIME", "ADV"):
            if self.opening and text[nxt : nxt + 1] == ",":
                return (cls + "L", cls)
            if self.opening and cls == "ADV" and self.look(nxt).classes in ({"IF"}, {"WHEN"}, {"FOREACH"}):
                return ("ADVL", "ADV")  # "Then if …": the comma may be left out
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
