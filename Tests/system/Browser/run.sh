#!/bin/sh
# Drives the live page in a headless browser: Tests/system/Browser/run.sh [--quick] [pytest options]; or once, in Firefox:
# Tests/system/Browser/run.sh --firefox. Installs what it needs: Debian's chromium (--quick: its headless shell) or firefox-esr,
# and the packages of requirements.txt in .venv-browser.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
case " $* " in
  *" --firefox "*) browser=firefox-esr ;;
  *" --quick "*) browser=chromium-headless-shell ;;
  *) browser=chromium ;;
esac
.ci/install-packages "$browser" fonts-dejavu-core python3 python3-venv
.ci/python-environment .venv-browser Tests/system/Browser/requirements.txt

export SPREADLAB="${SPREADLAB:-$root/.build/release/spreadlab}"
if [ ! -x "$SPREADLAB" ]; then
  echo "run.sh: $SPREADLAB is missing; build it with: swift build -c release" >&2
  exit 2
fi
[ "$browser" != firefox-esr ] || exec .venv-browser/bin/python Tests/system/Browser/firefox.py
exec .venv-browser/bin/python -m pytest Tests/system/Browser -p no:cacheprovider -q "$@"
