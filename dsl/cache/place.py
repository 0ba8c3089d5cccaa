"""Where kept results lie: the user's cache folder of this platform. Must not know what is kept."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from .store import Store

OFF = "off"
VARIABLE = "CARDWRIGHT_CACHE"
FOLDER = "cardwright"


def cache_at(wanted: str, environment: Mapping[str, str] = os.environ) -> Store | None:
    """The store in a folder; if none is named, in the one that CARDWRIGHT_CACHE names, or in the user's cache folder.
    None if it is `off` or the folder is not the user's own.

    A folder that others may write to is not used: whoever writes an entry says what a check reports.
    """
    wanted = wanted or environment.get(VARIABLE, "")
    if wanted == OFF:
        return None
    folder = Path(wanted) if wanted else _of_user(environment)
    if folder is None:
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
    except (OSError, ValueError):
        return None
    own = not hasattr(os, "getuid") or state.st_uid == os.getuid()
    if not stat.S_ISDIR(state.st_mode) or not own or (os.name == "posix" and state.st_mode & 0o022):
        return None
    return Store(folder)


def _of_user(environment: Mapping[str, str]) -> Path | None:
    """The folder that the platform sets aside for caches."""
    if xdg := environment.get("XDG_CACHE_HOME", ""):
        return Path(xdg) / FOLDER if Path(xdg).is_absolute() else None
    if sys.platform == "win32":
        local = environment.get("LOCALAPPDATA", "")
        return Path(local) / FOLDER / "Cache" if local else None
    home = environment.get("HOME", "")
    if not home:
        return None
    return Path(home) / ("Library/Caches" if sys.platform == "darwin" else ".cache") / FOLDER
