"""Whether results folders hold the same files, times aside: compare.py FOLDER OTHER..."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from program import content, differences  # noqa: E402

whole = content(sys.argv[1])
found = {other: differences(whole, other) for other in sys.argv[2:]}
for other, names in found.items():
    if names:
        print(f"{other} differs in {', '.join(names)}")
sys.exit(any(found.values()) or not whole)
