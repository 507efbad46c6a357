#!/bin/sh
# Builds the C++ yardstick and the engine, and times both interleaved in one process.
# usage: Benchmarks/bench.sh [--rounds 7] [--slice SECONDS] [--csv FILE] [WORKLOAD...]
set -eu
cd "$(dirname "$0")/.."
mkdir -p .build/yardstick
library=.build/yardstick/libyardstick.so
if [ ! -e "$library" ] || [ Benchmarks/yardstick/yardstick.cpp -nt "$library" ]; then
  "${CXX:-g++}" -std=c++20 -O3 -march=native -shared -fPIC \
    Benchmarks/yardstick/yardstick.cpp -o "$library"
fi
swift build -c release --product spreadlab-bench
exec .build/release/spreadlab-bench --yardstick "$library" "$@"
