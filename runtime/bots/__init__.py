"""Part of the machine: bots."""
