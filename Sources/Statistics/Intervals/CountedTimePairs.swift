/// Pairs of times, reached or not, each with how often it came: memory grows with the different pairs.
package struct CountedTimePairs: Sendable {
  package struct Row: Hashable, Sendable {
    package let a, b: CensoredTime
    package let count: Int
  }

  private struct Pair: Hashable {
    let a, b: CensoredTime
  }

  private var byPair: [Pair: Int] = [:]
  package private(set) var count = 0
  /// The times of one side, and of the other.
  package private(set) var a = CountedTimes()
  package private(set) var b = CountedTimes()

  package init() {}

  package mutating func add(_ a: CensoredTime, _ b: CensoredTime) {
    count += 1
    byPair[Pair(a: a, b: b), default: 0] += 1
    self.a.add(a.time, happened: a.happened)
    self.b.add(b.time, happened: b.happened)
  }

  package var distinctCount: Int { byPair.count }

  /// In the order of their times.
  package var rows: [Row] {
    func order(_ row: Row) -> (Double, Double, Int) {
      (row.a.time, row.b.time, (row.a.happened ? 2 : 0) + (row.b.happened ? 1 : 0))
    }
    return byPair.map { Row(a: $0.key.a, b: $0.key.b, count: $0.value) }
      .sorted { order($0) < order($1) }
  }
}
