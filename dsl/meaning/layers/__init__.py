"""What the layers of the resolver ask of each other: every method one layer calls that another one has.

All of them are one class in the end (`resolve.Resolver`), which cannot be made while one is missing.
"""

from __future__ import annotations

from .clauses import ClauseLayers
from .figures import FigureLayers
from .nouns import NounLayers


class Layers(NounLayers, FigureLayers, ClauseLayers):
    """All of it."""
