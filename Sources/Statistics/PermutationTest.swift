import KeyedRandom

/// Differences of means judged by rearranging the values: no law is assumed, ties are welcome.
///
/// All arrangements if there are at most `exactLimit`; else random ones from a keyed stream, with
/// p = (count + 1) / (drawn + 1), which is a valid p-value for any number drawn.
/// Source: Phipson and Smyth (2010), doi:10.2202/1544-6115.1585.
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

  /// Arrangements up to which all are looked at.
  package static let exactLimit = 200_000

  package var p: Double { share(countTwoSided) }
  package var pGreater: Double { share(countGreater) }

  private func share(_ count: Int) -> Double {
    method == .exact
      ? Double(count) / Double(arrangements) : Double(count + 1) / Double(arrangements + 1)
  }

  package var result: TestResult {
    TestResult(
      test: .permutation, statistic: difference, p: p, pGreater: pGreater, method: method)
  }

  /// Two groups: labels are rearranged. Nil if a group is empty.
  package init?(_ x: [Double], _ y: [Double], draws: Int = 20_000, key: UInt64) {
    guard !x.isEmpty, !y.isEmpty else { return nil }
    let (n1, n2) = (Double(x.count), Double(y.count))
    let center = (x + y).reduce(0, +) / (n1 + n2)
    // With values relative to their mean, a difference is the first group's sum times a constant.
    var values = (x + y).map { $0 - center }
    let scale = 1 / n1 + 1 / n2
    let observed = values.prefix(x.count).reduce(0, +)
    var tally = Tally(observed: observed, sizes: values)
    if let all = Self.combinations(values.count, choose: x.count), all <= Self.exactLimit {
      Self.forEachChoice(of: x.count, from: values.count) { chosen in
        tally.add(chosen.reduce(0) { $0 + values[$1] })
      }
      method = .exact
    } else {
      var stream = RandomStream(key: key)
      let size = min(x.count, y.count)
      let sign = size == x.count ? 1.0 : -1.0  // the smaller group's sum is enough
      for _ in 0..<draws {
        var sum = 0.0
        for place in 0..<size {
          values.swapAt(place, place + Int(stream.below(UInt64(values.count - place))))
          sum += values[place]
        }
        tally.add(sign * sum)
      }
      method = .monteCarlo
    }
    difference = observed * scale
    (arrangements, countTwoSided, countGreater) = (tally.total, tally.twoSided, tally.greater)
  }

  /// Pairs: the signs of the differences x - y are rearranged. Nil without pairs.
  ///
  /// - Precondition: as many `x` as `y`.
  package init?(paired x: [Double], _ y: [Double], draws: Int = 20_000, key: UInt64) {
    precondition(x.count == y.count)
    let differences = zip(x, y).map { $0 - $1 }
    guard !differences.isEmpty else { return nil }
    let observed = differences.reduce(0, +)
    var tally = Tally(observed: observed, sizes: differences)
    func sum(signs: (Int) -> Bool) -> Double {
      var total = 0.0
      for (place, value) in differences.enumerated() { total += signs(place) ? value : -value }
      return total
    }
    if differences.count < 60, 1 << differences.count <= Self.exactLimit {
      for pattern in 0..<(1 << differences.count) {
        tally.add(sum { pattern >> $0 & 1 == 0 })
      }
      method = .exact
    } else {
      var stream = RandomStream(key: key)
      for _ in 0..<draws {
        var bits: UInt64 = 0
        tally.add(
          sum { place in
            if place % 64 == 0 { bits = stream.next() }
            defer { bits >>= 1 }
            return bits & 1 == 0
          })
      }
      method = .monteCarlo
    }
    difference = observed / Double(differences.count)
    (arrangements, countTwoSided, countGreater) = (tally.total, tally.twoSided, tally.greater)
  }

  /// Counts sums at least as extreme as the observed one, equal within rounding.
  private struct Tally {
    let observed: Double
    let slack: Double
    var (total, twoSided, greater) = (0, 0, 0)

    init(observed: Double, sizes: [Double]) {
      self.observed = observed
      slack = 1e-12 * sizes.reduce(0) { $0 + abs($1) }
    }

    mutating func add(_ sum: Double) {
      total += 1
      if abs(sum) >= abs(observed) - slack { twoSided += 1 }
      if sum >= observed - slack { greater += 1 }
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
