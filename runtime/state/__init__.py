"""Part of the machine: state."""
