"""10,000 seeded mutations of instructions: refused, or run in a child process to a named end. Prints its counts.

    python tests/slow/verifier_mutations.py [--count 10000] [--seed 1]

While mutated code runs, an audit hook notes any file, socket, process or import, and any code that is compiled but what
linking itself makes: nothing but the state of the game may be touched.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from cardwright.runtime.bytecode.format import dump_image

TESTS = Path(__file__).resolve().parents[1]
CHUNK = 500
SECONDS = 600  # for a chunk: more is a hang, even on a busy machine
LEAST_PASSED = 0.2
FORBIDDEN = ("open", "socket.", "subprocess.", "os.", "import", "exec", "compile", "ctypes.", "shutil.", "tempfile.")
ALLOWED = ("os.listdir", "os.scandir")


def generated(args: tuple[object, ...]) -> bool:
    """Whether what is compiled or run is what linking makes of verified code: its file names are no files."""
    name = args[1] if len(args) > 1 else getattr(args[0], "co_filename", "")
    return str(name).startswith(("<procedure", "<plan", "<linked"))


def child(seed: int, count: int) -> None:
    """Mutate and run, watched; print the counts as JSON."""
    sys.path.insert(0, str(TESTS))
    from runtime.tiny import tiny

    from runtime import fuzz

    fuzz.run(dump_image(tiny()), random.Random(0))  # whatever is imported or read late is so now
    touched: list[str] = []
    watching = True

    def watch(event: str, args: tuple[object, ...]) -> None:
        if event in ("compile", "exec") and generated(args):
            return
        if watching and event.startswith(FORBIDDEN) and event not in ALLOWED:
            touched.append(f"{event} {args[:1]!r}"[:120])

    sys.addaudithook(watch)
    counts = Counter(fuzz.mutations(seed, count))
    watching = False
    for what in touched:
        counts["outside"] += 1
        counts[f"outside {what}"] += 1
    print(json.dumps(counts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", action="store_true", help="run here and print JSON")
    chosen = parser.parse_args()
    if chosen.child:
        child(chosen.seed, chosen.count)
        return 0
    begun = time.monotonic()
    total: Counter[str] = Counter()
    for start in range(0, chosen.count, CHUNK):
        size = min(CHUNK, chosen.count - start)
        command = [sys.executable, __file__, "--child", "--seed", str(chosen.seed + start), "--count", str(size)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            total["hangs"] += 1
            continue
        if done.returncode:
            total["crashes"] += 1
            print(done.stderr[-800:])
            continue
        total.update(json.loads(done.stdout))
    share = total["passed"] / max(1, total["mutations"])
    faults = {name: count for name, count in total.items() if name.startswith("fault ")}
    print(f"mutations: {total['mutations']:,} in {time.monotonic() - begun:.0f} s; {total['refused']:,} refused")
    print(f"  {total['passed']:,} passed the verifier ({share:.0%}) and were run in a child process")
    well = total["passed"] - total["fault"]
    print(f"  {well:,} ended well, {total['fault']:,} in a named fault: {dict(sorted(faults.items()))}")
    bad = {name: total[name] for name in ("crashes", "hangs", "other", "outside")}
    print(f"  {', '.join(f'{count} {name}' for name, count in bad.items())}")
    for name in sorted(total):
        if name.startswith(("other ", "outside ")):
            print(f"    {total[name]} × {name}")
    fine = not any(bad.values()) and share >= LEAST_PASSED and total["mutations"] >= chosen.count
    print("holds" if fine else "FAILED")
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
