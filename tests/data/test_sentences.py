"""The scenarios of single texts of the suite: those of its checks and those written from the meanings hold wherever the
text compiles. tests/slow/sentences.py counts the texts that do not.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardwright.workbench.scenarios.suite import run_files

from ..meaning.suite_words import DATA, WithWords

CHECKS = sorted((DATA / "sentence_checks").glob("*.yaml"))
PROOFS = sorted((DATA / "sentence_proofs").glob("*.yaml"))


@cache
def compiler() -> WithWords:
    return WithWords()


def test_there_are_many() -> None:
    print(f"{len(CHECKS)} files of checks, {len(PROOFS)} written from meanings")
    assert len(CHECKS) >= 80 and len(PROOFS) >= 100


@pytest.mark.parametrize("file", CHECKS, ids=lambda file: file.stem)
def test_checks(file: Path) -> None:
    report = run_files([file], compiler=compiler())
    errors = [one for one in report.findings if one.is_error]
    if errors:  # the text is refused; nothing else of the file may be wrong
        assert all(one.card and one.code.startswith(("CW3", "CW4")) for one in errors), errors
    else:
        assert report.results and not report.failed, [result.complaints for result in report.failed]


@pytest.mark.parametrize("file", PROOFS, ids=lambda file: file.stem)
def test_proofs(file: Path) -> None:
    report = run_files([file], compiler=compiler())
    assert not [one for one in report.findings if one.is_error]
    assert report.results and not report.failed, [result.complaints for result in report.failed]
