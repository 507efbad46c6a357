/// A fitted curve of the mean response over a dose, with what tables say of it.
package protocol DoseCurve: Sendable {
  var link: ResponseLink { get }
  var data: DoseData { get }
  /// Of all intervals.
  var level: Double { get }
  /// Why there is no finite curve; nil if there is one.
  var separation: DoseSeparation? { get }
  /// Whether the search for the best curve ended at one.
  var converged: Bool { get }
  /// The dose from which on the means lie below the curve and level off; nil if they do not.
  var levelsOff: Double? { get }
  /// Numbers that were fitted.
  var parameterCount: Int { get }
  var scatter: DoseScatter { get }
  /// Up to a constant of the data.
  var leastDeviance: Double { get }
  /// The mean response of the curve at a level of the data, and the variance of a binomial run there.
  func fitted(_ place: Int) -> (mean: Double, variance: Double)
  /// The sum of the eigenvalues, and of their squares, of the covariance of standardized residuals.
  var misfitMoments: (mean: Double, square: Double) { get }

  var intercept: Double { get }
  var slope: Double { get }
  var interceptError: Double? { get }
  var slopeError: Double? { get }
  var interceptSet: ConfidenceSet { get }
  var slopeSet: ConfidenceSet { get }
  func dose(at level: Double) -> Double?
  func doseError(at level: Double) -> Double?
  func doseSet(at level: Double) -> ConfidenceSet
}

extension DoseCurve {
  /// Of shares over runs, as if each was a binomial count of one.
  package var deviance: Double {
    guard data.kind == .shares else { return max(0, leastDeviance) }
    return max(0, leastDeviance + freeDeviance)
  }

  /// Of shares around a free mean per level.
  var freeDeviance: Double {
    data.levels.reduce(0) { $0 + 2 * $1.entropy - $1.saturated }
  }

  /// Pearson's sum over levels, of shares over runs.
  package var pearson: Double {
    data.levels.indices.reduce(0) { sum, place in
      let (level, fitted) = (data.levels[place], fitted(place))
      let apart = level.mean - fitted.mean
      let squares = data.kind == .shares ? level.squares : 0
      let total = squares + level.runs * apart * apart
      return total > 0 ? sum + total / fitted.variance : sum
    }
  }

  /// Degrees of freedom of the deviance: levels, of shares runs, less what was fitted.
  package var degreesOfFreedom: Double {
    (data.kind == .events ? Double(data.levels.count) : data.runs) - Double(parameterCount)
  }
}
