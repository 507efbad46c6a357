/// Which of two values of a response is the better one; raw values are those of the key `better`.
package enum Better: String, CaseIterable, Codable, Sendable {
  case smaller, larger

  var other: Better { self == .smaller ? .larger : .smaller }
}

/// What data say against one value of an effect, on either side of it.
package struct OneSided: Hashable, Sendable {
  /// Nil where there is none, such as without spread.
  package let statistic: Double?
  package let degreesOfFreedom: [Double]
  /// Small where the effect is larger than the value.
  package let above: Double
  /// Small where it is smaller.
  package let below: Double

  init(statistic: Double?, above: Double, below: Double) {
    (self.statistic, degreesOfFreedom) = (statistic, [])
    (self.above, self.below) = (above, below)
  }

  init(z: Double) {
    self.init(statistic: z, above: Normal.above(z), below: Normal.below(z))
  }

  /// In place of a statistic beyond every number: no smaller p is a number.
  static let mostZ = 38.0

  /// Of a score, which may be infinite; nil where it is no number.
  init?(score: Double) {
    guard !score.isNaN else { return nil }
    self.init(z: score.isFinite ? score : score > 0 ? Self.mostZ : -Self.mostZ)
  }

  init(t: Double, degreesOfFreedom: Double) {
    let distribution = StudentT(degreesOfFreedom: degreesOfFreedom)
    (statistic, self.degreesOfFreedom) = (t, [degreesOfFreedom])
    (above, below) = (distribution.above(t), distribution.below(t))
  }

  private func result(p: Double) -> TestResult? {
    TestResult(statistic: statistic, degreesOfFreedom: degreesOfFreedom, p: p)
  }

  /// Is the effect another value?
  package var difference: TestResult? { result(p: atMostOne(2 * min(above, below))) }

  /// Is the effect larger than the value?
  package var larger: TestResult? { result(p: above) }

  /// Is it smaller?
  package var smaller: TestResult? { result(p: below) }

  /// Does the effect lie between two values? Two one-sided tests, of which the larger p counts.
  ///
  /// p <= alpha exactly where the interval of level 1 - 2 alpha lies between them.
  /// Source: Schuirmann (1987), doi:10.1007/BF01068419.
  static func between(_ low: OneSided, _ high: OneSided) -> TestResult? {
    low.above > high.below ? low.larger : high.smaller
  }
}
