"""The notebook that begins with `import spreadlab`, from its first cell to its last."""

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[3] / "notebooks-data" / "python.ipynb"


def test_the_notebook(tmp_path):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    outputs = [output.get("data", {}) for cell in notebook.cells
               for output in cell.get("outputs", [])]
    assert sum("image/png" in data for data in outputs) == 3
    # The bar of the run has come to its end.
    bars = [data["text/html"] for data in outputs if "<progress" in data.get("text/html", "")]
    assert len(bars) == 1
    assert re.sub("<.*?>", "", bars[0]).strip() == "1,800 of 1,800 runs"
    assert (tmp_path / "results" / "from_python" / "runs.csv").is_file()
