"""Sentences of the image: where each piece of code comes from. For messages, traces and the mutation gate."""

from __future__ import annotations

from cardwright.dsl.diagnostics import Span
from cardwright.dsl.source import Text
from cardwright.dsl.words import Procedure, Step
from cardwright.runtime.bytecode.image import Image, SentenceDef


class Sentences:
    """Adds sentences to an image."""

    def __init__(self, image: Image) -> None:
        self.image = image

    def add(self, card: int, span: Span, text: str) -> int:
        """A sentence at a place of a set file; `card` is the definition it is printed on, -1 for a declaration."""
        made = SentenceDef(card, span.file.name, span.line, span.column, span.end_line, span.end_column, text)
        self.image.sentences.append(made)
        return len(self.image.sentences) - 1

    def add_plain(self, card: int) -> int:
        """A sentence without a place: of a text that stands in no file of its own."""
        self.image.sentences.append(SentenceDef(card, "", 0, 0, 0, 0, ""))
        return len(self.image.sentences) - 1

    def of_step(self, decl: Procedure, step: Step) -> int:
        """The sentence of a step: its text, or what stands for it."""
        text: Text | None = step.text or step.event or step.do or step.pay or step.call
        if text is None:
            return self.add(-1, step.span, f"{decl.name}: {step.name}")
        return self.add(-1, text.span, str(text))
