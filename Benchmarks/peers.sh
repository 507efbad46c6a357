#!/usr/bin/env bash
# Times what a user would pick instead of spreadlab on the same runs, interleaved, on CPU time:
#   Benchmarks/peers.sh [--rounds 5] [--peers mesa,numba,...] [--csv FILE] [WORKLOAD...]
# Python's packages go into a virtual environment of its own; R and its igraph come from Debian.
# The workloads SIR... are epidemics in which people recover: time per infection (run_courses.py).
# TOWN and EON are people whose contacts differ (town.py, differ_eon.py); they need a built spreadlab.
# PHOLME=PROGRAM times pholme/sir beside them, NEXT_NET=PROGRAM NEXT-Net (peers/next_net.cpp).
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/install-packages r-base-core r-cran-igraph
.ci/python-environment .venv-peers Benchmarks/peers/requirements.txt
SPREADLAB_TESTS=spreadlab-bench swift build -c release
program=$PWD/.build/release/spreadlab-bench
python=$PWD/.venv-peers/bin/python
options=()
rounds=()
others=()
workloads=()
while [ $# -gt 0 ]; do
  case $1 in
    --rounds) rounds=("$1" "$2"); shift 2 ;;
    --csv) options+=("$1" "$(realpath "$2")"); shift 2 ;;
    --*) options+=("$1" "$2"); shift 2 ;;
    *) workloads+=("$1"); shift ;;
  esac
done
[ ${#workloads[@]} -gt 0 ] || workloads=(W1 W2 W3 W3k8 W5 SIRmoore SIRvn SIRmoore1 SIRvn1 SIRgraph SIRgraph1)
[ -z "${PHOLME:-}" ] || others+=(--pholme "$(realpath "$PHOLME")")
[ -z "${NEXT_NET:-}" ] || others+=(--next-net "$(realpath "$NEXT_NET")")
cd Benchmarks/peers
for workload in "${workloads[@]}"; do
  if [ "$workload" = TOWN ]; then
    for what in ours epiworld starsim; do "$python" town.py "$what" ../../.build/release/spreadlab; done
    continue
  fi
  if [ "$workload" = EON ]; then
    "$python" differ_eon.py ../../.build/release/spreadlab
    continue
  fi
  if [[ $workload == SIR* ]]; then
    "$python" run_courses.py "$workload" --ours "$program" "${others[@]}" "${rounds[@]}"
    continue
  fi
  case $workload in  # runs that fill about half a second
    W1) runs=100000 ;;
    W1k8) runs=50000 ;;
    W2) runs=3000 ;;
    W4) runs=10 ;;
    *) runs=800 ;;
  esac
  "$python" run_peers.py "$workload" --ours "$program --runs {runs} {name}" --ours-runs "$runs" \
    "${rounds[@]}" "${options[@]}"
done
