"""Shapes of the rows that hold what is true for a while. All are tuples of ints and tuples; the joint between lowering
(which adds them by ADDROW or writes them as templates of static abilities) and the rules that read them.

A *filter* is either a group of card ids (fixed when the row was made) or the index of a plan: a bool plan whose
candidate is ["cand", 0] and whose this / you are the row's (live: also later arrivals). `period`: -1 the turn, -2 the
game, else a period kind: the row ends when the innermost open period of that kind closes. Must not know opcodes.
"""

from __future__ import annotations

# -- modifier: (ATTR, MODE, GROUP, FILTER, AMOUNT, FLOOR, PERIOD, this, you, live, captured) --------
# ATTR number attribute; MODE 0 add, 1 set; GROUP card ids or (); FILTER plan index or -1 (then GROUP counts);
# AMOUNT number (rows) or plan index (templates, evaluated live with the candidate); FLOOR n + 1: it
# makes no number less than n (1: not below 0), 0: it may. `live`: plan index of an amount that is counted anew each
# time, or -1 (then AMOUNT counts); `captured` values are locals 3.. of FILTER and `live`.
ATTR, MODE, GROUP, FILTER, AMOUNT, FLOOR, PERIOD = range(7)
ADD, SET = 0, 1

# -- permission: (ACT, KIND, WHO, GROUP, FILTER, IF, PRICE, USES, PERIOD, this, you, sentence, stamps) --
# ACT act index (-1 every act); KIND below; WHO players the row speaks of, () everybody; IF plan bool index or -1
# (live); PRICE -1 or a tuple (PRICE_KIND, points tuple, number or plan index, name attribute); USES left, 0 any
# number. It speaks of a card of GROUP as long as that lies where it lay: `stamps` of the cards when the row was made.
ACT, KIND, WHO = 0, 1, 2
MAY, CANNOT, ONLY_IF = 0, 1, 2  # ONLY_IF: the act needs IF besides
PRICE_ALSO, PRICE_ONLY, PRICE_FREE, PRICE_LESS, PRICE_AS, PRICE_ONE_NAME, PRICE_EXTRA, PRICE_AS_IF = range(8)
PRICE_INSTEAD, PRICE_EACH = 8, 9
# ALSO may also be paid with these points (any combination), with a name attribute of 0 or more only as that kind of
# points, wherever it is asked for; ONLY only with these; FREE nothing; LESS that much less
# (negative: more); AS so much must be at hand to start; ONE_NAME points of one name attribute only; EXTRA must also;
# AS_IF that much instead, if it is less; INSTEAD all of it may be paid with one of these kinds, unmixed; EACH with
# these points, at least one of each.

# A permission with USES left need not be used: then a way to pay says which price is meant, the lower or the usual one.
# A way is -1, a name or -2 - a kind of points; such a one lies PRICE_STEP, or twice that, below it.
PRICE_STEP = 1 << 24
LOWER, USUAL = 1, 2


def unpacked(way: int) -> tuple[int, int]:
    """Which price a way is meant for (LOWER, USUAL, 0 there is one only), and the way at that price."""
    which = (PRICE_STEP // 2 - way) // PRICE_STEP
    return which, way + which * PRICE_STEP


# -- watcher: (ABILITY, PERIOD, USES, this, you, captured) -----------------------------------------
# An ability of kind "on" or "would" installed by an effect; `captured` values become its locals 3.. ; USES left, 0 any.

# -- point: (seat, point kind, amount, name or -1, filter plan or -1, source, this, you) -----------
# `filter` says what the points may be spent on: candidate 0 is the card that is paid for.

# Templates of static abilities (AbilityDef.rows): ("modifier", (ATTR, MODE, (), FILTER, AMOUNT plan, FLOOR)) and
# ("permission", (ACT, KIND, WHO filter plan or -1, FILTER, IF, PRICE)); they hold while the ability works and its
# `condition` is true.

# -- grant: (WHAT, VALUE, LOSE, GROUP, FILTER, PERIOD, this, you) ----------------------------------
# Cards gain (LOSE 0) or lose (1) something for a time; templates ("grant", (WHAT, VALUE, LOSE, (), FILTER)).
G_ABILITY, G_KEYWORD, G_ICON, G_KIND = range(4)  # VALUE: ability, keyword, icon or kind

# -- role: (CARDS, DEFINITION, ALSO, NUMBERS, KEEP, PERIOD) ----------------------------------------
# Cards count as a definition: its kind, numbers, icons, abilities instead of their own, or (ALSO 1) besides; a
# definition without a name leaves them theirs (name -1). NUMBERS is a group of (attribute, value) instead of the
# definition's; KEEP zones the role lasts in: it ends when the card moves to another one (() every zone).

# What a period is in a row: -1 the turn, -2 the game, -3 the next turn of whoever does it, -4 until that turn begins,
# else a period kind. In the state a row ends with the serial number of the innermost open period of that kind (0: the
# game; -1 - seat: the next turn of that player, until it begins; WAITING - seat: when that turn begins).
P_TURN, P_GAME, P_NEXT, P_TO_NEXT = -1, -2, -3, -4
WAITING = -1001

# -- cast: what of an image can matter in a game (rules/casts.py) ----------------------------------
# Abilities that listen and that replace, by event type; standing conditions; static permissions; static modifiers, by
# attribute; the number of this selection of statics and of abilities that are used (0: none) and that of the standing
# conditions; abilities that are used, by their place among those of the image; by event type the number of the
# selection of those that listen, and of those that replace (0: none); by slot what may be left to do when cards have
# moved (WAKES: a standing condition reads its zone; FILLS: it is filled); the definitions that belong to the cast, a
# bit each.
WAKES, FILLS = 1, 2
C_ON, C_WOULD, C_STATES, C_PERMISSIONS, C_MODIFIERS, C_STATICS, C_DUE, C_USES, C_EARS, C_WARY, C_WAKE, C_HERE = range(
    12
)
