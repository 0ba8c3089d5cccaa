"""The machine: from an image to a game. Imports nothing of the compiler and none of its libraries."""
