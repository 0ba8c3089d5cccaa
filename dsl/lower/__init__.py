"""From typed meaning to bytecode."""
