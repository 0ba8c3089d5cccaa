"""How large a set file may be. Hostile files are normal; these bounds keep each later step fast. Numbers only."""

BYTES = 4_000_000
LINE = 4_000
DEPTH = 40
NODES = 400_000
FILES = 400
TEXTS = 40_000
REQUIRED_SETS = 100
FINDINGS_PER_FILE = 200
