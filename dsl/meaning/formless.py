"""Keywords that a text uses as verbs though their declarations give no forms. Must not know files nor findings."""

from __future__ import annotations

import re

from cardwright.dsl.text.problems import NAMES, Problem
from cardwright.dsl.words import Keyword, Vocabulary, pattern
from cardwright.dsl.words.english import VerbForms, verb_forms


def used_as_verb(problem: Problem, line: str, vocabulary: Vocabulary) -> tuple[Keyword, VerbForms, int, int] | None:
    """The keyword that stands where a verb is looked for, its forms if they are regular, and its place in the line."""
    for keyword in vocabulary.all(Keyword):
        head = pattern(str(keyword.name)).head
        if keyword.forms or not head.replace(" ", "").isalpha():
            continue
        forms = verb_forms(head)
        known = (forms.third, forms.past, forms.ing, forms.participle)
        said = known if problem.code == "unknown" else (head, *known)
        words = "|".join(re.escape(one) for one in sorted(set(said), key=len, reverse=True))
        match = re.compile(rf"\b(?:{words})\b").search(line, problem.start, _end(problem))
        if match is None and problem.word in (".", "for each"):  # behind a clause that can only be one if this is done
            match = re.compile(rf"(?:^|(?<=[.:,] )){re.escape(head)}\b(?=[^.,]*$)").search(line[: problem.start])
        if match is not None:
            return keyword, forms, *match.span()
    return None


def _end(problem: Problem) -> int:
    """Where the place ends in which a verb was looked for; its beginning if none was."""
    wanted = problem.code in ("unknown", "expected verb")
    wanted = wanted or problem.code == "unexpected" and NAMES["V"] in problem.expected
    return problem.end if wanted else problem.start
