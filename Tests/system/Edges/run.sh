#!/usr/bin/env bash
# run.sh [--files 2000] [--seed 1]: files of edges of other programs, read as these count them.
set -euo pipefail
cd "$(dirname "$0")/../../.."
.ci/python-environment .venv-edges Tests/system/Edges/requirements.txt
.ci/install-packages r-base-core
.venv-edges/bin/python Tests/system/Edges/edge_files.py "$@"
