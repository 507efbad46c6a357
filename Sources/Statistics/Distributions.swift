import CGSL

// Distribution functions of the laws used by intervals and tests, by gsl_cdf.
// `below` is P(X <= x), `above` is P(X > x) without cancellation, `quantile(p)` inverts `below`.
// Source: GSL 2.7 manual, "Cumulative Distribution Functions".

/// The standard normal law.
package enum Normal {
  package static func below(_ z: Double) -> Double { GSL.value { gsl_cdf_ugaussian_P(z) } }
  package static func above(_ z: Double) -> Double { GSL.value { gsl_cdf_ugaussian_Q(z) } }
  package static func quantile(_ p: Double) -> Double { GSL.value { gsl_cdf_ugaussian_Pinv(p) } }

  /// The z with P(|X| > z) = 1 - `level`: 1.96 for 0.95.
  package static func twoSided(level: Double) -> Double {
    GSL.value { gsl_cdf_ugaussian_Qinv((1 - level) / 2) }
  }
}

/// Student's t law with `degreesOfFreedom` > 0, not necessarily whole.
package struct StudentT: Sendable {
  package let degreesOfFreedom: Double
  package init(degreesOfFreedom: Double) { self.degreesOfFreedom = degreesOfFreedom }

  package func below(_ t: Double) -> Double { GSL.value { gsl_cdf_tdist_P(t, degreesOfFreedom) } }
  package func above(_ t: Double) -> Double { GSL.value { gsl_cdf_tdist_Q(t, degreesOfFreedom) } }

  /// P(|X| >= |t|).
  package func twoSidedP(_ t: Double) -> Double { min(1, 2 * above(abs(t))) }

  /// The t with P(|X| > t) = 1 - `level`.
  package func twoSided(level: Double) -> Double { upperQuantile((1 - level) / 2) }

  /// The t with P(X > t) = `tail`.
  package func upperQuantile(_ tail: Double) -> Double {
    GSL.value { gsl_cdf_tdist_Qinv(tail, degreesOfFreedom) }
  }
}

/// The chi-square law.
package struct ChiSquare: Sendable {
  package let degreesOfFreedom: Double
  package init(degreesOfFreedom: Double) { self.degreesOfFreedom = degreesOfFreedom }

  package func above(_ x: Double) -> Double { GSL.value { gsl_cdf_chisq_Q(x, degreesOfFreedom) } }
  package func quantile(_ p: Double) -> Double {
    GSL.value { gsl_cdf_chisq_Pinv(p, degreesOfFreedom) }
  }
}

/// Fisher's F law.
package struct FisherF: Sendable {
  package let numerator: Double
  package let denominator: Double

  /// The law of a ratio of mean squares with these degrees of freedom.
  package init(_ numerator: Double, _ denominator: Double) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package func above(_ x: Double) -> Double {
    GSL.value { gsl_cdf_fdist_Q(x, numerator, denominator) }
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
  package func below(_ count: Int) -> Double {
    guard count >= 0 else { return 0 }
    return GSL.value { gsl_cdf_binomial_P(UInt32(count), probability, UInt32(trials)) }
  }

  /// P(X >= `count`).
  package func atLeast(_ count: Int) -> Double {
    guard count > 0 else { return 1 }
    return GSL.value { gsl_cdf_binomial_Q(UInt32(count - 1), probability, UInt32(trials)) }
  }
}

/// The beta law on 0...1.
struct BetaLaw {
  let a: Double
  let b: Double

  /// The x with P(X <= x) = p, refined by Newton steps: GSL's own inverse stops at 6 digits
  /// for some arguments.
  func quantile(_ p: Double) -> Double {
    var x = GSL.value { gsl_cdf_beta_Pinv(p, a, b) }
    for _ in 0..<4 {
      let slope = GSL.value { gsl_ran_beta_pdf(x, a, b) }
      let step = (GSL.value { gsl_cdf_beta_P(x, a, b) } - p) / slope
      guard step.isFinite, 0 < x - step, x - step < 1 else { break }
      x -= step
      if abs(step) < 1e-15 * x { break }
    }
    return x
  }
}
