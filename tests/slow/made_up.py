"""The tests on made-up input, with many new inputs: 5,000 for each, drawn from a seed that is printed.

python tests/slow/made_up.py [seed]
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
FLOOR = 5


def main() -> int:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(2**32)
    files = [str(path) for path in sorted(TESTS.rglob("test_*.py")) if "from hypothesis" in path.read_text("utf-8")]
    print(f"made-up input: {len(files)} files of tests, seed {seed}")
    if len(files) < FLOOR:
        return 1
    chosen = ["--hypothesis-profile=wide", f"--hypothesis-seed={seed}", "-n", "2", "-p", "xdist"]
    return subprocess.run([sys.executable, "-m", "pytest", *chosen, *files], cwd=TESTS.parent).returncode


if __name__ == "__main__":
    sys.exit(main())
