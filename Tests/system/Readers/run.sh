#!/usr/bin/env bash
# Reads the tables of our studies with every reader people use: Tests/system/Readers/run.sh [--quick]
# The quick form takes one of our studies with few runs, and leaves out R, gnuplot and the spoiled copies, which
# must be caught.
set -euo pipefail
cd "$(dirname "$0")/../../.."
quick=() size=()
studies=(studies/*.json Tests/system/Readers/*.json)
if [ "${1:-}" = --quick ]; then
  quick=(--quick) size=(--set replicates=20 --set record.curves=2)
  studies=(studies/quickstart.json Tests/system/Readers/*.json)
else
  .ci/install-packages r-base-core r-cran-readr r-cran-data.table gnuplot-nox
fi
.ci/python-environment .venv-readers Tests/system/Readers/requirements.txt
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
folders=()
for study in "${studies[@]}"; do
  folder=$place/$(basename "$study" .json)
  .build/release/spreadlab run "$study" -o "$folder" --quiet "${size[@]}"
  folders+=("$folder")
done
.venv-readers/bin/python Tests/system/Readers/read_tables.py "${quick[@]}" "${folders[@]}"
[ ${#quick[@]} -gt 0 ] || .venv-readers/bin/python Tests/system/Readers/read_tables.py --broken "$place/quickstart"
