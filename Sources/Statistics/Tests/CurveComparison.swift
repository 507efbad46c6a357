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
  /// In the column `test`.
  package static let name = "curve_permutation"

  /// mean a - mean b at each step.
  package let difference: [Double]
  package let standardError: [Double]
  package let maximumT: Double
  /// The step of `maximumT`; nil if all curves agree everywhere.
  package let step: Int?
  /// By random rearrangements, the one seen among them.
  package let p: Double
  package let level: Double
  /// Half-width of the simultaneous band in standard errors.
  package let factor: Double

  package var halfWidths: [Double] { standardError.map { factor * $0 } }

  package static let standard = Rearrangements(first: 2_000)

  package var result: TestResult? {
    TestResult(statistic: maximumT.isFinite ? maximumT : nil, p: p)
  }

  /// Pairs of curves, such as the same replicate under common random numbers.
  ///
  /// Nil for fewer than two pairs.
  /// - Precondition: as many `a` as `b`, all of the same length.
  package init?(
    paired a: [[Double]], _ b: [[Double]], level: Double, draws: Rearrangements = standard,
    key: UInt64
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
    var flips = SignFlippedCurves(raw, squares: rawSquares, key: Self.part(1, of: key))
    p = Self.share(atLeast: observed.t, draws) { flips.next() }
    let centered = curves.map { curve in varying.map { curve[$0] - means[$0] } }
    var factors = SignFlippedCurves(
      centered, squares: varying.map { moments[$0].sumOfSquaredDeviations },
      key: Self.part(2, of: key))
    factor = max(
      factors.sample(draws.first).quantile(level) ?? 0,
      StudentT(degreesOfFreedom: Double(a.count - 1)).twoSided(level: level))
  }

  /// Independent groups of curves; nil for fewer than two in a group.
  ///
  /// - Precondition: all curves have the same length.
  /// - Complexity: draws x curves x steps.
  package init?(
    _ a: [[Double]], _ b: [[Double]], level: Double, draws: Rearrangements = standard, key: UInt64
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
    var permuted = RearrangedCurves(curves, first: a.count, RandomStream(key: key, 1))
    p = Self.share(atLeast: observed.t, draws) { permuted.nextPermutation() }

    let residuals = [a, b].enumerated().flatMap { group, curves in
      curves.map { curve in active.map { curve[$0] - (groups[group][$0].mean ?? 0) } }
    }
    var flipped = RearrangedCurves(residuals, first: a.count, RandomStream(key: key, 2))
    let factors = SortedSample((0..<draws.first).map { _ in flipped.nextSigns() })
    factor = factors.quantile(level) ?? 0
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

  /// p by values of a statistic, equal within rounding.
  private static func share(
    atLeast bound: Double, _ draws: Rearrangements, _ next: () -> Double
  ) -> Double {
    var count = Rearrangements.Count(draws)
    while !count.isDone { count.add(isExtreme: next() >= bound * (1 - 1e-9)) }
    return count.p
  }
}
