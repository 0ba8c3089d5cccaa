"""How an image is refused: one exception with a message code. Must not know what is checked."""

from __future__ import annotations

from cardwright.runtime.messages import Refused


class ImageRefused(Refused):
    """An image that is damaged, too large, of another version, or not verified.

    `pc`: the instruction of the procedure that is refused, -1 if none is.
    """

    pc = -1


def unverified(what: str) -> ImageRefused:
    """An image the verifier refuses, and where."""
    return ImageRefused("CW804", what=what)
