"""Rule coverage: which rules of a rulebook are proven, and by what."""
