"""Set files as they lie on disk: finding them, composing them with limits, their texts with places, edits by span.

Knows no declared word. The `Text` of a language value has `lines`; `TextLine.text` is one ability, and
`TextLine.span(start, end)` is the place of `text[start:end]` in the file.
"""

from .compose import compose
from .language import language_value
from .nodes import Mapping, Name, Node, Scalar, Sequence, kind_of
from .reading import read_bytes, read_file, read_text
from .sets import (
    SET_FILE,
    Loaded,
    LoadedSet,
    NoSuchPath,
    SetFile,
    Shelf,
    begins_with_set,
    bundled,
    inline_set,
    load,
    name_of_set,
)
from .texts import Text, TextLine, plain_text

__all__ = [
    "SET_FILE",
    "Loaded",
    "LoadedSet",
    "Mapping",
    "Name",
    "NoSuchPath",
    "Node",
    "Scalar",
    "Sequence",
    "SetFile",
    "Shelf",
    "Text",
    "TextLine",
    "begins_with_set",
    "bundled",
    "compose",
    "inline_set",
    "kind_of",
    "language_value",
    "load",
    "name_of_set",
    "plain_text",
    "read_bytes",
    "read_file",
    "read_text",
]
