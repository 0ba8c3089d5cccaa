"""What several players do who are named one after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t

from .scope import Bind, Env

if TYPE_CHECKING:
    from .verbs import Verbs


def in_turn(verbs: Verbs, effect: t.Do, who: t.Union, env: Env) -> None:
    """ "You and another player": you first; who the other is, is asked when it is their turn (C-15.6)."""
    code = verbs.code
    rows, done = code.cleared(), code.zeroed()
    for part in who.parts:
        verbs.effect(replace(effect, who=part), env)
        made = env.binds.get(effect.binds)
        if made is not None and made.rows is not None:
            code.set(rows, ("join", ("local", rows), made.rows))
        if made is not None and made.done is not None:
            code.set(done, ("or", ("local", done), made.done))
    if effect.binds:
        env.binds[effect.binds] = Bind(rows=("local", rows), done=("local", done), shared=True)
