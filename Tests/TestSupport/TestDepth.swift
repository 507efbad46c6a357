internal import Foundation

/// How much the suites do: the quick tier of every `make test`, or the deep one, which the
/// environment variable `SPREADLAB_DEEP=1` asks for.
package enum TestDepth {
  package static let isDeep = ProcessInfo.processInfo.environment["SPREADLAB_DEEP"] == "1"

  package static func choose<Value>(quick: Value, deep: Value) -> Value {
    isDeep ? deep : quick
  }
}
