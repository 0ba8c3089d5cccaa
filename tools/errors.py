#!/usr/bin/env python3
"""docs/errors.md from the registry of codes: every finding with why it is one, a wrong and a right example."""

from __future__ import annotations

import json
from collections.abc import Mapping

from generated import head, main, table

from cardwright.dsl.diagnostics.registry import Code, Example, codes
from cardwright.runtime.messages import MESSAGES, WAYS_OUT

GROUPS = {
    "CW1": "Files",
    "CW2": "Declarations and cards",
    "CW3": "Words and sentences",
    "CW4": "Meaning",
    "CW5": "Sets",
    "CW6": "Scenarios",
    "CW7": "Scenarios and rules",
    "CW8": "The machine",
    "CW9": "Commands",
}


def _example(example: Example) -> str:
    if isinstance(example, str):
        return example.rstrip("\n")
    if set(example) in ({"files"}, {"paths"}):
        inside = next(iter(example.values()))
        assert isinstance(inside, Mapping)
        return "\n".join(f"# {name}\n{_value(value)}" for name, value in inside.items())
    return "\n".join(f"{key}: {_inline(str(key), value)}" for key, value in example.items())


def _value(value: object) -> str:
    return str(value).rstrip("\n") if isinstance(value, str) else json.dumps(value)


def _inline(key: str, value: object) -> str:
    if key == "text" and isinstance(value, str):
        return "|\n" + "\n".join(f"  {line}" for line in value.rstrip("\n").split("\n"))
    return json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value


def _code(entry: Code) -> str:
    kind = "" if entry.severity.value == "error" else f" ({entry.severity.value})"
    lines = [f"### {entry.code}{kind}: {entry.headline}\n", f"{entry.why.strip()} {entry.fix.strip()}".strip() + "\n"]
    for word, example in (("Wrong", entry.wrong), ("Right", entry.right)):
        lines += [f"{word}:\n", "```yaml", _example(example), "```\n"]
    return "\n".join(lines)


def make() -> str:
    """The page."""
    parts = [
        head("errors"),
        "# Findings\n",
        f"Every finding of `cardwright check` has a code; {len(codes())} are registered. `{{…}}` in a headline stands",
        "for what was found. Each example is compiled by the tests: the wrong one gives this finding and no other, the",
        "right one gives none.\n",
    ]
    group = ""
    for name, entry in codes().items():
        title = GROUPS.get(name[:3], "Others")
        if title != group:
            group = title
            parts.append(f"## {title}\n")
        parts.append(_code(entry))
    parts += [
        "## Refusals of the running machine\n",
        "What the machine says on its own when an image, a save, a set-up, an answer or a message is refused.\n",
    ]
    parts.append(
        table(["code", "message", "way out"], [[name, text, WAYS_OUT[name]] for name, text in MESSAGES.items()])
    )
    return "\n".join(parts)


if __name__ == "__main__":
    main("errors.md", make)
