"""What is wrong with arguments about survivors: sentences whose loss, it is argued, no game could show.

Must not know any declared word, nor where the arguments are kept.
"""

from __future__ import annotations

from collections.abc import Mapping

from .gate import SURVIVED, Argued, Gate


def unsound(made: Gate, argued: Mapping[Argued, str]) -> list[str]:
    """Survivors without an argument, and arguments about what does not survive.

    Args:
        made: what the gate found, of all sentences by all scenarios: fewer scenarios tell nothing about an argument.
        argued: the arguments.
    """
    states: dict[Argued, set[str]] = {}
    for one in made.verdicts:
        states.setdefault(one.known_as, set()).add(one.state)
    wrong = [f"not argued: {key[0]} {key[1]}" for key in states if SURVIVED in states[key] and key not in argued]
    for key in argued:
        if key not in states:
            wrong.append(f"argued, but not there: {key[0]} {key[1]}")
        elif SURVIVED not in states[key]:
            wrong.append(f"argued, but {', '.join(sorted(states[key]))}: {key[0]} {key[1]}")
    return wrong
