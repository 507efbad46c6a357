#!/usr/bin/env bash
# The pages that are meant to be followed, and what is generated in docs: Tests/Docs/run.sh [--update]
# Everything runs and is current; with --update it is made again.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$PWD/.build/release/spreadlab
update=${1:-}
.ci/python-environment .venv-readers Tests/Readers/requirements.txt
.venv-readers/bin/python Tests/Docs/pages.py $update "$program"
made=$(mktemp)
trap 'rm -f "$made"' EXIT
for page in columns responses rules errata; do
  ".ci/make-$page" "$program" >"$made"
  [ -z "$update" ] || cp "$made" "docs/$page.md"
  cmp "$made" "docs/$page.md" || { echo "docs/$page.md is not current: make pages"; exit 1; }
done
if [ -n "$update" ]; then .ci/make-pictures "$program"; else .ci/make-pictures "$program" --check; fi
