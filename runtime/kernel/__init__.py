"""Part of the machine: kernel."""
