"""From a line of text to a flat tree."""
