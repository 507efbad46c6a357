import KeyedRandom

/// Two groups of whole curves: do their means differ anywhere, and where?
///
/// The statistic is max |t| over all steps (Welch's t, or the paired one), so one test answers
/// for the whole curve. p by permutation: of labels, or of signs for pairs; valid however the
/// steps of a curve depend on each other. The band holds for all steps at once; it comes from
/// random signs of the deviations (see `CurveBand`), which need no equal variances.
///
/// Of more curves than a `CurveSample` keeps, the means, errors and max |t| are those of all, the
/// distribution of max |t| that of the first ones: t is free of scale and number, so its distribution depends only on
/// how the steps of a curve are correlated. A step at which none of the first curves differ takes
/// no part then, as its t has no distribution to compare it with.
/// Source: Westfall and Young (1993), ISBN 978-0-471-55761-6; Nichols and Holmes (2002),
/// doi:10.1002/hbm.1058.
package struct CurveComparison: Sendable {
  /// mean a - mean b at each step.
  package let difference: [Double]
  package let standardError: [Double]
  package let maximumT: Double
  /// The step of `maximumT`; nil if all curves agree everywhere.
  package let step: Int?
  /// By random permutations or sign flips, the data among them.
  package let p: Double
  package let level: Double
  /// Half-width of the simultaneous band in standard errors.
  package let factor: Double

  /// Curves of the smaller group.
  private let fewest: Int

  /// Of the band of the difference; nil for fewer than `CurveBand.fewestCurves` curves in a group.
  package var halfWidths: [Double]? {
    fewest < CurveBand.fewestCurves ? nil : standardError.map { factor * $0 }
  }

  /// Random permutations, and as many sign flips. p is at least 1 / 2,001: enough for a family of 100
  /// tests at 0.05.
  package static let draws = 2_000

  package var result: TestResult? {
    TestResult(statistic: maximumT.isFinite ? maximumT : nil, p: p)
  }

  /// Pairs of curves, such as the same replicate under common random numbers, by their differences;
  /// nil for fewer than two.
  package init?(
    paired sample: CurveSample, level: Double, draws: Int = draws, key: UInt64
  ) {
    let first = sample.first(steps: sample.length)
    self.init(
      differences: first, first.count < sample.count ? sample.moments(steps: sample.length) : nil,
      level: level, draws: draws, key: key)
  }

  /// - Precondition: as many `a` as `b`, all of the same length.
  package init?(
    paired a: [[Double]], _ b: [[Double]], level: Double, draws: Int = draws,
    key: UInt64
  ) {
    precondition(a.count == b.count)
    let differences = zip(a, b).map { zip($0, $1).map { $0 - $1 } }
    self.init(differences: differences, nil, level: level, draws: draws, key: key)
  }

  /// - Parameter all: of more curves, the first of which are given; nil where they are all.
  private init?(
    differences curves: [[Double]], _ all: [StepMoments]?, level: Double, draws: Int,
    key: UInt64
  ) {
    guard curves.count > 1 else { return nil }
    fewest = curves.count
    let moments = Moments.bySteps(of: curves)
    let all = all ?? moments.map { StepMoments($0) }
    let active = moments.indices.filter { moments[$0].min != 0 || moments[$0].max != 0 }
    let means = all.map(\.mean)
    let errors = all.map { $0.variance.squareRoot() / Double($0.count).squareRoot() }
    (difference, standardError) = (means, errors)
    self.level = level
    let observed = Self.largest(means, errors, among: active)
    (maximumT, step) = observed
    let raw = curves.map { curve in active.map { curve[$0] } }
    let rawSquares = active.indices.map { place in
      raw.reduce(0) { $0 + $1[place] * $1[place] }
    }
    var flips = MultiplierBootstrap(raw, squares: rawSquares, key: Self.part(1, of: key))
    p = Self.share(atLeast: observed.t, draws) { flips.next() }
    factor =
      CurveBand(
        curves, moments, of: all.first?.count ?? 2, level, draws, Self.part(2, of: key)
      ).factor
  }

  /// Independent groups of curves; nil for fewer than two in a group.
  package init?(
    _ a: CurveSample, _ b: CurveSample, level: Double, draws: Int = draws,
    key: UInt64
  ) {
    let steps = max(a.length, b.length)
    let first = [a, b].map { $0.first(steps: steps) }
    self.init(
      first,
      zip([a, b], first).map { $1.count < $0.count ? $0.moments(steps: steps) : nil },
      level: level, draws: draws, key: key)
  }

  /// - Precondition: all curves have the same length.
  /// - Complexity: draws x curves x steps.
  package init?(
    _ a: [[Double]], _ b: [[Double]], level: Double, draws: Int = draws,
    key: UInt64
  ) {
    self.init([a, b], [nil, nil], level: level, draws: draws, key: key)
  }

  /// - Parameter all: of each group: of more curves, the first of which are given; nil where they
  ///   are all.
  private init?(
    _ groups: [[[Double]]], _ all: [[StepMoments]?], level: Double, draws: Int,
    key: UInt64
  ) {
    guard groups.allSatisfy({ $0.count > 1 }) else { return nil }
    fewest = groups.map(\.count).min() ?? 0
    let moments = groups.map(Moments.bySteps)
    let all = zip(all, moments).map { $0 ?? $1.map { StepMoments($0) } }
    let means = zip(all[0], all[1]).map { $0.mean - $1.mean }
    let errors = zip(all[0], all[1]).map { ($0.squaredError + $1.squaredError).squareRoot() }
    (difference, standardError) = (means, errors)
    self.level = level
    let active = means.indices.filter { step in
      let (one, other) = (moments[0][step], moments[1][step])
      return one.min != one.max || other.min != other.max || one.min != other.min
    }
    (maximumT, step) = Self.largest(means, errors, among: active)
    // One after the other: each has a copy of the curves.
    p = Self.permuted(maximumT, draws, groups, moments, at: active, RandomStream(key: key, 1))
    let factors = Self.signed(draws, groups, moments, at: active, RandomStream(key: key, 2))
    // Never narrower than the interval of any one step.
    let degrees = active.map { step in
      StudentEstimate.degreesOfFreedom(
        moments.map { StepMoments($0[step]) }.map { ($0.squaredError, $0.count) })
    }
    let own = degrees.filter(\.isFinite).min().map {
      StudentT(degreesOfFreedom: $0).twoSided(level: level)
    }
    factor = max(factors.quantile(level) ?? 0, own ?? 0)
  }

  /// p of independent groups, by random labels.
  private static func permuted(
    _ bound: Double, _ draws: Int, _ groups: [[[Double]]], _ moments: [[Moments]],
    at active: [Int], _ stream: RandomStream
  ) -> Double {
    let (n1, n2) = (Double(groups[0].count), Double(groups[1].count))
    // Relative to the pooled mean: sums of squares keep their digits.
    let pooled = active.map { step in
      (n1 * (moments[0][step].mean ?? 0) + n2 * (moments[1][step].mean ?? 0)) / (n1 + n2)
    }
    let curves = groups.joined().map { curve in zip(active, pooled).map { curve[$0] - $1 } }
    var permuted = ResampledCurves(curves, first: groups[0].count, stream)
    return share(atLeast: bound, draws) { permuted.nextPermutation() }
  }

  /// max |t| of independent groups under random signs of the deviations from their means.
  private static func signed(
    _ draws: Int, _ groups: [[[Double]]], _ moments: [[Moments]], at active: [Int],
    _ stream: RandomStream
  ) -> SortedSample {
    let residuals = zip(groups, moments).flatMap { curves, moments in
      curves.map { curve in active.map { curve[$0] - (moments[$0].mean ?? 0) } }
    }
    var flipped = ResampledCurves(residuals, first: groups[0].count, stream)
    return SortedSample((0..<draws).map { _ in flipped.nextSigns() })
  }

  /// The largest |t| and its step; a step without spread counts, as infinite, if means differ.
  private static func largest(
    _ means: [Double], _ errors: [Double], among steps: [Int]
  ) -> (t: Double, step: Int?) {
    var best: (t: Double, step: Int?) = (-1, nil)
    for step in steps {
      let t = abs(means[step]) / errors[step]
      if t > best.t { best = (t, step) }  // without mean and error t is no number
    }
    return (max(0, best.t), best.step)
  }

  /// A key for one of several streams of the same caller.
  private static func part(_ number: UInt64, of key: UInt64) -> UInt64 {
    var stream = RandomStream(key: key, number)
    return stream.next()
  }

  /// p by values of a statistic, equal within rounding, the data among them.
  private static func share(
    atLeast bound: Double, _ draws: Int, _ next: () -> Double
  ) -> Double {
    let extreme = (0..<draws).count { _ in next() >= bound * (1 - 1e-9) }
    return Double(extreme + 1) / Double(draws + 1)
  }
}

extension ComparisonTest {
  package static let curvePermutation = ComparisonTest(
    "curve_permutation",
    MethodWords(
      "permutation test of curves",
      "Do two mean curves differ at any step, by the largest t under permutation?",
      assumption:
        "Without a difference both levels have one distribution, or symmetric differences.",
      source: "Nichols and Holmes (2002), doi:10.1002/hbm.1058"),
    question: .curves, pairing: .wherePossible)
}
