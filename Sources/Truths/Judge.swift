import Statistics

/// Turns observations into an estimate, its distance from the expected value and a p-value.
package struct Judge {
  package struct Result {
    package var expected: String
    package var estimate: Double?
    package var interval: ClosedRange<Double>?
    /// The estimates that pass.
    package var accepted: ClosedRange<Double>?
    package var z: Double?
    package var p: Double
  }

  private static let blocks = 20
  private static let interval = Normal.twoSided(level: 0.95)

  package let expected: Expected
  /// By arm, run and component.
  package let observations: [[[Double]]]
  /// Chance that the truth is rejected although it is true.
  package let level: Double

  package init(expected: Expected, observations: [[[Double]]], level: Double) {
    (self.expected, self.observations, self.level) = (expected, observations, level)
  }

  package var result: Result {
    switch expected {
    case .always(let values):
      let runs = observations.joined()
      let share = Double(runs.count { $0 == values }) / Double(runs.count)
      return Result(
        expected: "always " + Self.list(values), estimate: share, accepted: 1...1,
        p: share == 1 ? 1 : 0)
    case .means(let values, let tolerance, let referenceRuns):
      return means(values, tolerance, referenceRuns)
    case .differs(let values):
      var result = means(values, 0, nil)
      let isMissing = result.estimate == nil
      (result.accepted, result.p) = (nil, !isMissing && result.p < level ? 1 : 0)
      result.expected = "not " + result.expected
      return result
    case .distribution(let probabilities):
      return distribution(probabilities)
    case .function(let function, let value, let tolerance):
      return self.function(function, value, tolerance)
    }
  }

  /// Of several means the one that agrees least, with Bonferroni's correction.
  private func means(
    _ expected: [Double], _ tolerance: Double, _ referenceRuns: Int?
  ) -> Result {
    let runs = observations[0]
    let text = Self.list(expected)
    guard runs.allSatisfy({ $0.count == expected.count && $0.allSatisfy(\.isFinite) }) else {
      return Result(expected: text, p: 0)
    }
    var worst = Result(expected: text, p: 2)
    for (component, value) in expected.enumerated() {
      let moments = Moments(of: runs.map { $0[component] })
      guard let mean = moments.mean, let variance = moments.variance else { continue }
      let runShare = 1 / Double(moments.count) + (referenceRuns.map { 1 / Double($0) } ?? 0)
      let compared = compared(
        mean, with: value, tolerance, error: (variance * runShare).squareRoot(),
        tests: expected.count)
      if compared.p < worst.p {
        let half = Self.interval * (variance / Double(moments.count)).squareRoot()
        worst = compared
        (worst.expected, worst.interval) = (text, mean - half...mean + half)
      }
    }
    worst.p = min(1, worst.p * Double(expected.count))
    return worst
  }

  /// An estimate passes within the tolerance, and as far as chance leads at this level: whichever is more.
  ///
  /// - Parameter tests: of which this is one.
  private func compared(
    _ estimate: Double, with value: Double, _ tolerance: Double, error: Double, tests: Int = 1
  ) -> Result {
    let z = Self.score(estimate - value, error)
    let chance = Normal.twoSided(level: 1 - level / Double(tests)) * error
    let reach = max(tolerance, chance)
    return Result(
      expected: "", estimate: estimate, accepted: value - reach...value + reach, z: z,
      p: abs(estimate - value) <= tolerance ? 1 : Self.twoSided(z))
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

  /// The error of a function of means is that of a jackknife over blocks of runs.
  private func function(_ function: MeanFunction, _ value: Double, _ tolerance: Double) -> Result {
    let text = "\(Self.text(value)) ± \(Self.text(tolerance))"
    let all = function(observations.flatMap { Self.means($0, without: nil) })
    let parts = (0..<Self.blocks).map { block in
      function(observations.flatMap { Self.means($0, without: block) })
    }
    guard all.isFinite, let spread = Moments(of: parts).variance, spread.isFinite else {
      return Result(expected: text, p: 0)
    }
    let count = Double(Self.blocks)
    let error = (spread * (count - 1) * (count - 1) / count).squareRoot()
    var result = compared(all, with: value, tolerance, error: error)
    let half = Self.interval * error
    (result.expected, result.interval) = (text, all - half...all + half)
    return result
  }

  private static func means(_ runs: [[Double]], without block: Int?) -> [Double] {
    let kept = runs.indices.filter { block == nil || $0 % blocks != block }
    return (0..<(runs.first?.count ?? 0)).map { component in
      kept.reduce(0) { $0 + runs[$1][component] } / Double(kept.count)
    }
  }

  private static func score(_ difference: Double, _ error: Double) -> Double {
    // Means of equal whole numbers may differ in the last digit.
    if abs(difference) < 1e-9 { return 0 }
    return error > 0 ? difference / error : .infinity
  }

  private static func twoSided(_ z: Double) -> Double {
    z.isInfinite ? 0 : min(1, 2 * Normal.above(abs(z)))
  }

  /// The first twelve of many.
  private static func list(_ values: [Double]) -> String {
    values.prefix(12).map(text).joined(separator: ", ") + (values.count > 12 ? ", ..." : "")
  }

  /// Up to six digits behind the point.
  static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
