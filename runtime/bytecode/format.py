"""The image as canonical JSON: writing, content hash, and reading with limits.

Reading follows the dataclasses of image.py field by field, so a damaged or hostile file is refused with the path of
what is wrong and nothing is ever half read. Verification is another step. Must not know what an image means.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any, get_args, get_origin, get_type_hints

from . import image as image_module
from .image import Image
from .refused import ImageRefused
from .verify import verify

VERSION = 1
FORM = "cardwright image"
MAX_BYTES = 64_000_000
MAX_ITEMS = 2_000_000
MAX_LIST = 400_000
MAX_TEXT = 20_000
MAX_DEPTH = 60
MAX_INT = 1 << 40


# -- writing ---------------------------------------------------------------------------------------
def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: _plain(getattr(value, f.name)) for f in fields(value) if not _default(f, getattr(value, f.name))
        }
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in sorted(value.items())}
    return value


def _default(f: Any, value: object) -> bool:
    if f.default is not MISSING:
        return bool(value == f.default) and type(value) is type(f.default)
    if f.default_factory is not MISSING:
        return bool(value == f.default_factory())
    return False


def canonical(image: Image) -> str:
    """The one text of an image's content."""
    return json.dumps(_plain(image), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def content_hash(image: Image) -> str:
    """Fingerprint of the content."""
    return hashlib.sha256(canonical(image).encode()).hexdigest()


def to_plain(image: Image) -> dict[str, object]:
    """An image as data for JSON, with its hash."""
    return {"form": FORM, "version": VERSION, "hash": content_hash(image), "image": _plain(image)}


def dump_image(image: Image) -> str:
    """An image as text."""
    return json.dumps(to_plain(image), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


# -- reading ---------------------------------------------------------------------------------------
def _refuse(what: str) -> ImageRefused:
    return ImageRefused("CW801", what=what)


class _Reader:
    def __init__(self) -> None:
        self.items = 0

    def count(self, path: str, n: int = 1) -> None:
        self.items += n
        if self.items > MAX_ITEMS:
            raise ImageRefused("CW805", what=f"more than {MAX_ITEMS} values, at {path}")

    def read(self, hint: Any, value: object, path: str, depth: int = 0) -> Any:
        self.count(path)
        if depth > MAX_DEPTH:
            raise ImageRefused("CW805", what=f"nested too deeply, at {path}")
        if hint is int:
            if type(value) is not int:
                raise _refuse(f"{path} must be a number")
            if not -MAX_INT < value < MAX_INT:
                raise ImageRefused("CW805", what=f"a number, at {path}")
            return value
        if hint is bool:
            if type(value) is not bool:
                raise _refuse(f"{path} must be true or false")
            return value
        if hint is str:
            if type(value) is not str:
                raise _refuse(f"{path} must be text")
            if len(value) > MAX_TEXT:
                raise ImageRefused("CW805", what=f"a text, at {path}")
            return value
        if hint is object:
            return self.free(value, path, depth)
        origin = get_origin(hint)
        if origin in (tuple, list):
            return self.sequence(hint, origin, value, path, depth)
        if origin is dict:
            return self.mapping(hint, value, path, depth)
        if isinstance(hint, type) and is_dataclass(hint):
            return self.dataclass(hint, value, path, depth)
        raise _refuse(f"{path} has an unknown type")  # pragma: no cover

    def free(self, value: object, path: str, depth: int) -> object:
        """Parts of plans and templates: numbers, texts (node names) and tuples of these."""
        if isinstance(value, list):
            if len(value) > MAX_LIST:
                raise ImageRefused("CW805", what=f"a list, at {path}")
            return tuple(self.read(object, v, path, depth + 1) for v in value)
        if type(value) is int:
            return self.read(int, value, path, depth)
        if type(value) is str:
            return self.read(str, value, path, depth)
        raise _refuse(f"{path} holds a {type(value).__name__}")

    def sequence(self, hint: Any, origin: Any, value: object, path: str, depth: int) -> Any:
        if not isinstance(value, list):
            raise _refuse(f"{path} must be a list")
        if len(value) > MAX_LIST:
            raise ImageRefused("CW805", what=f"a list of {len(value)}, at {path}")
        args = get_args(hint)
        if origin is list:
            return [self.read(args[0], v, f"{path}[{i}]", depth + 1) for i, v in enumerate(value)]
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(self.read(args[0], v, f"{path}[{i}]", depth + 1) for i, v in enumerate(value))
        if len(args) != len(value):
            raise _refuse(f"{path} must have {len(args)} members")
        return tuple(
            self.read(a, v, f"{path}[{i}]", depth + 1) for i, (a, v) in enumerate(zip(args, value, strict=True))
        )

    def mapping(self, hint: Any, value: object, path: str, depth: int) -> Any:
        if not isinstance(value, dict):
            raise _refuse(f"{path} must be an object")
        key_hint, value_hint = get_args(hint)
        out: dict[Any, Any] = {}
        for key, v in value.items():
            if key_hint is int:
                if not key.lstrip("-").isdecimal() or len(key) > 12:
                    raise _refuse(f"{path} has the key {key[:40]!r}")
                out[int(key)] = self.read(value_hint, v, f"{path}.{key}", depth + 1)
            else:
                out[self.read(str, key, path, depth)] = self.read(value_hint, v, f"{path}.{key[:40]}", depth + 1)
        return out

    def dataclass(self, hint: Any, value: object, path: str, depth: int) -> Any:
        if not isinstance(value, dict):
            raise _refuse(f"{path} must be an object")
        known = _hints(hint)
        for key in value:
            if key not in known:
                raise _refuse(f"{path} has the unknown field {str(key)[:40]!r}")
        made = {k: self.read(known[k], v, f"{path}.{k}", depth + 1) for k, v in value.items()}
        for f in fields(hint):
            if f.name not in made and f.default is MISSING and f.default_factory is MISSING:
                raise _refuse(f"{path} lacks {f.name}")
        return hint(**made)


@lru_cache(maxsize=64)
def _hints(hint: Any) -> dict[str, Any]:
    return {k: object if isinstance(v, types.UnionType) else v for k, v in get_type_hints(hint).items()}


for _kind in vars(image_module).values():  # worked out once, when this is imported
    if isinstance(_kind, type) and is_dataclass(_kind):
        _hints(_kind)


def from_plain(data: object, check: Callable[[Image], object] = verify) -> Image:
    """An image from data, its hash compared and its content verified."""
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise _refuse("the form is missing")
    if data.get("version") != VERSION:
        raise ImageRefused("CW802", found=str(data.get("version"))[:40], wanted=VERSION)
    image = _Reader().read(Image, data.get("image"), "image")
    assert isinstance(image, Image)
    if data.get("hash") != content_hash(image):
        raise ImageRefused("CW803")
    check(image)
    return image


def load_image(text: str | bytes) -> Image:
    """An image from text."""
    if len(text) > MAX_BYTES:
        raise ImageRefused("CW805", what=f"{len(text)} bytes")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _refuse("no JSON") from error
    return from_plain(data)
