"""Words that nobody understands and that mean a known one: what an author may say who comes from another game.

They stand at the declaration of the word (`suggested for`), for verbs of the language in grammar/readings.yaml. Each
form of such a word means the same form of the known one. Must not know any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from ruamel.yaml import YAML

from cardwright.dsl.words import Form, Noun, Verb, Vocabulary
from cardwright.dsl.words.english import plural, verb_forms

from .lexicon import function_words

_VERBAL = (Form.BASE, Form.THIRD, Form.PAST, Form.PARTICIPLE, Form.ING)


def synonyms(vocabulary: Vocabulary) -> Mapping[str, tuple[str, ...]]:
    """The phrases that are meant by words of other games, each of these in small letters and in every form. Made once
    for a vocabulary.
    """
    made: dict[str, tuple[str, ...]] | None = vocabulary.__dict__.get("_synonyms")
    if made is None:
        made = {}
        for word, phrase in (*_declared(vocabulary), *_functions()):
            known = made.get(word.casefold(), ())
            if phrase not in known:
                made[word.casefold()] = (*known, phrase)
        vocabulary.__dict__["_synonyms"] = made
    return made


def _declared(vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    for phrase, rows in vocabulary.entries.items():
        for row in rows:
            if row.canonical and not row.of and isinstance(row.declaration, (Noun, Verb)):
                for word in row.declaration.suggested_for:
                    yield _in_form(str(word), row.form), phrase


@cache
def _functions() -> tuple[tuple[str, str], ...]:
    text = files("cardwright.grammar").joinpath("readings.yaml").read_text("utf-8")
    said: Mapping[str, list[str]] = YAML(typ="safe").load(text)["suggested for"]
    forms: Mapping[str, list[str]] = dict(function_words()["VERBS"])
    made: list[tuple[str, str]] = []
    for base, words in said.items():
        third, past, participle, ing = forms[base]
        for word in words:
            for form, phrase in zip(_VERBAL, (base, third, past, participle, ing), strict=True):
                made.append((_in_form(word, form), phrase))
    return tuple(made)


def _in_form(word: str, form: Form) -> str:
    """A regular noun or verb in a form."""
    match form:
        case Form.PLURAL:
            return plural(word)
        case Form.THIRD:
            return verb_forms(word).third
        case Form.PAST | Form.PARTICIPLE:
            return verb_forms(word).past
        case Form.ING:
            return verb_forms(word).ing
        case _:
            return word
