"""What makes events of a state more than what is printed on their cards: for short ways, which then are not gone.

Worked out anew whenever such rows come or go. Whoever watches is told by the type of event. Must not know events.
"""

from __future__ import annotations

from cardwright.runtime.state.state import ODD_DUE, ODD_ROWS, ODD_RUN, ODD_WATCH, State

from .tables import Tables


def look(t: Tables, s: State) -> None:
    """Rows or spaces have come or gone: set the flags anew, but for that of the run, and what cards count as.
    The next event looks at standing conditions, whatever it writes."""
    odd = s.odd & ODD_RUN | ODD_DUE
    if s.grants or s.gone:
        odd |= ODD_ROWS
    for watcher in s.watchers:
        odd |= watched(t.ability[watcher[0]].event)
    s.odd = odd
    acting, printed = 0, s.printed
    for row in s.roles:
        acting |= 1 << row[1]
        for card in row[0]:
            acting |= 1 << printed[card]
    s.acting = acting


def watched(kind: int) -> int:
    """The flag that somebody watches for events of a type."""
    return 1 << ODD_WATCH + kind if kind >= 0 else 0
