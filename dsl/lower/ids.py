"""Interning: qualified ids of declared words become indices of the image's tables.

Knows the order of the tables in the image; must not know trees or YAML.
"""

from __future__ import annotations

from cardwright.runtime.bytecode.image import Image, Plan


class Ids:
    """All name tables of one image under construction. A lookup of an unknown id raises KeyError: the resolver has
    already refused unknown words, so here it is a fault of the compiler."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._names: dict[str, int] = {}
        self._plans: dict[Plan, int] = {}
        self.zones: dict[str, int] = {}
        self.kinds: dict[str, int] = {}
        self.attrs: dict[str, int] = {}
        self.families: dict[str, int] = {}
        self.icons: dict[str, int] = {}
        self.name_attrs: dict[str, int] = {"name": 0}
        self.keywords: dict[str, int] = {}
        self.counters: dict[str, int] = {}
        self.periods: dict[str, int] = {}
        self.events: dict[str, int] = {}
        self.acts: dict[str, int] = {}
        self.cards: dict[str, int] = {}
        self.labels: dict[str, int] = {}

    def name(self, text: str) -> int:
        """Index of an interned text."""
        index = self._names.get(text)
        if index is None:
            index = self._names[text] = len(self.image.names)
            self.image.names.append(text)
        return index

    def plan(self, plan: Plan) -> int:
        """Index of a plan; equal plans are kept once."""
        index = self._plans.get(plan)
        if index is None:
            index = self._plans[plan] = len(self.image.plans)
            self.image.plans.append(plan)
        return index

    def other_points(self, qualified: str) -> list[int]:
        """The kinds of points that are not this one."""
        return [attr for attr in range(self.image.points) if attr != self.attrs[qualified]]

    def point(self, qualified: str) -> bool:
        """Whether a number attribute is a kind of points."""
        return self.attrs[qualified] < self.image.points
