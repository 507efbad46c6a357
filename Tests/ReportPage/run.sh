#!/bin/sh
# Opens report.html of results folders in headless Chromium, and holds every number of them to its
# place in the tables: Tests/ReportPage/run.sh [--quick | --numbers | FOLDER...]
# Without folders it runs a study of three rules, one of 500 points and one in which people recover
# first, and reports on them;
# the numbers are also checked of studies of Tests/Tables that have the other pictures, with --quick of
# two of them. --numbers checks nothing else, and needs no browser.
# Installs what it needs: Debian's chromium, and the packages of Tests/Browser and Tests/Readers.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
spreadlab="${SPREADLAB:-$root/.build/release/spreadlab}"
cd "$root"
.ci/install-packages chromium gnuplot-nox fonts-dejavu-core python3 python3-venv
.ci/python-environment .venv-browser Tests/Browser/requirements.txt
.ci/python-environment .venv-readers Tests/Readers/requirements.txt

others="Tests/Tables/studies/shares Tests/Tables/studies/mean-fits Tests/Tables/studies/paired-comparisons
  Tests/Tables/studies/equal-groups Tests/Tables/studies/adaptive Tests/Tables/studies/course-seirs
  Tests/Tables/studies/contacts studies/small-world Tests/Tables/studies/dose-common studies/threshold
  Tests/Tables/studies/surface-composite"
if [ "${1:-}" = --quick ]; then
  others="Tests/Tables/studies/dose-common Tests/Tables/studies/surface-composite"
  shift
fi
numbers=
if [ "${1:-}" = --numbers ]; then
  numbers=only
  shift
fi
if [ $# -eq 0 ]; then
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  for study in $others Tests/ReportPage/rules Tests/ReportPage/many-points Tests/ReportPage/course; do
    folder="$place/$(basename "$study")"
    "$spreadlab" run "$study.json" -o "$folder" --quiet
    "$spreadlab" report "$folder" --quiet
    .venv-readers/bin/python Tests/ReportPage/check_numbers.py "$folder"
    case $study in */rules)
      # The same study by a choice of responses.
      "$spreadlab" report "$folder" --quiet --responses peak_new,step_to_50pct --panels 3
      .venv-readers/bin/python Tests/ReportPage/check_numbers.py "$folder"
      "$spreadlab" report "$folder" --quiet ;;
    esac
    case $study in Tests/ReportPage/*) set -- "$@" "$folder" ;; esac
  done
else
  .venv-readers/bin/python Tests/ReportPage/check_numbers.py "$@"
fi
[ -n "$numbers" ] ||
  .venv-browser/bin/python Tests/ReportPage/check_report.py "$@"
