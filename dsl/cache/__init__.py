"""Results of compiling, kept on disk under the hash of all that they follow from.

`compile_kept(paths, cache=cache_at(""))` gives what `compile_sets` would, as a `Checked`. What is asked of the disk
while sets are read (`source/disk.py`) is noted; if the same questions have the same answers, and the compiler's own
files are the same, nothing is read or compiled anew. Entries are JSON; what is damaged, foreign or of another version
is as if it were not there.
"""

from .kept import Checked, compile_kept
from .place import OFF, cache_at
from .store import Store

__all__ = ["OFF", "Checked", "Store", "cache_at", "compile_kept"]
