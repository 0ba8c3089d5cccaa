"""Part of the machine: play."""
