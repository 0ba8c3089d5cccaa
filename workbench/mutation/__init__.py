"""The mutation gate: is every sentence needed by a scenario? Sentences are removed in the image, never in the text."""
