"""`check`: its reports for code hosts, its repairs, and what it does while files change under it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from typer.testing import CliRunner

from cardwright.commands import application
from cardwright.dsl.diagnostics import codes

HEAD = "set: x\nlanguage: 1\nrequires: [core]\n"
WRONG = """cards:
  - kind: Hero   # keep me
    name: "A"
    Hero Name: B
    cost:   2
    class: Tehc
    text: |
      Draw two card.

      KO an card from your hnd.
"""


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(application, ["check", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout


# The parts of the SARIF 2.1.0 schema that readers rely on, in our own words.
REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "additionalProperties": {"type": "integer", "minimum": 1},
}
ARTIFACT = {
    "type": "object",
    "required": ["uri"],
    "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9._~!$&'()*+,;=@%/-]+$"}},
}
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "properties": {"artifactLocation": ARTIFACT, "region": REGION},
        }
    },
}
RULE = {
    "type": "object",
    "required": ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
    "properties": {
        "id": {"type": "string", "pattern": "^CW[0-9]{3}$"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": TEXT,
        "defaultConfiguration": {"type": "object", "properties": {"level": {"enum": ["error", "warning"]}}},
    },
}
REPLACEMENT = {
    "type": "object",
    "required": ["deletedRegion", "insertedContent"],
    "properties": {"deletedRegion": REGION, "insertedContent": {"type": "object", "required": ["text"]}},
}
CHANGE = {
    "type": "object",
    "required": ["artifactLocation", "replacements"],
    "properties": {
        "artifactLocation": ARTIFACT,
        "replacements": {"type": "array", "minItems": 1, "items": REPLACEMENT},
    },
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "properties": {
        "level": {"enum": ["error", "warning"]},
        "message": TEXT,
        "locations": {"type": "array", "minItems": 1, "items": LOCATION},
        "relatedLocations": {"type": "array", "items": {**LOCATION, "required": ["physicalLocation", "message"]}},
        "fixes": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["description", "artifactChanges"],
                "properties": {
                    "description": TEXT,
                    "artifactChanges": {"type": "array", "minItems": 1, "items": CHANGE},
                },
            },
        },
    },
}
SARIF = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "rules"],
                                "properties": {"rules": {"type": "array", "items": RULE, "uniqueItems": True}},
                            }
                        },
                    },
                    "columnKind": {"const": "unicodeCodePoints"},
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
}


def test_sarif_has_the_structure_that_readers_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every code with an example as a set file, and files in other places."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ä b").mkdir()
    (tmp_path / "ä b" / "x.yaml").write_text(HEAD + WRONG)
    twice = "set: y\nlanguage: 1\ntitle: a\ntitle: b\n"
    (tmp_path / "y.yaml").write_text(twice)
    code, out = run("--format", "sarif", "ä b/x.yaml", str(tmp_path / "y.yaml"))
    assert code == 1
    report = json.loads(out)
    Draft7Validator(SARIF).validate(report)
    (only,) = report["runs"]
    rules = [rule["id"] for rule in only["tool"]["driver"]["rules"]]
    assert set(rules) <= set(codes()) and len(rules) >= 4
    for result in only["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
    uris = {row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for row in only["results"]}
    assert uris == {"%C3%A4%20b/x.yaml", "y.yaml"}
    assert sum("fixes" in row for row in only["results"]) >= 3
    assert any("relatedLocations" in row for row in only["results"])


def test_sarif_of_a_clean_set_and_of_standard_input() -> None:
    for text, count in (("set: x\nlanguage: 1\n", 0), ("set: x\nlanguage: 2\n", 1)):
        done = CliRunner().invoke(application, ["check", "--format", "sarif", "-"], input=text)
        report = json.loads(done.stdout)
        Draft7Validator(SARIF).validate(report)
        assert len(report["runs"][0]["results"]) == count


def test_fix_changes_the_places_of_safe_repairs_only(tmp_path: Path) -> None:
    """Comments, quotes, blank lines, a byte order mark, Windows line ends and permissions stay."""
    file = tmp_path / "x.yaml"
    before = b"\xef\xbb\xbf" + (HEAD + WRONG).replace("\n", "\r\n").encode()
    file.write_bytes(before)
    file.chmod(0o640)
    code, out = run("--fix", str(file))
    assert code == 1 and "made 2 repairs in 1 file" in out and "CW301" in out and "CW313" not in out
    after = file.read_bytes()
    assert after == before.replace(b"two card.", b"two cards.").replace(b"an card", b"a card")
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["x.yaml"]
    assert run("--fix", str(file))[0] == 1
    assert file.read_bytes() == after


def test_fix_leaves_a_file_without_repairs_untouched(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(HEAD)
    stamp = file.stat()
    assert run("--fix", str(file))[0] == 0
    assert file.stat().st_mtime_ns == stamp.st_mtime_ns and file.stat().st_ino == stamp.st_ino


def test_fix_keeps_links(tmp_path: Path) -> None:
    file, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    file.write_text(HEAD + WRONG)
    link.symlink_to(file)
    run("--fix", str(link))
    assert link.is_symlink() and "two cards." in file.read_text()


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_that_must_not_be_written_is_left_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(HEAD + WRONG)
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as root, whom nothing stops
    done = CliRunner().invoke(application, ["check", "--fix", str(file)])
    assert done.exit_code == 1 and "was left as it is" in done.stderr
    assert file.read_text() == HEAD + WRONG


def heeding_interrupts() -> None:
    """Whoever is started in the background of a shell is made deaf to Ctrl-C, and so are those it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def watching(*paths: str) -> Iterator[tuple[queue.Queue[str], subprocess.Popen[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "cardwright", "check", "--watch", *paths],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heeding_interrupts if os.name == "posix" else None,
    )
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line.rstrip("\n"))

    threading.Thread(target=read, daemon=True).start()
    try:
        yield lines, process
    finally:
        process.kill()
        process.wait()


def until(lines: queue.Queue[str], piece: str, seconds: float = 30.0) -> list[str]:
    """Lines up to one that says something."""
    seen: list[str] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            seen.append(lines.get(timeout=0.2))
        except queue.Empty:
            continue
        if piece in seen[-1]:
            return seen
    raise AssertionError(f"never saw {piece!r}: {seen}")


def test_watch_survives_every_state(tmp_path: Path) -> None:
    pytest.importorskip("watchfiles")
    file = tmp_path / "x.yaml"
    file.write_text("set: x\nlanguage: 1\n")
    with watching(str(file)) as (lines, process):
        until(lines, "no findings")
        until(lines, "watching")
        file.write_text("set: x\nlanguage: [\n")
        until(lines, "CW101")
        until(lines, "watching")
        file.unlink()
        until(lines, "there is no file or folder")
        until(lines, "watching")
        file.write_bytes(b"set: \xff\n")
        until(lines, "CW103")
        until(lines, "watching")
        other = tmp_path / "new"
        other.write_text("set: x\nlanguage: 1\n")
        os.replace(other, file)  # as editors save
        until(lines, "no findings")
        until(lines, "watching")
        if sys.platform == "linux":
            used = _seconds(process.pid)
            time.sleep(1.0)
            assert _seconds(process.pid) - used < 0.3
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def _seconds(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
