"""Forms of words: what is done is said in the present, and a verb agrees with who does it."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.text.flat import Word

from .context import Stop

PRESENT = {"base", "third"}


def check_form(verb: Word, subject: t.Value | None, modal: bool) -> None:
    """The verb of something that is to be done. `modal`: “may” or another auxiliary stands before it.

    Raises Stop if its form cannot be meant."""
    forms = {sense.form for sense in verb.senses}
    if not forms & {"base", "third", "past", "part", "ing"}:
        return  # a word without forms
    if not forms & PRESENT and not modal:
        raise Stop("type", verb.start, verb.end, verb.text, "what is to be done is said in the present")
    wanted = "base" if modal else number(subject)
    if wanted and wanted not in forms and forms & PRESENT:
        raise Stop("type", verb.start, verb.end, verb.text, "its form does not fit who does it")


def number(subject: t.Value | None) -> str:
    """The form that a verb has after a subject; "" if either may stand."""
    if isinstance(subject, t.Ref):
        if subject.to == "you" or subject.form in ("they", "you"):
            return "base"
        return "third" if subject.form in ("he", "she", "it") else ""
    if isinstance(subject, t.Sel) and subject.quant.kind in ("each", "a"):
        return "third"
    return ""
