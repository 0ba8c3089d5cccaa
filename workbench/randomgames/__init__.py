"""Many seeded random games with invariants after every event and at every request."""
