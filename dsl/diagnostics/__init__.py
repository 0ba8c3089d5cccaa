"""Findings: what is wrong, where, why, and what would mend it. Every layer reports through this package.

How to report
-------------
    from cardwright.dsl.diagnostics import Finding, Span, finding

    finding("CW301", span, word="hreo", suggestions=["hero"])
    finding("CW402", span, word="it", labels=[(one, "this card"), (two, "or this one")])

- `span` is a `Span(file, start, end)` in code points of the file, end exclusive; `TextLine.span(a, b)` of
  `cardwright.dsl.source` makes one from places in a card text. Line and column are computed lazily.
- Keyword values fill the `{slots}` of the code's headline. `labels` are further places with a note. `suggestions` are
  whole replacements for what stands at `span`; give one only when the repaired text compiles. `fix=replacement(span,
  "text", safe=True)` is a repair. `card` may be left out: the driver fills it in from the place.
- Functions return lists of findings beside their result, and never raise because of what a file says.

How to register a code
----------------------
Add a row to a file of your layer in codes/ (`text.yaml`, `meaning.yaml`, …); codes/README.md shows the form. Every code
needs `headline`, `why`, and a `wrong` and a `right` example, which a test compiles.

    CW1xx files and YAML          CW2xx declarations, keys and values      CW3xx text: characters, words, sentences
    CW4xx meaning                 CW5xx sets, requirements, linking        CW6xx scenarios
    CW7xx lowering and limits     CW8xx image, save, answer (reported by the machine in its own messages)
    CW9xx what a command was asked for

Findings are errors unless the code says `severity: warning`. `nearest(word, known)` gives near known words,
`either([...])` an English list. `in_order(findings)` sorts them and keeps one of those with the same code and place.
"""

from .finding import Edit, Finding, Fix, Label, Severity, at_most, in_order
from .github import as_github
from .nearest import either, listed, nearest
from .registry import Code, UnknownCode, code, codes, finding, replacement
from .render import as_json, as_row, as_text, visible
from .sarif import as_sarif
from .span import Source, Span

__all__ = [
    "Code",
    "Edit",
    "Finding",
    "Fix",
    "Label",
    "Severity",
    "Source",
    "Span",
    "UnknownCode",
    "as_github",
    "as_json",
    "as_row",
    "as_sarif",
    "as_text",
    "at_most",
    "code",
    "codes",
    "either",
    "finding",
    "in_order",
    "listed",
    "nearest",
    "replacement",
    "visible",
]
