internal import Statistics

/// Turns observations into an estimate, its distance from the expected value and a p-value.
struct Judge {
  struct Result {
    var expected: String
    var estimate: Double?
    var interval: ClosedRange<Double>?
    var z: Double?
    var p: Double
  }

  private static let blocks = 20
  private static let interval = Normal.twoSided(level: 0.95)

  let claim: Truth.Claim
  /// By arm, run and component.
  let observations: [[[Double]]]

  /// - Parameter level: of the single test, for claims that something is not so.
  func result(level: Double) -> Result {
    switch claim {
    case .always:
      let holds = observations.joined().count { $0 == [1] }
      let share = Double(holds) / Double(observations.joined().count)
      return Result(expected: "always", estimate: share, p: share == 1 ? 1 : 0)
    case .means(let expected, let referenceRuns, let rounding):
      return means(expected, referenceRuns, rounding)
    case .distribution(let probabilities):
      return distribution(probabilities)
    case .estimate(let expected, let tolerance, let estimator):
      return estimate(expected, tolerance, level: level, estimator)
    case .drift(let isZero):
      return drift(isZero: isZero, level: level)
    }
  }

  private func means(
    _ expected: [Double], _ referenceRuns: Int?, _ rounding: Double
  ) -> Result {
    let runs = observations[0]
    let text = expected.map { Self.text($0) }.joined(separator: ", ")
    guard runs.allSatisfy({ $0.count == expected.count && $0.allSatisfy(\.isFinite) }) else {
      return Result(expected: text, p: 0)
    }
    var worst = Result(expected: text, p: 2)
    for (component, value) in expected.enumerated() {
      let moments = Moments(of: runs.map { $0[component] })
      guard let mean = moments.mean, let variance = moments.variance else { continue }
      let runShare = 1 / Double(moments.count) + (referenceRuns.map { 1 / Double($0) } ?? 0)
      let distance = Self.beyond(mean - value, rounding)
      let z = Self.score(distance, (variance * runShare).squareRoot())
      let p = Self.twoSided(z)
      if p < worst.p {
        let half = Self.interval * (variance / Double(moments.count)).squareRoot()
        worst = Result(
          expected: text, estimate: mean, interval: mean - half...mean + half, z: z, p: p)
      }
    }
    worst.p = min(1, worst.p * Double(expected.count))
    return worst
  }

  private func distribution(_ probabilities: [Double]) -> Result {
    var counts = [Int](repeating: 0, count: probabilities.count)
    var impossible = 0
    for run in observations[0] {
      guard let outcome = Int(exactly: run[0]), counts.indices.contains(outcome),
        probabilities[outcome] > 0
      else {
        impossible += 1
        continue
      }
      counts[outcome] += 1
    }
    let shown = probabilities.prefix(12).map { Self.text($0) }.joined(separator: " / ")
    let text =
      probabilities.count <= 12
      ? shown
      : Set(probabilities).count == 1 ? "\(probabilities.count) equal chances" : shown + " / ..."
    guard impossible == 0 else { return Result(expected: text, p: 0) }
    let joined = ChiSquareTest.joined(
      counts: counts, probabilities: probabilities, least: 20)
    guard
      let test = ChiSquareTest.fit(counts: joined.counts, probabilities: joined.probabilities)
    else { return Result(expected: text, z: 0, p: 1) }
    let p = max(test.p, .leastNormalMagnitude)
    return Result(expected: text, z: -Normal.quantile(min(p, 1 - 1e-16)), p: test.p)
  }

  /// The error of an estimate is that of a jackknife over blocks of runs. What passes is printed: the
  /// tolerance, and how far chance may lead beyond it at this level.
  private func estimate(
    _ expected: Double, _ tolerance: Double, level: Double, _ estimator: ([[Double]]) -> Double
  ) -> Result {
    var text = "\(Self.text(expected)) ± \(Self.text(tolerance))"
    let all = estimator(observations.map { Self.means($0, without: nil) })
    let parts = (0..<Self.blocks).map { block in
      estimator(observations.map { Self.means($0, without: block) })
    }
    guard all.isFinite, let spread = Moments(of: parts).variance, spread.isFinite else {
      return Result(expected: text, p: 0)
    }
    let count = Double(Self.blocks)
    let error = (spread * (count - 1) * (count - 1) / count).squareRoot()
    text += " ± \(Self.text(Normal.twoSided(level: 1 - level) * error)) by chance"
    let outside = Self.score(Self.beyond(all - expected, tolerance), error)
    let half = Self.interval * error
    return Result(
      expected: text, estimate: all, interval: all - half...all + half,
      z: Self.score(all - expected, error), p: Self.twoSided(outside))
  }

  private func drift(isZero: Bool, level: Double) -> Result {
    let text = isZero ? "no drift" : "a drift"
    guard observations[0].allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) }) else {
      return Result(expected: text, p: 0)
    }
    let components = (0...1).map { component in Moments(of: observations[0].map { $0[component] }) }
    let means = components.compactMap(\.mean)
    let errors = components.compactMap(\.standardError)
    guard means.count == 2, errors.count == 2 else { return Result(expected: text, p: 0) }
    // The clearer of both components, with Bonferroni's correction.
    let p = min(1, 2 * zip(means, errors).map { Self.twoSided(Self.score($0, $1)) }.reduce(1, min))
    let size = (means[0] * means[0] + means[1] * means[1]).squareRoot()
    return Result(expected: text, estimate: size, z: nil, p: isZero ? p : p < level ? 1 : 0)
  }

  private static func means(_ runs: [[Double]], without block: Int?) -> [Double] {
    let kept = runs.indices.filter { block == nil || $0 % blocks != block }
    return (0..<(runs.first?.count ?? 0)).map { component in
      kept.reduce(0) { $0 + runs[$1][component] } / Double(kept.count)
    }
  }

  /// What is left of a difference after `slack`.
  private static func beyond(_ difference: Double, _ slack: Double) -> Double {
    difference > 0 ? max(0, difference - slack) : min(0, difference + slack)
  }

  private static func score(_ difference: Double, _ error: Double) -> Double {
    // Means of equal whole numbers may differ in the last digit.
    if abs(difference) < 1e-9 { return 0 }
    return error > 0 ? difference / error : .infinity
  }

  private static func twoSided(_ z: Double) -> Double {
    z.isInfinite ? 0 : min(1, 2 * Normal.above(abs(z)))
  }

  /// Up to six digits behind the point.
  static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
