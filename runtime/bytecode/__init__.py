"""Part of the machine: bytecode."""
