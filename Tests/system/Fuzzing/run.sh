#!/usr/bin/env bash
# Fuzzes the JSON reader, the study validator, the store's block reader and the live page's readers of
# requests and WebSocket frames under AddressSanitizer:
# Tests/system/Fuzzing/run.sh [SECONDS [json|study|block|head|frame]...], 60 seconds each unless told. Starts from
# Corpus/ and the example studies, keeps what it finds in .build-fuzz/; a crash, 5 s or 1 GiB for
# one input leaves that input there and ends with an error.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$PWD build=$PWD/.build-fuzz
seconds=${1:-60}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(json study block head frame)
mkdir -p "$build"

# Both sanitizers in one flag: of two the last one wins, and the fuzzer would be blind.
compile() {
  swiftc -O -wmo -swift-version 6 -package-name spreadlab -parse-as-library \
    -enable-upcoming-feature InternalImportsByDefault -sanitize=fuzzer,address \
    -I "$build" -I Sources/CGSL -I Sources/CNettle -I Sources/CZlib "$@" \
    2> >(grep -v "Cannot export local symbol" >&2)
}

# Targets of the package as object files and modules.
modules() {
  local name
  for name in "$@"; do
    compile -c -emit-module -emit-module-path "$build/$name.swiftmodule" -module-name "$name" \
      -o "$build/$name.o" $(find "Sources/$name" -name '*.swift' | sort)
  done
}

# The engine's C, of which the model uses a part; SwiftPM makes such a module map by itself.
simd() {
  local file
  echo "module CSpreadSIMD { header \"$root/Sources/CSpreadSIMD/include/CSpreadSIMD.h\" export * }" \
    > "$build/module.modulemap"
  for file in Sources/CSpreadSIMD/*.c; do
    clang -O2 -I Sources/CSpreadSIMD/include -c "$file" -o "$build/simd-$(basename "$file" .c).o"
  done
}

model() {
  simd
  modules KeyedRandom SpreadModel
}

json() {
  modules PlainText
  compile "$build/PlainText.o" Tests/system/Fuzzing/FuzzJSON.swift -o "$build/json"
}

study() {
  model
  modules PlainText Checksums DurableFiles Statistics StudyFiles
  compile \
    "$build"/{KeyedRandom,SpreadModel,PlainText,Checksums,DurableFiles,Statistics,StudyFiles}.o "$build"/simd-*.o \
    Tests/system/Fuzzing/FuzzStudy.swift -o "$build/study"
}

# Of the store, what knows no database.
block() {
  model
  compile "$build"/{KeyedRandom,SpreadModel}.o "$build"/simd-*.o Sources/RunStore/{Recording,ReplicateRanges,Blocks/*}.swift \
    Tests/system/Fuzzing/FuzzBlock.swift -o "$build/block"
}

head() {
  compile Sources/LivePage/Server/{RequestHead,Refusal}.swift Tests/system/Fuzzing/FuzzHead.swift \
    -o "$build/head"
}

frame() {
  compile Sources/LivePage/Server/FrameReader.swift Tests/system/Fuzzing/FuzzFrame.swift -o "$build/frame"
}

fuzz() {
  local corpus=("$build/corpus-$1" "$root/Tests/data/corpus/$1")
  case $1 in json | study) corpus+=("$root/studies") ;; esac
  mkdir -p "${corpus[0]}"
  echo "$1:"
  (cd "$build" && SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "./$1" \
    -max_total_time="$seconds" -max_len=4096 -timeout=5 -rss_limit_mb=1024 -print_final_stats=1 \
    "${corpus[@]}" 2>&1 | tail -n 6)
}

for target in "${targets[@]}"; do
  "$target"
  fuzz "$target"
done
