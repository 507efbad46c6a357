#!/bin/sh
# Computes every table of the studies of this folder again: Tests/system/Tables/run.sh [--deep] [STUDY...]
# Before them, dose-response curves of made-up files beside those of R, calibrations, and final size curves.
set -eu
cd "$(dirname "$0")/../../.."
.ci/python-environment .venv-readers Tests/system/Readers/requirements.txt
.venv-readers/bin/python Tests/system/Tables/check_r.py
.venv-readers/bin/python Tests/system/Tables/check_calibration.py "$@"
.venv-readers/bin/python Tests/system/Tables/check_final_sizes.py
exec .venv-readers/bin/python Tests/system/Tables/check_tables.py "$@"
