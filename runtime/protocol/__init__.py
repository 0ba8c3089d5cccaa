"""Part of the machine: protocol."""
