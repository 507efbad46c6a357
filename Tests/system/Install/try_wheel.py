"""Tries the installed module: runs a study file, or executes a notebook."""

import sys

source = sys.argv[1]
if source.endswith(".ipynb"):
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(source, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3",
                   resources={"metadata": {"path": "/tmp"}}).execute()
    pictures = sum("image/png" in output.get("data", {}) for cell in notebook.cells
                   for output in cell.get("outputs", []))
    assert pictures == 3, pictures
else:
    import spreadlab

    results = spreadlab.Study.read(source).run("/tmp/results")
    assert len(results.runs) == results.manifest["counts"]["runs"] > 0
