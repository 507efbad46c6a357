"""How far a study is while it runs: a line in a terminal, a bar in a notebook."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from spreadlab import _program


class Progress:
    """Where the progress of a study is shown."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shown: Any = None
        self._is_in_terminal = sys.stderr.isatty()

    def watch(self) -> None:
        """Shows how far the study is, where somebody can see it."""
        if not self._is_in_terminal and not _is_notebook():
            return
        try:
            output = _program.run(["status", _program.path(self._folder), "--json"]).output
        except _program.ProgramError:  # the folder is not there yet
            return
        found = json.loads(output)
        done, planned = int(found["runs_done"]), int(found["runs_planned"])
        words = f"{done:,} of {planned:,} runs"
        if self._is_in_terminal:
            print(f"\r{words}", end="\n" if done == planned else "", file=sys.stderr, flush=True)
            return
        from IPython.display import HTML, display

        page = HTML(f'<progress value="{done}" max="{max(1, planned)}"></progress> {words}')
        if self._shown is None:
            self._shown = display(page, display_id=True)
        else:
            self._shown.update(page)


def _is_notebook() -> bool:
    """Whether a Jupyter kernel runs this; it has imported IPython long before."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and hasattr(shell, "kernel")
