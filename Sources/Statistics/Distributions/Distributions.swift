// Distribution functions of the distributions used by intervals and tests. `below` is P(X <= x), `above` is
// P(X > x) without cancellation, `quantile(p)` inverts `below`. Whatever iterates has an end: ours
// do by their own bounds; of GSL's only the normal distribution, which has no iteration, and the inverse of
// Student's, which takes 32 steps at most, are called.
//
// What is not defined is NaN: arguments that are NaN, probabilities outside 0...1, degrees of freedom that are
// not positive and finite.

/// The standard normal distribution.
package enum Normal {
  package static func below(_ z: Double) -> Double { GSL.normalBelow(z) }
  package static func above(_ z: Double) -> Double { GSL.normalAbove(z) }
  package static func quantile(_ p: Double) -> Double { GSL.normalQuantile(p) }

  /// The z with P(|X| > z) = 1 - `level`: 1.96 for 0.95.
  package static func twoSided(level: Double) -> Double {
    GSL.normalUpperQuantile((1 - level) / 2)
  }
}

/// Student's t distribution with `degreesOfFreedom` > 0, not necessarily whole.
package struct StudentT: Sendable {
  package let degreesOfFreedom: Double
  package init(degreesOfFreedom: Double) { self.degreesOfFreedom = degreesOfFreedom }

  package func below(_ t: Double) -> Double { above(-t) }

  package func above(_ t: Double) -> Double {
    let ratio = t * t / degreesOfFreedom
    let tail =
      IncompleteBeta.tails(
        a: degreesOfFreedom / 2, b: 0.5, x: 1 / (1 + ratio), y: 1 / (1 + 1 / ratio)
      ).below / 2
    return t < 0 ? 1 - tail : tail
  }

  /// The t with P(|X| > t) = 1 - `level`.
  package func twoSided(level: Double) -> Double { upperQuantile((1 - level) / 2) }

  /// The t with P(X > t) = `tail`.
  package func upperQuantile(_ tail: Double) -> Double {
    guard 0 <= tail, tail <= 1, isPositive(degreesOfFreedom) else { return .nan }
    let found = GSL.studentUpperQuantile(tail, degreesOfFreedom: degreesOfFreedom)
    // GSL's inverse loses its digits far out: half of them at 10^-9 with one degree of freedom.
    guard tail < 0.5, tail > 0, !(abs(above(found) - tail) <= 1e-8 * tail) else { return found }
    return firstDouble(from: 0, through: .greatestFiniteMagnitude) { above($0) <= tail }
  }
}

/// The chi-squared distribution.
package struct ChiSquare: Sendable {
  package let degreesOfFreedom: Double
  package init(degreesOfFreedom: Double) { self.degreesOfFreedom = degreesOfFreedom }

  private func tails(_ x: Double) -> (below: Double, above: Double) {
    IncompleteGamma.tails(shape: degreesOfFreedom / 2, x: x / 2)
  }

  package func above(_ x: Double) -> Double { tails(x).above }

  package func quantile(_ p: Double) -> Double {
    guard 0 <= p, p <= 1, isPositive(degreesOfFreedom) else { return .nan }
    return firstDouble(from: 0, through: .greatestFiniteMagnitude) { x in
      p < 0.5 ? tails(x).below >= p : tails(x).above <= 1 - p
    }
  }
}

/// Fisher's F distribution.
package struct FisherF: Sendable {
  package let numerator: Double
  package let denominator: Double

  /// The distribution of a ratio of mean squares with these degrees of freedom.
  package init(_ numerator: Double, _ denominator: Double) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package func above(_ x: Double) -> Double {
    let ratio = numerator * max(x, 0) / denominator
    return IncompleteBeta.tails(
      a: denominator / 2, b: numerator / 2, x: 1 / (1 + ratio), y: 1 / (1 + 1 / ratio)
    ).below
  }
}

/// The number of successes in `trials` independent trials, each with `probability`.
package struct Binomial: Sendable {
  package let trials: Int
  package let probability: Double
  package init(trials: Int, probability: Double) {
    self.trials = trials
    self.probability = probability
  }

  /// P(X <= `count`); 0 for a negative count.
  package func below(_ count: Int) -> Double { count < 0 ? 0 : tails(count + 1).below }

  /// P(X >= `count`).
  package func atLeast(_ count: Int) -> Double { count <= 0 ? 1 : tails(count).atLeast }

  /// P(X < `count`) and P(X >= `count`), for a count of 1 or more: the probability is at least
  /// the `count`-th smallest of as many uniform numbers as there are trials, or it is not.
  private func tails(_ count: Int) -> (below: Double, atLeast: Double) {
    guard count <= trials else { return (1, 0) }
    let (atLeast, below) = IncompleteBeta.tails(
      a: Double(count), b: Double(trials - count + 1), x: probability, y: 1 - probability)
    return (below, atLeast)
  }
}

/// A probability that sums or rounding took above 1. NaN stays, which `min` of the standard library takes for
/// the larger one.
func atMostOne(_ p: Double) -> Double { p > 1 ? 1 : p }

/// Whether a distribution may have this parameter.
func isPositive(_ parameter: Double) -> Bool { parameter > 0 && parameter < .infinity }
