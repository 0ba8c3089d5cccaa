"""A made-up word for every declared word: a consistent map over the words of all phrases that sets declare.

Function words of the language stay, as do `{slots}`. Forms go together: if one word becomes `blik`, its plural becomes
`bliks`. The first sound is kept, so that "a" and "an" stay right. Must not know any declared word.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence

from cardwright.dsl.text.coin import coined_entries
from cardwright.dsl.text.lexicon import Entry, function_words
from cardwright.dsl.words import Event, Kind, Label, Noun, Number, Procedure, SetDecl, Term, Verb, Vocabulary, Zone
from cardwright.dsl.words.english import article, plural, verb_forms

_SLOT = re.compile(r"(\{[^}]*\})")
_STRIP = '!?,:;"“”()[]—–'
_VERB = ("base", "third", "past", "ing", "participle")


def function_set() -> frozenset[str]:
    """Every single word that the grammar's data uses."""
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(key)
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        else:
            found.update(word.casefold() for word in re.findall(r"[A-Za-z'-]+", re.sub(_SLOT, " ", str(value))))

    walk(dict(function_words()))
    return frozenset(found)


def cores(phrase: str) -> Iterator[str]:
    """The words of a phrase without the signs around them; a full stop stays where the word has others inside."""
    for word in _SLOT.sub(" ", phrase).split():
        core = word.strip(_STRIP).removesuffix("'s").removesuffix("'")
        core = core if "." in core[:-1] else core.removesuffix(".")
        if any(char.isalpha() for char in core):
            yield core


class WordMap:
    """Old words to new ones. `renamed` renames a text; `word` a single form."""

    def __init__(self, sets: Sequence[SetDecl], seed: int = 0, keep: Iterable[str] = ()) -> None:
        self._random = random.Random(seed)
        alone = {str(item.period) for decl in sets for item in decl.procedures if item.period is not None}
        joints = {"and", "or"}  # of the grammar itself; names of cards have them too
        self.function = (function_set() - alone) | joints | {word.casefold() for word in keep}
        self._derived: dict[str, tuple[str, str]] = {}
        self.new: dict[str, str] = {}
        self._taken: set[str] = set(self.function)
        for decl in sets:
            self._forms(decl)
        self._known = frozenset(self.phrases(sets))
        for phrase in self.phrases(sets):
            for core in cores(phrase):
                self._add(core)
        found = sorted(self.new, key=lambda word: (-len(word), word))
        self._pattern = re.compile(
            r"(?<![A-Za-z0-9])(?:" + "|".join(re.escape(word) for word in found) + r")(?![A-Za-z0-9])", re.IGNORECASE
        )

    @staticmethod
    def phrases(sets: Sequence[SetDecl]) -> Iterator[str]:
        """Every phrase that these sets declare. Names of steps count only if cards can say them."""
        for decl in sets:
            for phrase, entries in Vocabulary.of(decl).entries.items():
                if phrase != phrase.lower() or any(entry.word.value != "step" for entry in entries):
                    yield phrase
            yield from (word.phrase for word in WordMap.coined(decl))
            for zone in decl.zones:
                yield str(zone.name)
            for table in decl.setup:
                yield str(table.name)
            for kind in decl.kinds:
                yield from map(str, kind.parts)
            for keyword in decl.keywords:
                yield from map(str, keyword.gives)
            for procedure in decl.procedures:
                yield str(procedure.act or "")

    @staticmethod
    def coined(decl: SetDecl) -> Iterator[Entry]:
        """Words that texts of cards coin: they may be parts of names too, so their forms go together."""
        for card in decl.all_cards():
            for face in card.faces:
                if face.text is not None:
                    yield from coined_entries("\n".join(map(str, face.text.lines)), str(decl.name))

    @classmethod
    def same(cls) -> WordMap:
        """The map that changes nothing."""
        return cls(())

    # -- forms of one word -------------------------------------------------------------------------------------

    def _forms(self, decl: SetDecl) -> None:
        for item in decl.declarations():
            match item:
                case Verb():
                    self._verb(str(item.name), tuple(map(str, item.forms)))
                    for other in item.also:
                        self._verb(str(other), ())
                case Event():
                    for word in str(item.name).split():
                        if word.islower() and word.endswith("s") and word not in self.function:
                            self._verb(word[:-1], ())
                case Noun():
                    self._noun(item)
                case _:
                    pass
        for word in self.coined(decl):
            if word.form == "pl":
                self._derive(word.phrase.split()[-1], word.id.partition(":")[2].split()[-1], "plural")
        for keyword in decl.keywords:
            if keyword.forms:
                self._verb(str(keyword.name).split()[0], tuple(map(str, keyword.forms)))

    def _noun(self, item: Noun) -> None:
        if isinstance(item, Number) and str(item.name)[:1].islower():
            self._verb(str(item.name), ())
        names = [str(item.name), *map(str, item.also)]
        many = str(item.plural) if item.plural else plural(names[0])
        pairs = [(names[0], many), *((one, plural(one)) for one in names if plural(one) in names or " " in one)]
        for one, several in pairs:
            if isinstance(item, (Kind, Zone, Term, Label)) or item.plural or several in names:
                last, form = one.split()[-1], several.split()[-1]
                self._derive(form, last, "plural")

    def _verb(self, base: str, given: tuple[str, ...]) -> None:
        forms = verb_forms(base.split()[0], tuple(form.split()[0] for form in given))
        for form in _VERB[1:]:
            self._derive(str(getattr(forms, form)), forms.base, form)

    def _derive(self, form: str, base: str, how: str) -> None:
        key, root = form.casefold(), base.casefold()
        if key != root and root not in self.function and key not in self.function:
            self._derived.setdefault(key, (root, how))

    # -- new words ---------------------------------------------------------------------------------------------

    def _add(self, core: str) -> str:
        key = core.casefold()
        if key in self.function or not any(char.isalpha() for char in key):
            return core
        if key in self.new:
            return self.new[key]
        base, how = self._derived.get(key, ("", ""))
        if base and self._derived.get(base, ("",))[0] != key:
            root = self._add(base)
            forms = verb_forms(root)
            if how == "participle":  # it is only noted where it is not the past
                made = f"{root}en"
            else:
                made = plural(root) if how == "plural" else str(getattr(forms, how))
        else:
            made = self._fresh(core)
        self._taken.add(made)
        self.new[key] = made
        for form, (root_key, _) in self._derived.items():
            if root_key == key and form not in self.new:
                self._add(form)
        return made

    def _fresh(self, core: str) -> str:
        sounds = article(core)
        hiss = core.casefold().endswith("s")
        while True:
            syllables = self._random.choice((2, 3))
            made = "".join(
                self._random.choice("bdfgklmnprtvz") + self._random.choice("aeiou") for _ in range(syllables)
            ) + self._random.choice("bdgklmnprt")
            if sounds == "an":
                made = self._random.choice("aio") + made
            made += "s" if hiss else ""
            if article(made) == sounds and article(made.capitalize()) == sounds and made not in self._taken:
                return made

    # -- renaming ----------------------------------------------------------------------------------------------

    def renamed(self, text: str) -> str:
        """The text with every declared word replaced."""
        if not self.new:
            return text
        parts = _SLOT.split(text)
        return "".join(part if part.startswith("{") else self._pattern.sub(self._one, part) for part in parts)

    def _one(self, match: re.Match[str]) -> str:
        old = match.group()
        made = self.new[old.casefold()]
        return made[0].upper() + made[1:] if old[:1].isupper() else made

    def step(self, name: str) -> str:
        """The name of a step: one that only its procedure knows is changed as well."""
        made = self.renamed(name)
        if not self.new:
            return name
        alone = name == name.lower() and name not in self._known and name not in self.function
        return f"{made} quomp" if alone else made

    def kept(self, sets: Sequence[SetDecl]) -> list[str]:
        """Declared phrases that stay as they are, for the report."""
        return sorted({phrase for phrase in self.phrases(sets) if phrase and self.renamed(phrase) == phrase})


__all__ = ["Procedure", "WordMap", "cores", "function_set"]
