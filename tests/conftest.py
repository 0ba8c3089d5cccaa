"""How far tests on made-up input go: few and the same ones each time here, many and always new ones in the slow gate.

A test that draws other input at each run says of a change what was there before it. tests/slow/made_up.py looks for
the new.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", max_examples=200, deadline=None, derandomize=True)
settings.register_profile("wide", max_examples=5000, deadline=None, print_blob=True)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What commands keep of earlier times is kept for this run of the tests alone."""
    folder: Path = tmp_path_factory.mktemp("cache")
    folder.chmod(0o700)
    os.environ["CARDWRIGHT_CACHE"] = str(folder)
