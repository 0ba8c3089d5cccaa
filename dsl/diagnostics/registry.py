"""The registry of codes, read from codes/*.yaml at the first finding. Must not know any layer that reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .finding import Edit, Finding, Fix, Label, Severity
from .span import Span

Example = str | Mapping[str, object]


@dataclass(frozen=True)
class Code:
    """All that is known of a code. `wrong` and `right` are compiled by a test (see codes/README.md for their forms)."""

    code: str
    severity: Severity
    headline: str
    why: str
    fix: str
    wrong: Example
    right: Example
    also: tuple[str, ...] = ()  # codes that the wrong example cannot avoid
    internal: bool = False  # a mistake of the compiler itself, of which no text is an example

    @property
    def compiled(self) -> bool:
        """Whether the examples are set files; those of scenarios and of the machine are run by their own tests."""
        return self.code < "CW6" and not self.internal


class UnknownCode(LookupError):
    """A layer reported a code that nobody registered: a mistake in the program, never in a set file."""


@cache
def codes() -> Mapping[str, Code]:
    """Every registered code, in order."""
    from ruamel.yaml import YAML  # a report without findings needs none of it

    found: dict[str, Code] = {}
    folder = files(__package__) / "codes"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if not entry.name.endswith(".yaml"):
            continue
        for row in YAML(typ="safe").load(entry.read_text("utf-8")) or []:
            code = Code(
                code=row["code"],
                severity=Severity(row.get("severity", "error")),
                headline=row["headline"],
                why=row["why"],
                fix=row.get("fix", ""),
                wrong=row["wrong"],
                right=row["right"],
                also=tuple(row.get("also", ())),
                internal=bool(row.get("internal", False)),
            )
            if code.code in found:
                raise UnknownCode(f"{code.code} is registered twice")
            found[code.code] = code
    return dict(sorted(found.items()))


def code(name: str) -> Code:
    """The registered code of that name."""
    try:
        return codes()[name]
    except KeyError:
        raise UnknownCode(name) from None


def finding(
    code_name: str,
    span: Span,
    /,
    *,
    labels: Iterable[Label | tuple[Span, str]] = (),
    suggestions: Sequence[str] = (),
    fix: Fix | None = None,
    card: str | None = None,
    **values: object,
) -> Finding:
    """Make a finding: the headline of the code with `values` filled into its slots.

    `suggestions` are whole replacements for what stands at `span`; give them only when the repaired text compiles.
    """
    entry = code(code_name)
    return Finding(
        code=entry.code,
        severity=entry.severity,
        message=entry.headline.format_map({"card": card, **values}),
        span=span,
        labels=tuple(item if isinstance(item, Label) else Label(*item) for item in labels),
        suggestions=tuple(suggestions),
        fix=fix,
        card=card,
    )


def replacement(span: Span, text: str, *, safe: bool = False, headline: str = "") -> Fix:
    """The commonest fix: other text at one place."""
    return Fix(headline or f"write “{text}”", (Edit(span, text),), safe)
