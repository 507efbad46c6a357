import KeyedRandom

/// Two groups of whole curves: do their means differ anywhere, and where?
///
/// The statistic is max |t| over all steps (Welch's t, or the paired one), so one test answers
/// for the whole curve. p by permutation: of labels, or of signs for pairs; valid however the
/// steps of a curve depend on each other. The band holds for all steps at once; it comes from
/// random signs of the deviations (see `CurveBand`), which need no equal variances.
/// Source: Westfall and Young (1993), ISBN 978-0-471-55761-6; Nichols and Holmes (2002),
/// doi:10.1002/hbm.1058.
package struct CurveComparison: Sendable {
  /// mean a - mean b at each step.
  package let difference: [Double]
  package let standardError: [Double]
  package let maximumT: Double
  /// The step of `maximumT`; nil if all curves agree everywhere.
  package let step: Int?
  /// (count + 1) / (draws + 1).
  package let p: Double
  package let level: Double
  /// Half-width of the simultaneous band in standard errors.
  package let factor: Double

  package var halfWidths: [Double] { standardError.map { factor * $0 } }

  package var result: TestResult {
    TestResult(test: .curvePermutation, statistic: maximumT, p: p, method: .monteCarlo)
  }

  /// Pairs of curves, such as the same replicate under common random numbers.
  ///
  /// Nil for fewer than two pairs.
  /// - Precondition: as many `a` as `b`, all of the same length.
  package init?(
    paired a: [[Double]], _ b: [[Double]], level: Double, draws: Int = 2_000, key: UInt64
  ) {
    precondition(a.count == b.count)
    guard a.count > 1, let length = a.first?.count else { return nil }
    precondition((a + b).allSatisfy { $0.count == length })
    let curves = zip(a, b).map { zip($0, $1).map { $0 - $1 } }
    let moments = (0..<length).map { step in Moments(of: curves.map { $0[step] }) }
    let means = moments.map { $0.mean ?? 0 }
    let varying = moments.indices.filter { moments[$0].sumOfSquaredDeviations > 0 }
    let errors = moments.map { $0.standardError ?? 0 }
    (difference, standardError) = (means, errors)
    self.level = level
    let observed = Self.largest(means, errors)
    (maximumT, step) = observed
    let active = moments.indices.filter { errors[$0] > 0 || means[$0] != 0 }
    let raw = curves.map { curve in active.map { curve[$0] } }
    let rawSquares = active.indices.map { place in
      raw.reduce(0) { $0 + $1[place] * $1[place] }
    }
    let flipped = CurveBand.maximumT(
      raw, squares: rawSquares, resamples: draws, key: Self.part(1, of: key))
    p = Self.share(of: flipped.values, atLeast: observed.t)
    let centered = curves.map { curve in varying.map { curve[$0] - means[$0] } }
    let factors = CurveBand.maximumT(
      centered, squares: varying.map { moments[$0].sumOfSquaredDeviations }, resamples: draws,
      key: Self.part(2, of: key))
    factor = max(
      factors.quantile(level) ?? 0,
      StudentT(degreesOfFreedom: Double(a.count - 1)).twoSided(level: level))
  }

  /// Independent groups of curves; nil for fewer than two in a group.
  ///
  /// - Precondition: all curves have the same length.
  /// - Complexity: draws x curves x steps.
  package init?(
    _ a: [[Double]], _ b: [[Double]], level: Double, draws: Int = 2_000, key: UInt64
  ) {
    guard a.count > 1, b.count > 1, let length = a.first?.count else { return nil }
    precondition((a + b).allSatisfy { $0.count == length })
    let groups = [a, b].map { curves in
      (0..<length).map { step in Moments(of: curves.map { $0[step] }) }
    }
    let means = zip(groups[0], groups[1]).map { ($0.mean ?? 0) - ($1.mean ?? 0) }
    let errors = zip(groups[0], groups[1]).map {
      (($0.variance ?? 0) / Double(a.count) + ($1.variance ?? 0) / Double(b.count)).squareRoot()
    }
    (difference, standardError) = (means, errors)
    self.level = level
    let observed = Self.largest(means, errors)
    (maximumT, step) = observed
    let active = errors.indices.filter { errors[$0] > 0 || means[$0] != 0 }

    // Relative to the pooled mean: sums of squares keep their digits.
    let pooled = active.map { step in
      let (first, second) = (groups[0][step], groups[1][step])
      let sum = Double(a.count) * (first.mean ?? 0) + Double(b.count) * (second.mean ?? 0)
      return sum / Double(a.count + b.count)
    }
    let curves = (a + b).map { curve in zip(active, pooled).map { curve[$0] - $1 } }
    var stream = RandomStream(key: key, 1)
    let permuted = TwoSampleT(curves).permutations(first: a.count, draws: draws, &stream)
    p = Self.share(of: permuted, atLeast: observed.t)

    let residuals = [a, b].enumerated().flatMap { group, curves in
      curves.map { curve in active.map { curve[$0] - (groups[group][$0].mean ?? 0) } }
    }
    stream = RandomStream(key: key, 2)
    let flipped = TwoSampleT(residuals).signFlips(first: a.count, draws: draws, &stream)
    factor = SortedSample(flipped).quantile(level) ?? 0
  }

  /// The largest |t| and its step; a step without spread counts, as infinite, if means differ.
  private static func largest(_ means: [Double], _ errors: [Double]) -> (t: Double, step: Int?) {
    var best: (t: Double, step: Int?) = (0, nil)
    for step in means.indices where errors[step] > 0 || means[step] != 0 {
      let t = abs(means[step]) / errors[step]
      if best.step == nil || t > best.t { best = (t, step) }
    }
    return best
  }

  /// A key for one of several streams of the same caller.
  private static func part(_ number: UInt64, of key: UInt64) -> UInt64 {
    var stream = RandomStream(key: key, number)
    return stream.next()
  }

  private static func share(of values: [Double], atLeast bound: Double) -> Double {
    let count = values.count { $0 >= bound * (1 - 1e-12) }
    return Double(count + 1) / Double(values.count + 1)
  }
}

/// max |t| of two groups of curves under rearrangement.
private struct TwoSampleT {
  let curves: [[Double]]
  let totals: [Double]
  let totalSquares: [Double]

  init(_ curves: [[Double]]) {
    self.curves = curves
    let steps = curves.first?.indices ?? 0..<0
    totals = steps.map { step in curves.reduce(0) { $0 + $1[step] } }
    totalSquares = steps.map { step in curves.reduce(0) { $0 + $1[step] * $1[step] } }
  }

  /// With labels rearranged: `first` random curves against the others.
  func permutations(first: Int, draws: Int, _ stream: inout RandomStream) -> [Double] {
    var order = Array(curves.indices)
    var (sums, squares) = (totals, totals)
    // The first group's sums are enough; the other's follow from the totals.
    return (0..<draws).map { _ in
      for step in sums.indices { (sums[step], squares[step]) = (0, 0) }
      for place in 0..<first {
        order.swapAt(place, place + Int(stream.below(UInt64(order.count - place))))
        let curve = curves[order[place]]
        for step in sums.indices {
          sums[step] += curve[step]
          squares[step] += curve[step] * curve[step]
        }
      }
      return largest(first: first) { step in
        (
          sums[step], squares[step], totals[step] - sums[step],
          totalSquares[step] - squares[step]
        )
      }
    }
  }

  /// With random signs of each curve, which are deviations from their group's mean.
  func signFlips(first: Int, draws: Int, _ stream: inout RandomStream) -> [Double] {
    let squares = totals.indices.map { step in
      curves.prefix(first).reduce(0) { $0 + $1[step] * $1[step] }
    }
    var (one, two) = (totals, totals)
    return (0..<draws).map { _ in
      for step in one.indices { (one[step], two[step]) = (0, 0) }
      var signs: UInt64 = 0
      for (number, curve) in curves.enumerated() {
        if number % 64 == 0 { signs = stream.next() }
        let sign = signs & 1 == 0 ? 1.0 : -1.0
        signs >>= 1
        if number < first {
          for step in one.indices { one[step] += sign * curve[step] }
        } else {
          for step in two.indices { two[step] += sign * curve[step] }
        }
      }
      return largest(first: first) { step in
        (one[step], squares[step], two[step], totalSquares[step] - squares[step])
      }
    }
  }

  /// max |t| from each step's sum and sum of squares of both groups.
  private func largest(
    first: Int, _ sums: (Int) -> (Double, Double, Double, Double)
  ) -> Double {
    let (n1, n2) = (Double(first), Double(curves.count - first))
    var largest = 0.0  // of t^2
    for step in totals.indices {
      let (s1, q1, s2, q2) = sums(step)
      let v1 = max(0, q1 - s1 * s1 / n1) / (n1 - 1)
      let v2 = max(0, q2 - s2 * s2 / n2) / (n2 - 1)
      let distance = s1 / n1 - s2 / n2
      let variance = v1 / n1 + v2 / n2
      if variance > 0 {
        largest = max(largest, distance * distance / variance)
      } else if distance * distance > 1e-18 * totalSquares[step] {
        largest = .infinity  // two different constants
      }
    }
    return largest.squareRoot()
  }
}
