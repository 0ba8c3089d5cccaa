"""JSON Schema of set files, built from declared kinds and words."""
