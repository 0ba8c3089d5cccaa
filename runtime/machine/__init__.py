"""Part of the machine: machine."""
