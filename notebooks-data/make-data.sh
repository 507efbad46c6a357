#!/bin/sh
# Runs the three studies and puts their tables here: notebooks-data/make-data.sh
# Stores and manifests stay out: they hold what differs between machines.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
spreadlab="${SPREADLAB:-$root/.build/release/spreadlab}"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$root/notebooks-data"
for study in rules threshold growth; do
  "$spreadlab" run "studies/$study.json" -o "$place/$study" --quiet
  mkdir -p "$study"
  for file in "$place/$study"/*.csv "$place/$study/datapackage.json"; do
    case "$file" in */timings.csv) ;; *) cp "$file" "$study/" ;; esac
  done
done
python3 describe_columns.py rules threshold growth > columns.md
