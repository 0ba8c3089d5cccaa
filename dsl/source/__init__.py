"""Set files as they lie on disk: finding, composing with limits, spans, edits. Knows no declared word."""
