#!/usr/bin/env bash
# The pages that are meant to be followed, and what is generated in docs: Tests/system/Docs/run.sh [--update|--quick]
# Everything runs and is current; with --update it is made again. The quick form takes README, tutorial and file formats
# alone, and leaves out the pictures.
set -euo pipefail
cd "$(dirname "$0")/../../.."
program=$PWD/.build/release/spreadlab
update= pages=()
case ${1:-} in
  --update) update=--update ;;
  --quick) pages=(README.md docs/{tutorial,file-formats}.md) ;;
esac
.ci/python-environment .venv-readers Tests/system/Readers/requirements.txt
.venv-readers/bin/python Tests/system/Docs/pages.py $update "${pages[@]}"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
.ci/make-reference "$program" "$made"
for page in "$made"/*.md; do
  name=docs/${page##*/}
  [ -z "$update" ] || cp "$page" "$name"
  cmp "$page" "$name" || { echo "$name is not current: make pages"; exit 1; }
done
if [ -n "$update" ]; then
  .ci/make-pictures "$program"
elif [ ${#pages[@]} = 0 ]; then
  .ci/make-pictures "$program" --check
fi
