internal import Foundation
package import Testing

/// How much the suites do: the quick tier of every `make test`, or the deep one, which the
/// environment variable `SPREADLAB_DEEP=1` asks for.
package enum TestDepth {
  package static let isDeep = ProcessInfo.processInfo.environment["SPREADLAB_DEEP"] == "1"

  /// Whether a sanitizer makes everything ten times slower (Tests/system/Sanitizers/run.sh).
  package static let isSanitized =
    ProcessInfo.processInfo.environment["SPREADLAB_SANITIZED"] != nil

  package static func choose<Value>(quick: Value, deep: Value) -> Value {
    isDeep ? deep : quick
  }
}

extension Trait where Self == ConditionTrait {
  /// Statistics of many runs, which `make test` leaves out: they are functions of the code, and it compares digests
  /// of such runs instead (`expectDigest`).
  package static var deep: Self {
    .enabled(if: TestDepth.isDeep, "left to make test-deep")
  }

  /// Simulations that take seconds where nothing is optimized: `make quick` makes them where its
  /// `F` asks for some tests.
  package static var slow: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["SPREADLAB_SKIP_SLOW"] == "1",
      "slow in a debug build; named by F=, it runs")
  }
}
