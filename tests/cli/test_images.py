"""Image files from anywhere: what `compile` writes is read again, and a hostile file is refused, never a crash."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

from typer.testing import CliRunner, Result

from cardwright.commands import application
from cardwright.runtime.bytecode.format import MAX_BYTES, canonical, content_hash, load_image, to_plain
from tests.play.tiny import image

SET = "set: x\nlanguage: 1\nrequires: [core]\ncards: [{kind: Hero, name: Scout, cost: 2, text: Draw a card.}]\n"
ODD = [None, True, -1, 0, 10**9, 10**30, 1.5, "", "\u202e\x1b[2J", [], {}, [[]], {"a": 1}, "x" * 30_000]
SEED, MUTANTS = 5, 200


def run(*args: str) -> Result:
    return CliRunner().invoke(application, list(args))


def test_the_same_set_gives_the_same_file_wherever_it_lies(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "x.yaml").write_text(SET)
        assert run("compile", str(folder / "x.yaml"), "-o", str(folder / "x.json")).exit_code == 0
        texts.append((folder / "x.json").read_text())
    assert texts[0] == texts[1] and str(tmp_path) not in texts[0]
    shown = run("disasm", str(tmp_path / "one" / "x.json"), "--card", "Scout")
    assert shown.exit_code == 0 and "# Draw a card." in shown.stdout
    assert shown.stdout == run("disasm", str(tmp_path / "two" / "x.yaml"), "--card", "Scout").stdout


def test_an_image_may_be_written_anew(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(SET)
    for _ in range(2):
        assert run("compile", str(tmp_path / "x.yaml"), "-o", str(tmp_path / "x.json")).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.json", "x.yaml"]


def mutated(data: object, r: random.Random) -> object:
    """The data with one value replaced, or one taken away."""
    if isinstance(data, dict) and data:
        key = r.choice(sorted(data))
        if r.random() < 0.1:
            return {k: v for k, v in data.items() if k != key}
        return {**data, key: mutated(data[key], r)}
    if isinstance(data, list) and data:
        at = r.randrange(len(data))
        return [*data[:at], *([] if r.random() < 0.1 else [mutated(data[at], r)]), *data[at + 1 :]]
    if isinstance(data, int) and r.random() < 0.5:
        return data + r.choice((-1, 1, 7, -(10**6)))
    return r.choice(ODD)


def test_hostile_images_are_refused_or_shown(tmp_path: Path) -> None:
    """The hash is made to fit, so that only reading and the verifier stand between a file and the disassembler."""
    r = random.Random(SEED)
    counts: Counter[str] = Counter()
    path = tmp_path / "x.json"
    base = to_plain(image())
    for _ in range(MUTANTS):
        text = json.dumps(mutated(base["image"], r))
        whole = {**base, "image": json.loads(text)}
        try:  # the right hash, if it can be read at all
            from cardwright.runtime.bytecode.format import _Reader
            from cardwright.runtime.bytecode.image import Image

            whole["hash"] = content_hash(_Reader().read(Image, whole["image"], "image"))
        except ValueError:
            counts["unreadable"] += 1
        path.write_text(json.dumps(whole))
        done = run("disasm", str(path))
        assert done.exception is None or isinstance(done.exception, SystemExit), (done.exception, text[:2000])
        assert done.exit_code in (0, 1) and "\x1b" not in done.stdout + done.stderr
        counts["shown" if done.exit_code == 0 else "refused"] += 1
    print(dict(counts))
    assert counts["refused"] >= MUTANTS // 3 and counts["shown"] >= 10


def test_files_that_are_no_images(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    good = json.dumps(to_plain(image()))
    assert canonical(load_image(good)) == canonical(image())
    odd = [b"", b"\xff\xfe", b"[" * 100_000, b'{"form":' + b"9" * 10_000, good[:-40].encode(), b"null", b"set: x"]
    for data in odd:
        path.write_bytes(data)
        done = run("disasm", str(path))
        assert done.exit_code == 1 and "error[CW80" in done.stderr, (data[:40], done.exception)
    with path.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    done = run("disasm", str(path))
    assert done.exit_code == 1 and "CW805" in done.stderr
