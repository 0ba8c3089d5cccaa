"""A game for people at a terminal: a client of the public protocol, which sees what a seat may see."""

from .client import Client, Told
from .loop import Terminal

__all__ = ["Client", "Terminal", "Told"]
