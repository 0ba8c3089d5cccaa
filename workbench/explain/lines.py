"""When a line of a card happens, and who "you" is, by what lowering made of it. Must not know any declared word."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.dsl.lower.faces import Face, LabelDef
from cardwright.dsl.lower.image import Lowering
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import capital
from cardwright.dsl.words import Label
from cardwright.runtime.bytecode.image import AbilityDef
from cardwright.runtime.rules.tables import only_this

from .phrases import say
from .speaker import Speaker

_MANY = 6  # so many places are not listed
_FIRST = 2  # zones before this one are no places where a card lies by itself


class Moments:
    """The moment of each line of one face."""

    def __init__(self, lowering: Lowering, speaker: Speaker, card: int) -> None:
        self.lowering = lowering
        self.speaker = speaker
        self.card = card
        image = lowering.image
        kinds = image.kinds[image.cards[card].kind].isa
        names = tuple(name for name, number in lowering.ids.kinds.items() if number in kinds)
        self.kinds = names
        lowering.abilities.face = Face(card, names)

    def done(self, line: t.Line, abilities: Sequence[AbilityDef]) -> t.Effect:
        """What a line does. In one that is used the first "may" is the choice to use it, and is not asked again."""
        declared = [self.lowering.abilities.label(label) for label in line.labels if label.id]
        if any(one is not None and one.use for one in declared) or line.uses or _kinds(abilities) == {"use"}:
            return self.lowering.abilities.chosen(line.body)
        return line.body

    def of(self, line: t.Line, abilities: Sequence[AbilityDef]) -> tuple[str, bool]:
        """The moment in words, and whether the line stands as long as the card works."""
        labels = [label for label in line.labels if label.id]
        icons = tuple(icon for label in line.labels for icon in label.icons)
        standing = False
        if labels:
            said = []
            for label in labels:
                words, stands = self.labelled(label)
                said.append(words)
                standing = standing or stands
            moment = "; ".join(said)
        else:
            moment, standing = self.unlabelled(line, abilities)
        if line.uses:
            moment = f"{moment}, {self.uses(line.uses)}"
        if icons:
            moment = f"{moment}, {self.superpower(icons)}"
        return capital(moment), standing

    def uses(self, uses: str) -> str:
        return say("limit", once=uses)

    def labelled(self, label: t.Label) -> tuple[str, bool]:
        declared = self.lowering.abilities.label(label)
        name = self.speaker.word(label.id)
        if declared is None:
            return say("named line"), False
        if declared.set_up:
            return say("leads" if declared.set_up == "leads" else "items"), False
        if declared.loses:
            return say("lost") + self.while_(declared), True
        if declared.standing:
            return self.works(()), True
        if declared.use:
            item = self.speaker.forms.vocabulary.declaration(label.id, Label)
            words = say("on use label", label=name, use=item.use if item is not None else "")
            return words + self.while_(declared), False
        if declared.when is None:
            return say("named line"), False
        words = say("label when", label=name, event=self.speaker.event(declared.when))
        if label.numbers:
            words += ", " + say("label numbers", numbers=_ranges(label.numbers))
        you = self.you(declared)
        return (f"{words}; {you}" if you else words), False

    def while_(self, declared: LabelDef) -> str:
        """What must be so for a label to count at all."""
        return ", " + say("only while", cond=self.speaker.condition(declared.cond)) if declared.cond is not None else ""

    def you(self, declared: LabelDef) -> str:
        if declared.you is None:
            return ""
        return say("label you", you=self.speaker.value(declared.you))

    def unlabelled(self, line: t.Line, abilities: Sequence[AbilityDef]) -> tuple[str, bool]:
        """A line without a label: done when the card is played, standing, or used."""
        kinds = _kinds(abilities)
        if "use" in kinds:
            return say("on use"), False
        if "play" in kinds or not kinds:
            played = any(self.lowering.image.abilities[at].kind == "play" for at in self.face_abilities())
            if "play" in kinds or played:
                return say("on play"), False
        if isinstance(line.body, t.When) and line.body.word == "as":
            return say("while played"), True
        match line.body.effects[0] if isinstance(line.body, t.Seq) else line.body:
            case t.PayTo(effect=t.Do(verb=verb, args=(t.Arg("cards", t.Ref("this")),))):
                return say("before done", past=self.speaker.past(verb)), True
            case t.Do(args=(t.Arg("cards", t.Ref("this")), t.Arg("copy of"))):
                return say("while played"), True
        if kinds == {"on"} and all(self.finds_itself(ability) for ability in abilities):
            return say("works anywhere"), True
        return self.works(tuple(zone for ability in abilities for zone in ability.zones)), True

    def finds_itself(self, ability: AbilityDef) -> bool:
        """Whether it waits for what happens to its own card: that finds it where it lies then."""
        return not ability.zones and only_this(self.lowering.image.plans[ability.pattern])

    def face_abilities(self) -> tuple[int, ...]:
        return self.lowering.image.cards[self.card].abilities

    def works(self, own: tuple[int, ...]) -> str:
        """Where a text works: the places of its own, else those of the kind."""
        image = self.lowering.image
        places = own or image.kinds[image.cards[self.card].kind].works
        zones = [image.names[image.zones[zone].name] for zone in dict.fromkeys(places)]
        if not zones:
            return say("works")
        if len(zones) > _MANY:
            return say("works anywhere" if len(zones) == len(image.zones) - _FIRST else "works on the table")
        said = [self.speaker.place(t.Zone(zone, self.owner(zone))) for zone in zones]
        return say("works in", zones=" or ".join(said))

    def owner(self, zone: str) -> t.Value | None:
        """Places of players are those of whoever has the card."""
        of_player = self.lowering.defs.zones[zone].of_player
        return t.Ref("this", "player", "its owner") if of_player else None

    def superpower(self, icons: tuple[str, ...]) -> str:
        """Icons before a colon: what else must have been done."""
        event = self.lowering.abilities.superpower.event
        past = self.speaker.past(event) if event else ""
        said = []
        for icon in dict.fromkeys(icons):
            times = icons.count(icon)
            shown = f"[{self.speaker.word(icon)}]"
            key = "superpower" if times == 1 else "superpowers"
            said.append(say(key, past=past, icon=shown, n=times))
        return " and ".join(said)


def _kinds(abilities: Sequence[AbilityDef]) -> set[str]:
    return {ability.kind for ability in abilities}


def _ranges(numbers: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in numbers)
