"""What is worked out once from an image and kept while the image is used.

By identity: to compare two images is to compare all their code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from .image import Image

T = TypeVar("T")


class PerImage(Generic[T]):
    """The results of a function of images; the oldest is dropped when there are more than `most`."""

    def __init__(self, make: Callable[[Image], T], most: int) -> None:
        self._make = make
        self._most = most
        self._kept: dict[int, tuple[Image, T]] = {}

    def __call__(self, image: Image) -> T:
        found = self._kept.get(id(image))
        if found is None or found[0] is not image:
            while len(self._kept) >= self._most:
                del self._kept[next(iter(self._kept))]
            found = self._kept[id(image)] = (image, self._make(image))
        return found[1]
