import Glibc

/// A share observed as `successes` of `trials`, with Wilson's interval.
package struct Proportion: Inference, Hashable {
  /// Halves are those of what counts as half a success.
  package let successes: Double
  package let trials: Int

  /// - Precondition: 0 <= successes <= trials.
  package init(successes: Int, trials: Int) {
    self.init(halves: 2 * successes, trials: trials)
  }

  /// - Precondition: 0 <= halves <= 2 trials.
  init(halves: Int, trials: Int) {
    precondition(0 <= halves && halves <= 2 * trials)
    successes = Double(halves) / 2
    self.trials = trials
  }

  /// No number without trials.
  package var estimate: Double { successes / Double(trials) }

  /// Wilson score interval without continuity correction: the default for shares.
  ///
  /// Never degenerate at 0 or n successes, where the t interval would be a point.
  /// Source: Wilson (1927), doi:10.1080/01621459.1927.10502953; Brown, Cai, DasGupta (2001),
  /// doi:10.1214/ss/1009213286.
  package func interval(level: Double) -> Interval? {
    guard trials > 0 else { return nil }
    let z = Normal.twoSided(level: level)
    let n = Double(trials)
    let share = successes / n
    let scale = 1 + z * z / n
    let center = (share + z * z / (2 * n)) / scale
    let half = Self.halfWidth(share, trials: trials, level: level)
    return Interval(
      lower: successes == 0 ? 0 : center - half, upper: successes == n ? 1 : center + half,
      method: .wilson)
  }

  /// Of Wilson's interval around its center.
  static func halfWidth(_ share: Double, trials: Int, level: Double) -> Double {
    let (z, n) = (Normal.twoSided(level: level), Double(trials))
    return z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
  }

  /// By the score test that Wilson's interval inverts; nil without trials.
  package func p(against value: Double) -> OneSided? {
    OneSided(score: (estimate - value) / (value * (1 - value) / Double(trials)).squareRoot())
  }

  /// The largest share that `trials` trials without one event leave possible: 1 - (1 - level)^(1/n).
  ///
  /// About 3 / n at level 0.95, hence "rule of three": Hanley, Lippman-Hand (1983),
  /// doi:10.1001/jama.1983.03330370053031. 1 without trials.
  package static func ruleOfThreeBound(trials: Int, level: Double) -> Double {
    trials > 0 ? -expm1(log(1 - level) / Double(trials)) : 1
  }
}
