#!/usr/bin/env bash
# The rounds of a study by Snakemake and by Dask, as Examples/ has them: the bytes of one machine.
#   Tests/system/Examples/workflows.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
.ci/python-environment .venv-workflows Tests/system/Examples/requirements.txt
export PATH=$PWD/.build/release:$PWD/.venv-workflows/bin:$PATH PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1
examples=$PWD/Examples compare=$PWD/Tests/system/Slurm/compare.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >study.json <<'STUDY'
{ "spreadlab": 1, "study": "workflow", "seed": 3, "model": { "group_size": 100 },
  "factors": { "rule": { "values": ["exact", "virus_app"] } },
  "replicates": { "min": 30, "max": 900, "batch": 40, "until": [{ "response": "steps", "half_width": 0.05 }] } }
STUDY
spreadlab run study.json -o whole --quiet
snakemake --cores 2 --quiet all -s "$examples/snakemake/Snakefile" --config study=study.json out=by-snakemake parts=3
[ "$(ls rounds | wc -l)" -gt 2 ]
python3 "$compare" whole by-snakemake
echo "ok: Snakemake, $(ls rounds | wc -l) rounds"
python "$examples/dask/run.py" study.json by-dask >/dev/null
python3 "$compare" whole by-dask
echo "ok: Dask"
