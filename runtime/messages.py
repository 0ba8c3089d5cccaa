"""What the runtime says on its own: a refused image, save, answer, set-up or message, and a machine that had to stop.

Codes follow the scheme of the compiler's findings (CW8xx belong to the machine). Reasons that come from rules or
cards are sentences of the image and never stand here. Must not know any declared word, nor how a message is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    # images
    "CW801": "this is no image: {what}",
    "CW802": "the image has version {found}, this machine plays version {wanted}",
    "CW803": "the image was damaged: its content does not fit its hash",
    "CW804": "the image is refused: {what}",
    "CW805": "the image is too large: {what}",
    # saves and replays
    "CW811": "this is no saved game: {what}",
    "CW812": "the saved game has version {found}, this machine reads version {wanted}",
    "CW813": "the saved game belongs to another image ({found}, not {wanted})",
    "CW814": "the saved game was damaged: {what}",
    "CW815": "the saved game is too large: {what}",
    "CW816": "the replay diverges at answer {index}: {what}",
    # answers
    "CW821": "nothing is asked now: the game is over",
    "CW822": "question {given} is not open; the open question is {wanted}",
    "CW823": "“{key}” is no legal answer; legal: {legal}",
    "CW824": "{given} chosen, but it must be {wanted}; legal: {legal}",
    "CW825": "“{key}” was chosen twice",
    "CW826": "nothing is asked of {seat} now",
    # set-up
    "CW831": "there is no set-up table “{name}”; there are: {known}",
    "CW832": "“{table}” has no row for {players} players; it has rows for {known}",
    "CW833": "“{table}” cannot be dealt for {players} players: {what} needs {wanted}, there are {found}",
    "CW834": "“{name}” cannot be chosen for {what}; there are: {known}",
    "CW835": "“{name}” was chosen twice for {what}",
    "CW836": "{what} takes {wanted}, but {found} were chosen",
    "CW837": "there is nothing called “{name}” to choose in “{table}”; there are: {known}",
    "CW838": "these sets cannot be played: {what}",
    "CW839": "{what} must include {name}",
    # undo
    "CW841": "undo is off in this game",
    "CW842": "there is nothing to undo",
    "CW843": "that cannot be undone: somebody has learned something since",
    # messages
    "CW851": "this is no message: {what}",
    "CW852": "there is no seat {seat}",
    # the machine had to stop
    "CW861": "the game was stopped: {what} does not end (card: {card}; sentence: {sentence})",
    "CW862": "the game was stopped by a fault: {what} (card: {card}; sentence: {sentence})",
}


class Refused(ValueError):
    """Something from outside was refused; whatever it was meant for is unchanged."""

    def __init__(self, code: str, **values: object) -> None:
        self.code = code
        self.values_ = values
        self.message = MESSAGES[code].format_map(values)
        super().__init__(f"{code}: {self.message}")
