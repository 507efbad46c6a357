/// How often an event happened in two groups of runs, or in pairs of runs.
package enum ShareCounts: Hashable, Sendable {
  /// Events of runs, in each group.
  case groups(a: Double, n: Double, b: Double, m: Double)
  /// Pairs with an event in both, in the first alone, in the second alone; all pairs.
  case pairs(both: Double, a: Double, b: Double, of: Double)

  /// Independent groups; nil for an empty one, and for other values than 0 and 1.
  package init?(_ x: ValueSummary, _ y: ValueSummary) {
    guard let a = Self.events(x), let b = Self.events(y) else { return nil }
    self.init(events: a, of: x.count, and: b, of: y.count)
  }

  /// - Precondition: events among one run or more.
  package init(events a: Int, of n: Int, and b: Int, of m: Int) {
    precondition(0...n ~= a && 0...m ~= b && n > 0 && m > 0)
    self = .groups(a: Double(a), n: Double(n), b: Double(b), m: Double(m))
  }

  /// Nil without pairs, and for other values than 0 and 1.
  package init?(_ pairs: PairSummary) {
    guard let a = Self.events(pairs.x), let b = Self.events(pairs.y),
      let mean = pairs.differences.moments.mean
    else { return nil }
    let differences = pairs.differences.moments
    let squares = differences.sumOfSquaredDeviations + Double(pairs.count) * mean * mean
    let apart = Int(squares.rounded())  // pairs whose runs differ
    let alone = (apart + a - b) / 2
    self.init(both: a - alone, first: alone, second: apart - alone, pairs: pairs.count)
  }

  /// - Precondition: no more events than pairs, and a pair.
  package init(both: Int, first: Int, second: Int, pairs: Int) {
    precondition(min(both, first, second) >= 0 && both + first + second <= pairs && pairs > 0)
    self = .pairs(
      both: Double(both), a: Double(first), b: Double(second), of: Double(pairs))
  }

  private static func events(_ values: ValueSummary) -> Int? {
    guard values.isOfShares, let mean = values.moments.mean else { return nil }
    return Int((mean * Double(values.count)).rounded())
  }

  package var shares: (a: Double, b: Double) {
    switch self {
    case .groups(let a, let n, let b, let m): (a / n, b / m)
    case .pairs(let both, let a, let b, let n): ((both + a) / n, (both + b) / n)
    }
  }

  /// The first share minus the second.
  var difference: Double {
    switch self {
    case .groups(let a, let n, let b, let m): a / n - b / m
    case .pairs(_, let a, let b, let n): (a - b) / n
    }
  }

  /// The second group first.
  var swapped: ShareCounts {
    switch self {
    case .groups(let a, let n, let b, let m): .groups(a: b, n: m, b: a, m: n)
    case .pairs(let both, let a, let b, let n): .pairs(both: both, a: b, b: a, of: n)
    }
  }

  /// Standard deviation of the differences within pairs; nil of independent groups.
  var deviationOfPairs: Double? {
    guard case .pairs(_, let a, let b, let n) = self else { return nil }
    return max(0, (a + b) / n - difference * difference).squareRoot()
  }
}

extension ComparedValues {
  /// Of two groups of 0 and 1; nil for more, and for other values.
  var shareCounts: ShareCounts? {
    pairs.map { ShareCounts($0.summary) } ?? two { ShareCounts($0.summary, $1.summary) }
  }
}
