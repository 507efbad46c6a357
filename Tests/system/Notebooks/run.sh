#!/bin/sh
# Executes the notebook and the R script of notebooks-data from a clean environment, and compares
# R/spreadlab.R with R's own functions.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
.ci/install-packages r-base-core python3 python3-venv
.ci/python-environment .venv-notebooks Tests/system/Notebooks/requirements.txt
python=$root/.venv-notebooks/bin/python
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/data"
cp -r notebooks-data/*.ipynb notebooks-data/analysis.R notebooks-data/studies "$place/data"
cp R/spreadlab.R Tests/system/Notebooks/try_*.R "$place/data"
study=$root/studies/quickstart.json
export SPREADLAB="$root/.build/release/spreadlab"
cd "$place/data"
"$python" - <<'PYTHON'
import nbformat
from nbclient import NotebookClient

notebook = nbformat.read("analysis.ipynb", as_version=4)
NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
texts = [output.text for cell in notebook.cells for output in cell.get("outputs", [])
         if output.output_type == "stream"]
pictures = sum("image/png" in output.get("data", {}) for cell in notebook.cells
               for output in cell.get("outputs", []))
print("notebook:", " ".join("".join(texts).split()), f"({pictures} pictures)")
assert pictures == 5, pictures
PYTHON
Rscript --vanilla analysis.R pictures.pdf
Rscript --vanilla try_spreadlab.R "$study"
for locale in C.utf8 C; do
  LC_ALL=$locale Rscript --vanilla try_arguments.R >/dev/null
done
echo "spreadlab.R takes odd arguments"
