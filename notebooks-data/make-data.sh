#!/bin/sh
# Runs the three studies, as the notebook's first cell does, for analysis.R: notebooks-data/make-data.sh
set -eu
cd "$(dirname "$0")"
for study in rules threshold growth; do
  "${SPREADLAB:-spreadlab}" run "studies/$study.json" -o "$study" --quiet
done
