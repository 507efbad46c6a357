import KeyedRandom

/// Differences of means judged by rearranging the values: no law is assumed, ties are welcome.
///
/// All arrangements if there are at most `exactLimit`; else random ones from a keyed stream.
package struct PermutationTest: Hashable, Sendable {
  /// mean x - mean y.
  package let difference: Double
  /// Arrangements looked at.
  package let arrangements: Int
  /// Those with |difference| >= the observed one's.
  package let countTwoSided: Int
  /// Those with difference >= the observed one.
  package let countGreater: Int
  package let method: TestMethod
  package let p: Double

  /// Arrangements up to which all are looked at.
  package static let exactLimit = 200_000
  package static let standard = Rearrangements(first: 20_000)

  package var pGreater: Double {
    method == .exact
      ? Double(countGreater) / Double(arrangements)
      : Double(countGreater + 1) / Double(arrangements + 1)
  }

  package var result: TestResult? {
    TestResult(
      test: .permutation, statistic: difference, p: p, pGreater: pGreater, method: method)
  }

  /// Two groups: labels are rearranged. Nil if a group is empty, and if sums are
  /// beyond the largest double.
  package init?(
    _ x: [Double], _ y: [Double], draws: Rearrangements = standard, key: UInt64
  ) {
    guard let origin = x.first, !y.isEmpty else { return nil }
    // Relative to a value: a large offset costs no digits, and equal values are all exactly 0.
    var values = (x + y).map { $0 - origin }
    let (n1, n2) = (Double(x.count), Double(y.count))
    // A group's sum minus its share of the total is the difference of means times a constant.
    let mean = values.reduce(0, +) / (n1 + n2)
    let observed = values.prefix(x.count).reduce(0, +) - n1 * mean
    guard var tally = Tally(observed: observed, values) else { return nil }
    if let all = Self.combinations(values.count, choose: x.count), all <= Self.exactLimit {
      Self.forEachChoice(of: x.count, from: values.count) { chosen in
        tally.add(chosen.reduce(0) { $0 + values[$1] } - n1 * mean)
      }
      (method, p) = (.exact, tally.share)
    } else {
      var stream = RandomStream(key: key)
      let size = min(x.count, y.count)
      let sign = size == x.count ? 1.0 : -1.0  // the smaller group's sum is enough
      var count = Rearrangements.Count(draws)
      while !count.isDone {
        var sum = 0.0
        for place in 0..<size {
          values.swapAt(place, place + Int(stream.below(UInt64(values.count - place))))
          sum += values[place]
        }
        count.add(isExtreme: tally.add(sign * (sum - Double(size) * mean)))
      }
      (method, p) = (.monteCarlo, count.p)
    }
    difference = observed * (1 / n1 + 1 / n2)
    (arrangements, countTwoSided, countGreater) = (tally.total, tally.twoSided, tally.greater)
  }

  /// Pairs: the signs of the differences x - y are rearranged. Nil without pairs.
  ///
  /// - Precondition: as many `x` as `y`.
  package init?(
    paired x: [Double], _ y: [Double], draws: Rearrangements = standard, key: UInt64
  ) {
    precondition(x.count == y.count)
    let differences = zip(x, y).map { $0 - $1 }
    guard !differences.isEmpty else { return nil }
    let observed = differences.reduce(0, +)
    guard var tally = Tally(observed: observed, differences) else { return nil }
    func sum(signs: (Int) -> Bool) -> Double {
      var total = 0.0
      for (place, value) in differences.enumerated() { total += signs(place) ? value : -value }
      return total
    }
    if differences.count < 60, 1 << differences.count <= Self.exactLimit {
      for pattern in 0..<(1 << differences.count) {
        tally.add(sum { pattern >> $0 & 1 == 0 })
      }
      (method, p) = (.exact, tally.share)
    } else {
      var stream = RandomStream(key: key)
      var count = Rearrangements.Count(draws)
      while !count.isDone {
        var bits: UInt64 = 0
        let total = sum { place in
          if place % 64 == 0 { bits = stream.next() }
          defer { bits >>= 1 }
          return bits & 1 == 0
        }
        count.add(isExtreme: tally.add(total))
      }
      (method, p) = (.monteCarlo, count.p)
    }
    difference = observed / Double(differences.count)
    (arrangements, countTwoSided, countGreater) = (tally.total, tally.twoSided, tally.greater)
  }

  /// Counts sums at least as extreme as the observed one, equal within rounding.
  private struct Tally {
    let observed: Double
    let slack: Double
    private(set) var (total, twoSided, greater) = (0, 0, 0)

    /// Nil if sums of the values may be beyond the largest double.
    init?(observed: Double, _ values: [Double]) {
      let largest = values.reduce(0) { $0 + abs($1) }
      guard largest.isFinite else { return nil }
      self.observed = observed
      slack = 1e-12 * largest
    }

    var share: Double { Double(twoSided) / Double(total) }

    /// - Returns: whether the sum is as extreme on either side.
    @discardableResult
    mutating func add(_ sum: Double) -> Bool {
      let isExtreme = abs(sum) >= abs(observed) - slack
      total += 1
      if isExtreme { twoSided += 1 }
      if sum >= observed - slack { greater += 1 }
      return isExtreme
    }
  }

  /// n choose k; nil above 2^62.
  private static func combinations(_ n: Int, choose k: Int) -> Int? {
    var count = 1
    for step in 0..<min(k, n - k) {
      let (product, overflow) = count.multipliedReportingOverflow(by: n - step)
      if overflow { return nil }
      count = product / (step + 1)
    }
    return count
  }

  /// Calls `body` with every set of `size` places of 0..<total, in ascending order.
  private static func forEachChoice(of size: Int, from total: Int, _ body: ([Int]) -> Void) {
    var chosen = Array(0..<size)
    while true {
      body(chosen)
      guard let place = chosen.indices.last(where: { chosen[$0] < total - size + $0 }) else {
        return
      }
      chosen[place] += 1
      for later in chosen.indices where later > place { chosen[later] = chosen[later - 1] + 1 }
    }
  }
}
