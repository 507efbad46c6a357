#!/bin/sh
# Drives the live page in headless Chromium: Tests/Browser/run.sh [--quick] [pytest options].
# Installs what it needs: Debian's chromium, and the packages of requirements.txt in .venv-browser.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
venv="$root/.venv-browser"

if ! command -v chromium > /dev/null; then
  apt-get update
  apt-get install -y --no-install-recommends chromium fonts-dejavu-core python3-venv
fi
if ! cmp -s "$root/Tests/Browser/requirements.txt" "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --requirement "$root/Tests/Browser/requirements.txt"
  cp "$root/Tests/Browser/requirements.txt" "$venv/installed.txt"
fi

export SPREADLAB="${SPREADLAB:-$root/.build/release/spreadlab}"
if [ ! -x "$SPREADLAB" ]; then
  echo "run.sh: $SPREADLAB is missing; build it with: swift build -c release" >&2
  exit 2
fi
cd "$root"
exec "$venv/bin/python" -m pytest Tests/Browser -p no:cacheprovider -q "$@"
