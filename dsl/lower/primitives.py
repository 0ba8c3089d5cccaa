"""The verbs of the language itself."""

# verbs of the language itself, and what committing their event does
PRIMITIVES = {
    "move": "move",
    "reveal": "show",
    "look at": "look",
    "shuffle": "shuffle",
    "shuffle in": "move",
    "turn": "turn",
    "attach": "attach",
    "exchange": "move",
    "raise": "set",
    "lower": "set",
    "refill": "refill",
    "close": "close",
    "set": "set",
}
LEAVE = "leave"  # what any move from a place tells
# to which side cards are turned; without a word for it: to their other printed side
SIDES = {"faceup": 0, "facedown": 2}
OTHER_SIDE = 1
# how the events of the language's own verbs are told
LOGS = {
    "move": "{cards} moved to {to}",
    "reveal": "{you} revealed {cards}",
    "look at": "{you} looked at {cards}",
    "shuffle": "{to} was shuffled",
    "shuffle in": "{cards} was shuffled into {to}",
    "turn": "{cards} turned over",
    "attach": "{cards} went under another card",
    "exchange": "{cards} changed places",
    "raise": "{n}",
    "lower": "{n}",
    "set": "{n}",
    "get": "{you} got {n}",
    "refill": "{cards} came to {to}",
    "renew": "{to} was renewed",
    "once": "{you} used “{words}”",  # of what is done once in a game: the words that say it
}


def told(event: str, cards: bool) -> str:
    """The event that carries cards: a pile is shuffled, cards are shuffled into it."""
    return "shuffle in" if event == "shuffle" and cards else event
