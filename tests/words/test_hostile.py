"""Whatever a set file holds, checking it ends with findings and never with a traceback. Real files, bent at random."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardwright.dsl.compile import Compiler
from cardwright.dsl.diagnostics import as_json, as_text, in_order
from cardwright.dsl.source import bundled

COMPILER = Compiler()
FILES = [path.read_text("utf-8") for path in sorted((bundled() / "core").glob("*.yaml"))]
HEAD = "set: bent\nlanguage: 1\nrequires: [core]\n"
SCRAPS = st.sampled_from(
    [
        *(
            "{",
            "}",
            "[",
            "]",
            ": ",
            " #",
            '"',
            "'",
            "|",
            ">",
            "\n",
            "\n  ",
            "- ",
            "null",
            "~",
            "&a",
            "*a",
            "!x",
            "\t",
            "? ",
        ),
        *(
            "42",
            "-1",
            "1.5",
            "true",
            "[]",
            "{}",
            "{x}",
            "é",
            "\u2028",
            ", ",
            "%",
            "@",
            "`",
            "<<: ",
            "cards:",
            "kind:",
            "name:",
        ),
    ]
)


@st.composite
def bent_files(draw: st.DrawFn) -> str:
    """Some lines of a bundled file with a few pieces taken out, put in or doubled."""
    lines = draw(st.sampled_from(FILES)).split("\n")
    begin = draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[begin : begin + draw(st.integers(3, 60))])
    text = HEAD + "\n".join(
        line for line in text.split("\n") if not line.startswith(("set:", "requires:", "language:"))
    )
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(("cut", "put", "double"))):
            case "cut":
                text = text[:at] + text[at + draw(st.integers(1, 20)) :]
            case "put":
                text = text[:at] + draw(SCRAPS) + text[at:]
            case _:
                text = text[:at] + text[at : at + 30] + text[at:]
    return text


@given(bent_files())
def test_bent_files_end_in_findings(text: str) -> None:
    result = COMPILER.declare(given={"bent.yaml": text.encode("utf-8", "surrogatepass")})
    ordered = in_order(result.findings)
    assert as_json(ordered, {}) and (as_text(ordered) or not ordered)
    for item in ordered:
        assert 0 <= item.span.start <= item.span.end <= len(item.span.file.text)
