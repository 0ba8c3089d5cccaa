"""The public protocol: what front ends may use of the runtime."""

from .reading import Limits
from .schema import text as schema_text
from .session import Session
from .table import MESSAGES, VERSION

__all__ = ["MESSAGES", "VERSION", "Limits", "Session", "schema_text"]
