#!/usr/bin/env bash
# run.sh [PROGRAM] [options of edge_files.py]: files of edges of other programs, read as these count them.
set -euo pipefail
cd "$(dirname "$0")/../../.."
program=.build/release/spreadlab
case ${1:-} in "" | -*) ;; *) program=$1; shift ;; esac
.ci/python-environment .venv-edges Tests/system/Edges/requirements.txt
.ci/install-packages r-base-core
.venv-edges/bin/python Tests/system/Edges/edge_files.py "$program" "$@"
