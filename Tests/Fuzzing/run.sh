#!/usr/bin/env bash
# Fuzzes the JSON reader under AddressSanitizer: Tests/Fuzzing/run.sh [SECONDS], 60 unless told.
# Starts from Corpus/ and the example studies, keeps what it finds in .build-fuzz/; a crash leaves
# its input there and ends with an error.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
mkdir -p .build-fuzz/corpus
# Both sanitizers in one flag: of two the last one wins, and the fuzzer would be blind.
swiftc -O -wmo -swift-version 6 -package-name spreadlab -parse-as-library \
  -sanitize=fuzzer,address Sources/StudyFiles/JSON/*.swift Tests/Fuzzing/FuzzJSON.swift \
  -o .build-fuzz/FuzzJSON 2> >(grep -v "Cannot export local symbol" >&2)
cd .build-fuzz
SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 ./FuzzJSON -max_total_time="${1:-60}" \
  -max_len=4096 -timeout=5 -print_final_stats=1 corpus "$root/Tests/Fuzzing/Corpus" \
  "$root/studies" 2>&1 | tail -n 6
