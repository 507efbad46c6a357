#!/bin/sh
# Streams the words of each key field to Debian's dieharder; docs/randomness.md has the outcome.
#   run.sh        a choice of tests, some minutes
#   run.sh -a     all tests, hours
# Among many p-values some are called WEAK by chance (one in a hundred); FAILED is a failure.
set -eu
cd "$(dirname "$0")/../../.."
SPREADLAB_TESTS=word-stream swift build -c release
if [ "${1-}" = -a ]; then choices=-a; else
  # OPERM5, ranks, ones in bytes, 3d spheres, runs, serial patterns, bytes, DCT, monobit 2.
  choices="-d1 -d2 -d9 -d12 -d15 -d102 -d205 -d206 -d209"
fi
failed=0
for field in step person replicate point seed; do
  for choice in $choices; do
    # dieharder closes the stream when it has enough.
    report=$(.build/release/word-stream "$field" | dieharder "$choice" -g 200 -D test_name \
      -D ntuple -D tsamples -D psamples -D pvalues -D assessment)
    echo "$report" | sed "s/^/$field | /"
    # No word about the words is no pass.
    if echo "$report" | grep -q FAILED || ! echo "$report" | grep -q 'PASSED\|WEAK'; then
      failed=1
    fi
  done
done
exit $failed
