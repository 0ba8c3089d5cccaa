"""Scenarios: given a position, when things are done, these must be so. See docs/scenarios.md for the format."""
