"""JSON Schema of set files, built from declared kinds and words, and its complaints as findings.

`check` validates nodes against a schema and gives findings; `build` makes the schemas; `editor` writes the one for editors.
"""

from .check import check
from .editor import editor_schema, editor_schema_text

__all__ = ["check", "editor_schema", "editor_schema_text"]
