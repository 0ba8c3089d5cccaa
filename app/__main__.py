"""Entry point of the command line: the commands, and the one place that catches what nobody foresaw."""

from __future__ import annotations

import os
import sys
import traceback

from cardwright.commands import application
from cardwright.version import VERSION


def main() -> None:
    """Run the command line and leave with its exit code: 0 fine, 1 findings, 2 wrong use."""
    try:
        application()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except Exception:
        sys.stderr.write(traceback.format_exc())
        sys.stderr.write(
            f"\ncardwright {VERSION} has a mistake of its own here; what you gave it is not to blame.\n"
            "Please report the lines above together with the command.\n"
        )
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
