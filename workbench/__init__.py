"""Tools that need both compiler and machine: scenarios, coverage, mutation, explanations."""
