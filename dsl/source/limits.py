"""How large a set file may be. Hostile files are normal; these bounds keep each later step fast. Numbers only."""

BYTES = 1_000_000
LINE = 4_000
DEPTH = 40
NODES = 150_000
FILES = 200
REQUIRED_SETS = 100
FINDINGS_PER_FILE = 500
