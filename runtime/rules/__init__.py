"""Part of the machine: rules."""
