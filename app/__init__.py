"""Cardwright: a card language, its compiler and its machine. This package is the command line on top of them."""
