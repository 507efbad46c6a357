/// Pairs of values, each with how often it came: memory grows with the different pairs.
package struct CountedPairs: Sendable {
  package struct Row: Hashable, Sendable {
    package let x, y: Double
    package let count: Int
  }

  private struct Pair: Hashable {
    let x, y: Double
  }

  private var byPair: [Pair: Int] = [:]
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ x: Double, _ y: Double) {
    count += 1
    byPair[Pair(x: x, y: y), default: 0] += 1
  }

  package var distinctCount: Int { byPair.count }

  package var x: CountedValues { values { $0.x } }
  package var y: CountedValues { values { $0.y } }

  private func values(_ side: (Pair) -> Double) -> CountedValues {
    byPair.reduce(into: CountedValues()) { $0.add(side($1.key), times: $1.value) }
  }

  /// By `x`, those of one `x` by `y`.
  package var rows: [Row] {
    byPair.map { Row(x: $0.key.x, y: $0.key.y, count: $0.value) }
      .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  }
}
