"""Paraphrases of the training sentences: does one name a chooser exactly where the code asks?

python tests/slow/explained.py

Every text that compiles is put on a card of its kind. Prints the lines where paraphrase and code differ, and fails
below the floor. The ordinary tests demand the same of every text of the bundled sets and of docs/language.md, without
exception.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardwright.workbench.explain.texts import Texts, heads
from tests.meaning.suite_report import KINDS, Item, items, resolve
from tests.meaning.suite_words import SUITE
from tests.workbench.test_explain import asking

FLOOR = 0.98


def card(item: Item) -> list[str]:
    """A card with this text, as lines of a set file."""
    kind = KINDS[item.on].partition(":")[2]
    if item.on == "tactic":
        head = ["  - kind: Mastermind", f"    name: Owner of {item.id}", "    tactics:", f"      - name: {item.id}"]
        return [*head, "        text: |", *(f"          {line}" for line in item.lines)]
    return [f"  - kind: {kind}", f"    name: {item.id}", "    text: |", *(f"      {line}" for line in item.lines)]


def main() -> int:
    good = [item for item in items() if resolve(item).text is not None]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(SUITE, folder / "suite")
        rows = [line for item in good for line in card(item)]
        (folder / "x.yaml").write_text("\n".join(("set: x", "language: 1", "requires: [suite]", "cards:", *rows, "")))
        texts = Texts.of([folder / "x.yaml"])
    sentences = texts.image.sentences
    places = {(sentences[at].file, sentences[at].line) for at in asking(texts.image) if at >= 0}
    unlowered = {one.span.line for one in texts.unlowered}
    lines = differ = 0
    for one, face in texts.faces():
        if one.set != "x" or face.text is None or texts.tree(one, face) is None:
            continue
        if any(face.span.line <= line <= face.span.end_line for line in unlowered):
            continue
        for part, source in zip(texts.paraphrase(one, face), heads(face.text), strict=False):
            span = source.span()
            does = any(file == span.file.name and span.line <= at <= span.end_line for file, at in places)
            lines += 1
            if does != any(clause.asks for clause in part.clauses):
                differ += 1
                print(f"{face.name}: {'asks' if does else 'asks nobody'}: {part.text}")
    print(f"{len(good)} texts, {lines} lines, {differ} differ ({100 * (1 - differ / lines):.1f} % agree)")
    return 0 if lines >= 400 and differ <= lines * (1 - FLOOR) else 1


if __name__ == "__main__":
    sys.exit(main())
