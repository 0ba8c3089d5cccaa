"""Every example of docs/interface.md is sent and answered as the page says, in one session from top to bottom.

The schema that is written out is the one that the table of messages gives.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.protocol import MESSAGES, Session, schema_text
from cardwright.runtime.protocol.schema import answer_schema, schema

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "interface.md").read_text("utf-8")
LINES = [line for block in re.findall(r"^```messages\n(.*?)^```$", PAGE, re.M | re.S) for line in block.splitlines()]
ANY = "…"


def differs(wanted: Any, found: Any, at: str = "") -> str:
    """ "" if an answer is what the page says; “…” stands for anything, or for more of the same."""
    if wanted == ANY:
        return ""
    if isinstance(wanted, dict) and isinstance(found, dict):
        keys = set(wanted) - {ANY}
        if (ANY not in wanted and keys != set(found)) or not keys <= set(found):
            return f"{at}: keys {sorted(found)}, not {sorted(wanted)}"
        return next((d for key in keys if (d := differs(wanted[key], found[key], f"{at}/{key}"))), "")
    if isinstance(wanted, list) and isinstance(found, list):
        more = wanted[-1:] == [ANY]
        known = wanted[:-1] if more else wanted
        if len(found) < len(known) or (len(found) > len(known) and not more):
            return f"{at}: {len(found)} of {len(known)}"
        return next((d for n, one in enumerate(known) if (d := differs(one, found[n], f"{at}/{n}"))), "")
    if isinstance(wanted, str) and isinstance(found, str) and wanted.endswith(ANY):
        return "" if found.startswith(wanted[:-1]) else f"{at}: {found}"
    return "" if type(wanted) is type(found) and wanted == found else f"{at}: {found!r}, not {wanted!r}"


def test_examples() -> None:
    image = compile_sets([bundled()]).image
    assert image is not None
    it = Session(image, program="cardwright")
    done: set[str] = set()
    for number, (sent, wanted) in enumerate(zip(LINES[::2], LINES[1::2], strict=True), 1):
        assert sent.startswith("> ") and wanted.startswith("< "), (sent, wanted)
        answer = json.loads(it.handle(sent[2:]))
        assert not differs(json.loads(wanted[2:]), answer), (
            f"{number}: {sent}\n{differs(json.loads(wanted[2:]), answer)}"
        )
        name = re.search(r'"do": "([a-z]+)"', sent)
        Draft7Validator(answer_schema(name.group(1) if name else "")).validate(answer)
        done |= {name.group(1)} if name else set()
    print(f"interface.md: {len(LINES) // 2} messages of {len(done)} sorts")
    assert len(LINES) >= 40
    assert {message.do for message in MESSAGES} - done == {"games", "view", "replay", "digest"} - done


def test_the_schema_is_fresh() -> None:
    Draft7Validator.check_schema(schema())
    written = (ROOT / "docs" / "protocol.schema.json").read_text("utf-8")
    assert written == schema_text(), "docs/protocol.schema.json is stale: run python tools/messages.py"
    assert len(schema()["oneOf"]) == len(MESSAGES) >= 15
