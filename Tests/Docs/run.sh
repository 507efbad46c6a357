#!/usr/bin/env bash
# The pages that are meant to be followed, and what is generated in docs: everything runs and is current.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$PWD/.build/release/spreadlab
.ci/python-environment .venv-readers Tests/Readers/requirements.txt
.venv-readers/bin/python Tests/Docs/pages.py "$program"
for page in columns responses; do
  ".ci/make-$page" "$program" | cmp - "docs/$page.md" ||
    { echo "make it again: .ci/make-$page $program > docs/$page.md"; exit 1; }
done
.ci/make-pictures "$program" --check
