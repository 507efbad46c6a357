"""Parameter studies of an infection that spreads in a group of people.

>>> import spreadlab
>>> study = spreadlab.Study(
...     "first", seed=1, model={"group_size": 100},
...     factors={"infection_probability": {"values": [0.2, 0.5]}}, replicates=100)
>>> results = study.run()
>>> results.summary[["point", "response", "mean", "ci_low", "ci_high"]]

The module runs the program spreadlab: the one it was installed with, else the one the environment
variable SPREADLAB names, else the one on the PATH.
"""

from spreadlab._program import CalibrationWarning, Mistake, Note, ProgramError, RunsFailed, Stopped
from spreadlab._version import VERSION as __version__
from spreadlab.results import Results
from spreadlab.study import Estimate, Study
from spreadlab.tables import compare, fit

__all__ = [
    "CalibrationWarning", "Estimate", "Mistake", "Note", "ProgramError", "Results", "RunsFailed",
    "Stopped", "Study", "__version__", "compare", "fit"]
