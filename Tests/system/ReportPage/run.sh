#!/bin/sh
# Runs studies with all kinds of pictures, and compares their reports with the tables:
# Tests/system/ReportPage/run.sh [--quick | FOLDER...]
# check_figures.py the data of the pictures, check_pictures.py what gnuplot drew of them, check_report.py looks,
# links and requests in headless Chromium, check_size.py time and memory of a report of 10^5 points. --quick takes eight of the studies, which have all kinds of pictures, and opens one. With folders, these are checked.
# Installs what it needs: Debian's chromium, and the packages of Tests/system/Browser and Tests/system/Readers.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
spreadlab="${SPREADLAB:-$root/.build/release/spreadlab}"
cd "$root"
.ci/install-packages chromium-headless-shell gnuplot-nox fonts-dejavu-core python3 python3-venv
.ci/python-environment .venv-browser Tests/system/Browser/requirements.txt
.ci/python-environment .venv-readers Tests/system/Readers/requirements.txt

quick="Tests/system/ReportPage/rules Tests/data/studies/contacts studies/threshold
  Tests/data/studies/dose-common Tests/data/studies/shares
  Tests/data/studies/select-constraints Tests/system/ReportPage/seen studies/critical-probabilities"
slow="Tests/data/studies/mean-fits Tests/data/studies/paired-comparisons
  Tests/data/studies/equal-groups Tests/data/studies/adaptive Tests/data/studies/course-seirs
  studies/small-world Tests/system/ReportPage/many-points Tests/system/ReportPage/course"
opened="rules contacts many-points course"
if [ "${1:-}" = --quick ]; then
  shift
  slow= opened=rules
fi
if [ $# -eq 0 ]; then
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  for study in $quick $slow; do
    "$spreadlab" run "$study.json" -o "$place/$(basename "$study")" --quiet
  done
  # More: by a choice of responses and panels, of a calibration to curves, and of one of responses with all priors.
  cp -r "$place/rules" "$place/chosen"
  "$spreadlab" calibrate studies/calibration.json --to studies/calibration-data.csv \
    -o "$place/calibration" --draws 200 --quiet 2>/dev/null
  "$spreadlab" calibrate Tests/system/ReportPage/priors.json --to Tests/system/ReportPage/priors.csv \
    -o "$place/priors" --draws 60 --quiet 2>/dev/null
  set -- "$place"/*
  for folder in "$@"; do
    "$spreadlab" report "$folder" --quiet
  done
  if [ -n "$slow" ]; then
    large=$(mktemp -d)
    trap 'rm -rf "$place" "$large"' EXIT
    "$spreadlab" run Tests/system/ReportPage/hundred-thousand.json -o "$large/study" --quiet
    .venv-readers/bin/python Tests/system/ReportPage/check_size.py "$spreadlab" "$large/study"
  fi
  "$spreadlab" report "$place/chosen" --quiet --responses peak_new,step_to_50pct --panels 3
else
  place= opened=
fi
.venv-readers/bin/python Tests/system/ReportPage/check_pictures.py "$@"
.venv-readers/bin/python Tests/system/ReportPage/check_figures.py ${place:+--all} "$@"
if [ -n "$place" ]; then
  cd "$place"
  # shellcheck disable=SC2086
  set -- $opened
fi
"$root/.venv-browser/bin/python" "$root/Tests/system/ReportPage/check_report.py" "$@"
