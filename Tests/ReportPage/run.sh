#!/bin/sh
# Opens report.html of results folders in headless Chromium: Tests/ReportPage/run.sh [FOLDER...]
# Without folders it runs a study of three rules and one of 500 points first, and reports on them.
# Installs what it needs: Debian's chromium, and the packages of requirements.txt.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
spreadlab="${SPREADLAB:-$root/.build/release/spreadlab}"
cd "$root"
.ci/install-packages chromium gnuplot-nox fonts-dejavu-core python3 python3-venv
.ci/python-environment .venv-report Tests/ReportPage/requirements.txt

if [ $# -eq 0 ]; then
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  for study in rules many-points; do
    "$spreadlab" run "Tests/ReportPage/$study.json" -o "$place/$study" --quiet
    "$spreadlab" report "$place/$study" --quiet
    set -- "$@" "$place/$study"
  done
fi
.venv-report/bin/python Tests/ReportPage/check_report.py "$@"
