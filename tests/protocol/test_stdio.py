"""Lines over streams: one answer each, whatever the line; ends of input; a reader that goes away; the client."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.frontends.stdio import serve

from .talk import session

ROOT = Path(__file__).resolve().parents[2]


def served(given: bytes, **limits: int) -> list[dict[str, object]]:
    out = io.BytesIO()
    number = serve(session(**limits), io.BytesIO(given), out)
    answers = [json.loads(line) for line in out.getvalue().split(b"\n")[:-1]]
    assert out.getvalue().endswith(b"\n") or not answers
    assert number == len(answers)
    return answers


def test_one_answer_for_each_line() -> None:
    answers = served(b'{"id":1,"do":"games"}\n\nnonsense\r\n{"id":4,"do":"games"}\r\n\xff\n{"id":6,"do":"games"}')
    assert [one["id"] for one in answers] == [1, None, None, 4, None, 6]
    assert [one["ok"] for one in answers] == [True, False, False, True, False, True]
    assert served(b"") == []


@pytest.mark.parametrize("ending", [b"", b"\n", b'\n{"do":"games"}\n'])
def test_a_line_too_long_is_passed_over(ending: bytes) -> None:
    answers = served(b'{"do":"games","id":"' + b"x" * 300_000 + b'"}' + ending, line=1000)
    assert answers[0]["error"]["code"] == "CW853"  # type: ignore[index]
    assert [one["ok"] for one in answers] == ([False, True] if b"games" in ending else [False])


def test_a_line_as_long_as_may_be() -> None:
    line = b'{"do":"games"}'
    for ending in (b"", b"\n", b"\r\n"):
        assert served(line + ending, line=len(line))[0]["ok"]
        assert not served(line + ending, line=len(line) - 1)[0]["ok"]


COMMAND = [sys.executable, "-m", "cardwright", "serve", "--stdio"]


def test_the_end_of_the_input_ends_it() -> None:
    done = subprocess.run(COMMAND, input=b'{"do":"hello"}\n{"do"', capture_output=True, timeout=60)
    assert done.returncode == 0 and done.stdout.count(b"\n") == 2 and done.stderr == b""


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdin and server.stdout and server.stderr
        server.stdin.write(b'{"do":"hello"}\n')
        server.stdin.flush()
        assert b'"ok":true' in server.stdout.readline()
        server.stdout.close()
        try:
            server.stdin.write(b'{"do":"catalogue"}\n' * 50)
            server.stdin.close()
        except BrokenPipeError:
            pass
        assert server.stderr.read() == b""
        assert server.wait(60) == 0


def test_the_client_of_the_documents_plays_a_whole_game() -> None:
    client = ROOT / "docs" / "client.py"
    assert len(client.read_text("utf-8").splitlines()) <= 40
    assert "cardwright" not in "".join(
        line for line in client.read_text("utf-8").splitlines() if line.startswith(("import", "from"))
    )
    played = {
        subprocess.run(
            [sys.executable, str(client), "3"],
            capture_output=True, text=True, timeout=120, check=True, env={**os.environ, "PYTHONHASHSEED": hashing},
        ).stdout
        for hashing in ("1", "2")
    }  # fmt: skip
    (log,) = played
    assert "The game is over:" in log.splitlines()[-1] and log.count("\n") > 50
