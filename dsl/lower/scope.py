"""What names stand for while a tree is lowered: the performer, the loop's current card, parameters, bound clauses."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardwright.runtime.bytecode.image import Plan


@dataclass(frozen=True)
class Bind:
    """What a clause left behind. `rows`: committed rows of its event; `value`: a chosen group; `done`: bool plan of its
    complete outcome; `mark`: history mark before it; `number`: the amount it made."""

    rows: Plan | None = None
    value: Plan | None = None
    done: Plan | None = None
    mark: Plan | None = None
    number: Plan | None = None
    every: Plan | None = None  # rows of all players who did it one after the other, where `rows` are those of the last
    each: bool = False  # several players have one each: the rows say whose is which
    shared: bool = False  # several players did it: to each of them, when they do something later, "it" is their own
    found: bool = False  # what a condition found: "it" is any one of them
    place: Plan | None = None  # spaces it speaks of: its destination
    player: Plan | None = None  # whose cards it was done with, if that player was chosen for it
    owner: Plan | None = None  # whose its card was before, if that is asked
    meant: Plan | None = None  # the players who were to do it, whether they could or not
    subject: Plan | None = None  # the cards that did it, if they are spoken of later
    unmoved: Plan | None = None  # of chosen cards those that lay where what is said of them had left them


@dataclass(frozen=True)
class Env:
    """Immutable; `child(...)` gives the scope inside a loop, a filter or a subject."""

    you: Plan = ("you",)  # who performs
    loop: Plan | None = None
    cand: Plan | None = None
    depth: int = 0
    params: dict[str, Plan] = field(default_factory=dict)
    binds: dict[int, Bind] = field(default_factory=dict)  # shared and filled while lowering in order
    source: Plan = ("this",)
    last_mark: Plan | None = None
    item: Plan | None = None  # the current one of an enclosing "for each"; a filter inside does not hide it
    told: Plan | None = None  # the player of the event of whom a replacement is spoken, one after the other
    left: int = -1  # the local that holds the rows of the event which are not replaced yet
    matched: Plan | None = None  # rows of the event that a replacement of the whole event takes
    speaker: Plan | None = None  # whom the text calls "you", if it is not who performs
    was: Plan | None = None  # slot this card lay in when the ability began

    proposed: str = ""  # the event that is about to happen, where what would happen is changed
    spared: Plan | None = None  # cards that are not given instead of themselves
    here: bool = False  # this card is spoken of because it was played, not because something happened to it

    def candidate(self) -> Env:
        """The scope of a predicate: one filter deeper, the candidate is also what "loop" refers to."""
        cand: Plan = ("cand", self.depth)
        return replace(self, cand=cand, loop=cand, depth=self.depth + 1)

    def with_loop(self, plan: Plan) -> Env:
        return replace(self, loop=plan)

    def with_item(self, plan: Plan) -> Env:
        return replace(self, loop=plan, item=plan)

    def with_you(self, plan: Plan) -> Env:
        """Somebody else performs; what the text calls "you" stays."""
        speaker = self.speaker if self.speaker is not None else self.you
        return replace(self, you=plan, speaker=speaker, loop=self.loop if self.loop is not None else plan)

    def declared(self) -> Env:
        """The scope of what a word's declaration says: there "you" is who performs."""
        return replace(self, speaker=None)

    def with_params(self, params: dict[str, Plan]) -> Env:
        return replace(self, params={**self.params, **params})
