"""What the runtime says on its own: a refused image, save, answer, set-up or message; a machine that had to stop.

Codes follow the scheme of the compiler's findings (CW8xx belong to the machine). Each has the sentence that says what
is wrong and the way out of it. Reasons of rules and cards are sentences of the image and never stand here. Must
not know any declared word, nor how a message is shown.
"""

from __future__ import annotations

from collections.abc import Mapping

LOWER_PRICE, USUAL_PRICE = "lower price", "usual price"  # what an act is paid at, if a text lets it cost less once
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
    "CW817": "this game has no record: its answers were not kept from the beginning",
    "CW818": "the saved game was damaged and cannot go on: {what}",
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
    "CW833": "“{table}” cannot be dealt for {players} players: {slot} needs {wanted}, there are {there}",
    "CW834": "“{name}” cannot be chosen for {slot}; there are: {known}",
    "CW835": "“{name}” was chosen twice for {slot}",
    "CW836": "{slot} takes {wanted}, but {there} were chosen",
    "CW837": "there is nothing called “{name}” to choose in “{table}”; there are: {known}",
    "CW838": "these sets cannot be played: {what}",
    "CW839": "{slot} must include {name}",
    "CW840": "{slot} must include exactly {wanted} with {words} in the name",
    "CW844": "{slot} must include at least {wanted} all of whose cards have [{icon}]",
    # undo
    "CW841": "undo is off in this game",
    "CW842": "there is nothing to undo",
    "CW843": "that cannot be undone: somebody has learned something since",
    # messages
    "CW851": "the line is no JSON: {what}",
    "CW852": "there is no seat “{seat}”; there are: {known}",
    "CW853": "the line has more than {limit} bytes",
    "CW854": "the line is no UTF-8: byte {byte} belongs to no character",
    "CW855": "the message is nested deeper than {limit}",
    "CW856": "the number {number} is out of range",
    "CW857": "the key “{key}” stands twice in one object",
    "CW858": "a message is one JSON object, and this is {found}",
    "CW859": "“{name}” is nothing that can be done; there are: {known}",
    "CW871": "“{key}” is missing",
    "CW872": "“{key}” is no key here; there are: {known}",
    "CW873": "this is {found}, but it must be {wanted}",
    "CW874": "there is no game “{game}”; there are: {known}",
    "CW875": "there is a game “{game}” already",
    "CW876": "{limit} games are open, and no more can be",
    "CW877": "this connection speaks for {seat} in “{game}”: {what}",
    # the machine had to stop
    "CW861": "the game was stopped: {what} does not end (card: {card}; sentence: {sentence})",
    "CW862": "the game was stopped by a fault: {what} (card: {card}; sentence: {sentence})",
}

WAYS_OUT: Mapping[str, str] = {
    "CW801": "Give the whole image as it was written.",
    "CW802": "Compile the sets again with this version.",
    "CW803": "Compile the sets again, or fetch the image once more.",
    "CW804": "Compile the sets again; an image is not meant to be edited.",
    "CW805": "Compile fewer sets into one image.",
    "CW811": "Give the saved game exactly as it was written.",
    "CW812": "Load it with the version that saved it.",
    "CW813": "Save with the image, or load where the same sets are installed.",
    "CW814": "Load an older save; a save is not meant to be edited.",
    "CW815": "Save without the log.",
    "CW816": "Play on from the last answer that fits, or replay with the sets of that time.",
    "CW817": "Keep the log, and save with it.",
    "CW818": "Close this game and load another save.",
    "CW821": "Begin a new game, or take an answer back if undo is on.",
    "CW822": "Ask for the open question again, and answer that one.",
    "CW823": "Take keys of the question's options.",
    "CW824": "Choose between the question's min and max.",
    "CW825": "Give each key once.",
    "CW826": "Wait; the view says when this seat is asked.",
    "CW831": "Take one of these tables, or leave the table out.",
    "CW832": "Take one of these numbers of players, or another table.",
    "CW833": "Take another table or fewer players, or add a set that has more of them.",
    "CW834": "Take one of these names.",
    "CW835": "Choose each once.",
    "CW836": "Choose no more; what is left out is drawn by lot.",
    "CW837": "Take one of these names for what is chosen.",
    "CW838": "Give 1 to 8 players and sets that hold a set-up table and the procedure of a game.",
    "CW839": "Choose it too, or choose less and let it be drawn.",
    "CW840": "Choose so many of them, or choose less and let them be drawn.",
    "CW844": "Choose so many of them, or choose less and let them be drawn.",
    "CW841": "Begin the game with undo set to free or until new information.",
    "CW842": "Nothing was answered yet; go on.",
    "CW843": "Go on; only what nobody has learned from can be taken back.",
    "CW851": "Write one JSON value on each line.",
    "CW852": "Take one of these seats.",
    "CW853": "Send less in one line, or serve with a higher limit.",
    "CW854": "Write the line in UTF-8.",
    "CW855": "Send a flatter message; none that is known needs so many levels.",
    "CW856": "Send whole numbers of at most 18 digits.",
    "CW857": "Give each key once.",
    "CW858": "Put the message in braces.",
    "CW859": "Take one of these names for “do”.",
    "CW871": "Add it.",
    "CW872": "Leave it out, or take one of these keys.",
    "CW873": "Give a value of that type.",
    "CW874": "Take the id that “new”, “load”, “clone” or “replay” gave.",
    "CW875": "Take another id, or leave it out and be given one.",
    "CW876": "Close a game first.",
    "CW877": "Open another connection for what this seat may not do.",
    "CW861": "Choose otherwise, or mend the card: the game is as it was before the answer.",
    "CW862": "Choose otherwise, or mend the card: the game is as it was before the answer.",
}


class Refused(ValueError):
    """Something from outside was refused; whatever it was meant for is unchanged.

    `at`: which part of what was given, as a JSON pointer, if that is known.
    """

    def __init__(self, code: str, at: str = "", **values: object) -> None:
        self.code = code
        self.at = at
        self.values_ = values
        self.message = MESSAGES[code].format_map(values)
        super().__init__(f"{code}: {self.message}")

    @property
    def way_out(self) -> str:
        """What to do instead."""
        return WAYS_OUT[self.code]
