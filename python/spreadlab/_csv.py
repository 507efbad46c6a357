"""Reading the program's CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

# Older versions of pandas read some reals one bit off unless they are told not to; newer ones want
# not to be told.
_OLD = tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1)
_EXACT: dict[str, Any] = {"float_precision": "round_trip"} if _OLD else {}


def read_csv(source: Any, types: Mapping[str, str]) -> pd.DataFrame:
    """A table of the program: only an empty field is a missing value, and reals are exact."""
    table: pd.DataFrame = pd.read_csv(
        source, dtype=dict(types), keep_default_na=False, na_values=[""], **_EXACT)
    return table
