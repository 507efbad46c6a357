#!/bin/sh
# Drives the live page in headless Chromium: Tests/Browser/run.sh [--quick] [pytest options].
# Installs what it needs: Debian's chromium, and the packages of requirements.txt in .venv-browser.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
.ci/install-packages chromium fonts-dejavu-core python3 python3-venv
.ci/python-environment .venv-browser Tests/Browser/requirements.txt

export SPREADLAB="${SPREADLAB:-$root/.build/release/spreadlab}"
if [ ! -x "$SPREADLAB" ]; then
  echo "run.sh: $SPREADLAB is missing; build it with: swift build -c release" >&2
  exit 2
fi
exec .venv-browser/bin/python -m pytest Tests/Browser -p no:cacheprovider -q "$@"
