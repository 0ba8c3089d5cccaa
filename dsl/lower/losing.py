"""What cards lose."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t


def losers(effect: t.Gain) -> t.Gain:
    """Only a card that has a keyword can lose it."""
    keywords = [value for value in effect.gives if isinstance(value, t.KeywordValue)]
    if not effect.lose or not isinstance(effect.what, t.Sel) or len(keywords) != len(effect.gives):
        return effect
    having = tuple(t.HasKeyword(value.keyword) for value in keywords)
    one = having[0] if len(having) == 1 else t.AnyOf(having)
    return replace(effect, what=replace(effect.what, where=(*effect.what.where, one)))
