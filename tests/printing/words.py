"""A table of words for the printer's tests: what a vocabulary of the training texts would answer."""

from __future__ import annotations

from cardwright.dsl.meaning.printing import Frame, NumberStyle, Pattern, Sentence, VerbForm
from cardwright.dsl.meaning.printing.words import sentence_of
from cardwright.dsl.words.english import plural, verb_forms

NOUNS = {"Hero": "Heroes", "Henchman": "Henchmen", "Enemy": "Enemies", "Hero Class": "Hero Classes", "city": "cities"}
VERBS = {
    "KO": ("KOs", "KO'd", "KO'ing"),
    "draw": ("draws", "drew", "drawing", "drawn"),
    "put": ("puts", "put", "putting"),
    "fight": ("fights", "fought", "fighting"),
    "take": ("takes", "took", "taking", "taken"),
    "look at": ("looks at", "looked at", "looking at"),
    "set aside": ("sets aside", "set aside", "setting aside"),
    "swap": ("swaps", "swapped", "swapping"),
    "shuffle": ("shuffles", "shuffled", "shuffling"),
}
IN = {"fight", "defeat", "choose", "move", "look at", "swap"}
INTO = {"put", "shuffle"}
ADJECTIVES = {"grey", "multicolored"}
ON = {"Bridge", "Rooftops", "Streets"}
PATTERNS = {
    "Empowered": "Empowered by {icons}",
    "Size-Changing": "Size-Changing {icons}",
    "Demonic Bargain": "Demonic Bargain with {with} to {effect}",
}
ROW_TO = {"enter": "", "move": "to", "gain": "to", "return": "to"}


def name(id: str) -> str:
    return id.split(":", 1)[-1]


class TableForms:
    """Every id is its own word; what is irregular stands above."""

    def word(self, id: str, plural_form: bool = False) -> str:
        word = name(id)
        return NOUNS.get(word, plural(word)) if plural_form else word

    def verb(self, id: str, form: VerbForm) -> str:
        word = name(id)
        return str(getattr(verb_forms(word, VERBS.get(word, ())), form))

    def frame(self, id: str) -> Frame:
        word = name(id)
        to = "into" if word in INTO else ROW_TO.get(word, "to")
        subject = {"capture": "subject", "enter": "subject", "escape": "subject"}.get(word, "")
        roles = (("cards", ""), ("from", "from"), ("to", to), ("with", "with"))
        return Frame(subject, roles, word not in IN, moves_subject=word in {"enter", "escape"})

    def is_point(self, id: str) -> bool:
        return name(id) in {"Attack", "Recruit"}

    def holder(self) -> str:
        return "core:capture"

    def is_priced(self, id: str) -> bool:
        return name(id) in {"fight", "recruit"}

    def is_name(self, text: str) -> bool:
        return text == "Doctor Vex"

    def is_coined(self, name: str) -> bool:
        return name == "Rift"

    def is_adjective(self, id: str) -> bool:
        return name(id) in ADJECTIVES

    def takes_the(self, id: str) -> bool:
        return not name(id).startswith("the ")

    def preposition(self, id: str, space: str = "") -> str:
        return "on" if space in ON else "in"

    def number_style(self, id: str) -> NumberStyle:
        return {"cost": "verb", "VP": "worth"}.get(name(id), "attribute")  # type: ignore[return-value]

    def patterns(self, id: str) -> tuple[Pattern, ...]:
        words = PATTERNS.get(name(id))
        return (Pattern(words),) if words else ()

    def event(self, id: str) -> Sentence | None:
        return sentence_of(name(id)) if name(id).startswith("a Master") else None

    def is_icons(self, id: str) -> bool:
        return name(id) in ("color", "class", "Hero Class", "team")

    def fills(self, id: str) -> bool:
        return False

    def ending(self, result: str) -> str:
        return "Evil wins"
