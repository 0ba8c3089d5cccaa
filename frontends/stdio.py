"""The protocol over two streams: one message on each line that comes in, one answer on each line that goes out.

Lines are read up to the limit and no further; what is longer is passed over and refused. The end of the input ends it.
Must not know any message.
"""

from __future__ import annotations

from typing import BinaryIO

from cardwright.runtime.protocol import Session


def serve(session: Session, source: BinaryIO, target: BinaryIO) -> int:
    """Answer every line until the input ends; how many there were.

    Raises: BrokenPipeError when nobody reads the answers any more.
    """
    limit = session.limits.line
    while line := source.readline(limit + 2):
        body = line.rstrip(b"\r\n")
        if len(body) > limit:
            while line and not line.endswith(b"\n"):
                line = source.readline(1 << 16)
            answer = session.too_long()
        else:
            answer = session.handle(body)
        target.write(answer.encode("utf-8") + b"\n")
        target.flush()
    return session.lines
