"""Bots: they answer requests and know nothing but what a request says. Each draws from a stream of its own."""

from .random import RandomBot, play

__all__ = ["RandomBot", "play"]
