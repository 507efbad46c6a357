#!/usr/bin/env bash
# Pool, store and tables under ThreadSanitizer, every reader under AddressSanitizer; any report is an
# error: Tests/system/Sanitizers/run.sh [thread] [address]. Debug builds in .build-thread and
# .build-address, because ThreadSanitizer misses races in optimized code.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export SPREADLAB_SANITIZED=1 SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
preload=

# Builds test targets and runs them: tests SANITIZER TARGET...
tests() {
  local build=.build-$1 log=.build-$1/tests.log status=0
  SPREADLAB_TESTS="${*:2}" SPREADLAB_SANITIZER=$1 \
    swift build --build-tests --scratch-path "$build"
  LD_PRELOAD=$preload "$build/debug/spreadlabPackageTests.xctest" \
    --testing-library swift-testing --no-parallel > "$log" 2>&1 || status=$?
  local reports
  reports=$(grep -c "WARNING: ThreadSanitizer\|ERROR: AddressSanitizer" "$log" || true)
  if [ "$status" != 0 ] || [ "$reports" != 0 ]; then grep -v "^[◇✔]" "$log" | tail -n 200; fi
  grep "Test run with" "$log"
  echo "$1 sanitizer: $reports reports, exit code $status"
  [ "$status" = 0 ] && [ "$reports" = 0 ]
}

# ThreadSanitizer has to see what is wrong and nothing else: planted KIND LEAST MOST (reports)
planted() {
  local log=.build-thread/planted.log
  LD_PRELOAD=$preload .build-thread/PlantedRace "$1" > "$log" 2>&1 || true
  local reports
  reports=$(grep -c "WARNING: ThreadSanitizer" "$log" || true)
  echo "$(grep counted "$log"): $reports reports"
  [ "$reports" -ge "$2" ] && [ "$reports" -le "$3" ]
}

thread() {
  mkdir -p .build-thread
  clang -O1 -Wall -Werror -shared -fPIC Tests/system/Sanitizers/SeenMutex.c -o .build-thread/SeenMutex.so
  swiftc -Onone -swift-version 6 -parse-as-library -sanitize=thread \
    Tests/system/Sanitizers/PlantedRace.swift -o .build-thread/PlantedRace \
    2> >(grep -v "Cannot export local symbol" >&2)
  preload=$PWD/.build-thread/SeenMutex.so
  planted all 0 0
  planted allButOne 1 1000
  planted none 1 1000
  # Simulations for statistics have one thread.
  SPREADLAB_SKIP_SLOW=1 tests thread WorkStealingTests RunStoreTests ResultTablesTests
  preload=
}

address() { tests address StudyFilesTests RunStoreTests ChecksumsTests DurableFilesTests; }

if [ $# = 0 ]; then set -- thread address; fi
for sanitizer in "$@"; do "$sanitizer"; done
