#!/usr/bin/env bash
# The rounds of a study by Snakemake and by Dask, as Examples/ has them: the bytes of one machine, also of a second study
# in the same directory and of a study that was edited.
#   Tests/system/Examples/workflows.sh
set -euo pipefail
cd "$(dirname "$0")/../../.."
.ci/python-environment .venv-workflows Tests/system/Examples/requirements.txt
export PATH=$(dirname "${SPREADLAB:-$PWD/.build/release/spreadlab}"):$PWD/.venv-workflows/bin:$PATH PYTHONPATH=$PWD/python PYTHONPYCACHEPREFIX=$PWD/.build/bytecode
examples=$PWD/Examples compare=$PWD/Tests/system/Slurm/compare.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/two studies"
cd "$work/two studies"
cat >study.json <<'STUDY'
{ "spreadlab": 1, "study": "workflow", "seed": 3, "model": { "group_size": 100 },
  "factors": { "rule": { "values": ["exact", "virus_app"] } },
  "replicates": { "min": 30, "max": 900, "batch": 40, "until": [{ "response": "steps", "half_width": 0.05 }] } }
STUDY
cat >second.json <<'STUDY'
{ "spreadlab": 1, "study": "second", "seed": 3, "model": { "group_size": 3, "contacts": "net" },
  "contacts": { "net": { "kind": "edges", "file": "net.csv" } }, "replicates": 40 }
STUDY
printf 'person_a,person_b\n0,1\n1,2\n' >net.csv

by_snakemake() { # STUDY FOLDER
  snakemake --cores 2 --quiet all -s "$examples/snakemake/Snakefile" --config "study=$1" "out=$2" parts=3
}
by_dask() { # STUDY FOLDER
  python "$examples/dask/run.py" "$1" "$2" >/dev/null
}

# $1: a way to run a study into a folder.
try() {
  local way=$1
  "$way" study.json "$way 1"
  python3 "$compare" whole "$way 1"
  "$way" second.json "$way 2"
  python3 "$compare" second "$way 2"
  # Another file of contacts is another study: its folder is refused, and a new one has its runs.
  printf 'person_a,person_b\n0,1\n0,2\n' >net.csv
  if "$way" second.json "$way 2" 2>said; then
    echo "the folder of a study before its edit was taken for done"
    exit 1
  fi
  grep -q another_study said || grep -q "belongs to another study" said
  "$way" second.json "$way 3"
  python3 "$compare" edited "$way 3"
  printf 'person_a,person_b\n0,1\n1,2\n' >net.csv
  # More replicates go into the same folder.
  "$way" more.json "$way 2"
  python3 "$compare" more "$way 2"
  # A folder that was deleted is made again.
  rm -rf "$way 1"
  "$way" study.json "$way 1"
  python3 "$compare" whole "$way 1"
  echo "ok: $way, two studies, edits, a deleted folder"
}

spreadlab run study.json -o whole --quiet
spreadlab run second.json -o second --quiet
sed 's/"replicates": 40/"replicates": 60/' second.json >more.json
spreadlab run more.json -o more --quiet
printf 'person_a,person_b\n0,1\n0,2\n' >net.csv
spreadlab run second.json -o edited --quiet
printf 'person_a,person_b\n0,1\n1,2\n' >net.csv
try by_snakemake
rounds=(by_snakemake\ 1/cluster/*/rounds/*)
[ ${#rounds[@]} -gt 2 ]
try by_dask
