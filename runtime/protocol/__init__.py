"""The public protocol: what front ends may use of the runtime."""

from .session import Session

__all__ = ["Session"]
