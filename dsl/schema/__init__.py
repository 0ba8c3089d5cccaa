"""JSON Schema of set files, built from declared kinds and words, and its complaints as findings.

`check` validates nodes against a schema and gives findings; build.py makes the schemas; editor.py writes the one for
editors (`python -m cardwright.dsl.schema.editor`).
"""

from .check import check

__all__ = ["check"]
