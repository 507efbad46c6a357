#!/bin/sh
# The Python module over the built program: its tests, its types, and the notebook that begins with
# `import spreadlab`: Tests/system/Python/run.sh [pytest options].
# Installs what it needs: the packages of requirements.txt, in the environment of Tests/system/Readers.
set -eu

root=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$root"
.ci/python-environment .venv-readers Tests/system/Python/requirements.txt
export SPREADLAB="${SPREADLAB:-$root/.build/release/spreadlab}"
export PYTHONPATH="$root/python" PYTHONPYCACHEPREFIX="$root/.build/bytecode"
.venv-readers/bin/python -m mypy --config-file python/pyproject.toml --cache-dir=/dev/null \
  python/spreadlab
exec .venv-readers/bin/python -m pytest Tests/system/Python -p no:cacheprovider -q "$@"
