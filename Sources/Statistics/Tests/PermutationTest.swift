import Glibc
import KeyedRandom

/// Differences of means judged by permuting the values: no distribution is assumed, ties are welcome.
///
/// All arrangements if there are at most `exactLimit`; else random ones from a keyed stream. Of more
/// values than are listed (`RequiredData`) by the normal distribution, see `PermutationTest+Normal.swift`.
package struct PermutationTest: Hashable, Sendable {
  /// mean x - mean y.
  package let difference: Double
  package let p: Double

  /// Arrangements up to which all are looked at.
  package static let exactLimit = 200_000
  /// Random arrangements where there are more. p is at least 1 / 20,001: enough for a family of 1,000
  /// tests at 0.05.
  package static let draws = 20_000

  package var result: TestResult? { TestResult(statistic: difference, p: p) }

  /// Two groups: labels are permuted. Nil if a group is empty, if sums are beyond the largest
  /// double, and if memory is short.
  package init?(_ x: [Double], _ y: [Double], key: UInt64) {
    guard let origin = x.first, !y.isEmpty else { return nil }
    // Relative to a value: a large offset costs no digits, and equal values are all exactly 0.
    var values = x + y
    for place in values.indices { values[place] -= origin }
    let (n1, n2) = (Double(x.count), Double(y.count))
    // A group's sum minus its share of the total is the difference of means times a constant.
    let mean = values.reduce(0, +) / (n1 + n2)
    let observed = values.prefix(x.count).reduce(0, +) - n1 * mean
    guard var tally = Tally(observed: observed, values) else { return nil }
    if GSL.choose(values.count, x.count) <= Double(Self.exactLimit) {
      do {
        try GSL.forEachCombination(of: x.count, from: values.count) { chosen in
          tally.add(chosen.reduce(0) { $0 + values[$1] } - n1 * mean)
        }
      } catch { return nil }
      p = tally.share
    } else {
      // Not by gsl_ran_shuffle: its stream is not keyed, and may change with GSL's version.
      var stream = RandomStream(key: key)
      let size = min(x.count, y.count)  // the smaller group's sum is enough
      for _ in 0..<Self.draws {
        var sum = 0.0
        for place in 0..<size {
          values.swapAt(place, place + Int(stream.below(UInt64(values.count - place))))
          sum += values[place]
        }
        tally.add(sum - Double(size) * mean)
      }
      p = tally.shareWithData
    }
    difference = observed * (1 / n1 + 1 / n2)
  }

  /// Pairs: the signs of the differences x - y are flipped. Nil without pairs.
  ///
  /// - Precondition: as many `x` as `y`.
  package init?(paired x: [Double], _ y: [Double], key: UInt64) {
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
    if exp2(Double(differences.count)) <= Double(Self.exactLimit) {
      for pattern in 0..<(1 << differences.count) {
        tally.add(sum { pattern >> $0 & 1 == 0 })
      }
      p = tally.share
    } else {
      var stream = RandomStream(key: key)
      for _ in 0..<Self.draws {
        var signs = RandomSigns()
        tally.add(sum { _ in signs.next(&stream) })
      }
      p = tally.shareWithData
    }
    difference = observed / Double(differences.count)
  }

  init(difference: Double, p: Double) { (self.difference, self.p) = (difference, p) }

  /// Counts sums at least as extreme as the observed one, equal within rounding.
  private struct Tally {
    let observed: Double
    let slack: Double
    private(set) var (total, extreme) = (0, 0)

    /// Nil if sums of the values may be beyond the largest double.
    init?(observed: Double, _ values: [Double]) {
      let largest = values.reduce(0) { $0 + abs($1) }
      guard largest.isFinite else { return nil }
      self.observed = observed
      slack = 1e-12 * largest
    }

    var share: Double { Double(extreme) / Double(total) }
    /// The data are one arrangement more.
    var shareWithData: Double { Double(extreme + 1) / Double(total + 1) }

    mutating func add(_ sum: Double) {
      total += 1
      if abs(sum) >= abs(observed) - slack { extreme += 1 }
    }
  }
}

extension ComparisonTest {
  package static let permutation = ComparisonTest(
    "permutation",
    MethodWords(
      "permutation test",
      "Are two means the same, by permutation of labels or signs?",
      assumption:
        "Without a difference both levels have one distribution, or symmetric differences.",
      source: "Phipson and Smyth (2010), doi:10.2202/1544-6115.1585"),
    pairing: .wherePossible, needs: .list, takesCurves: true
  ) { groups in
    let test =
      groups.pairs.map { PermutationTest($0, key: groups.key) }
      ?? groups.two { PermutationTest($0, $1, key: groups.key) }
    return test?.result
  } randomNumbers: { a, b in
    max(a, b) > RequiredData.mostListed ? 0 : Double(PermutationTest.draws) * Double(min(a, b))
  }
}
