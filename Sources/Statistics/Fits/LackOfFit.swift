/// Whether a fitted curve misses the means by more than the scatter of replicates explains.
package struct LackOfFit: Hashable, Sendable {
  /// Mean square of the misfit over mean square of the scatter.
  package let f: Double
  package let numerator: Int
  package let denominator: Int
  /// Small: the model does not describe the curve, however high its R2.
  package let p: Double

  /// The values observed at one x of the curve.
  package struct Group: Hashable, Sendable {
    let count: Int
    /// Nil without values.
    let mean: Double?
    /// Sum of squared deviations from the mean.
    let squares: Double
    let fitted: Double

    package init(moments: Moments, fitted: Double) {
      (count, mean, squares) = (moments.count, moments.mean, moments.sumOfSquaredDeviations)
      self.fitted = fitted
    }

    init(_ place: RepeatedPoints.Place, fitted: Double) {
      (count, mean, squares) = (place.values.count, place.values.mean, place.values.squares)
      self.fitted = fitted
    }
  }

  /// F = [sum n_j (mean_j - f_j)^2 / (m - q)] / [sum SS_j / (N - m)] for m different x, N values.
  ///
  /// Exact for independent normal values of equal variance. The steps of one run depend on each
  /// other and their variance changes along the curve, so for curves p is a guide only; where
  /// p decides something, use `CurveLackOfFit`.
  /// Source: Draper and Smith (1998), doi:10.1002/9781118625590, section 2.1. Nil without a
  /// degree of freedom on either side, or without any scatter.
  package init?(_ groups: [Group], parameterCount: Int) {
    let total = groups.reduce(0) { $0 + $1.count }
    numerator = groups.count - parameterCount
    denominator = total - groups.count
    let scatter = groups.reduce(0) { $0 + $1.squares }
    guard numerator > 0, denominator > 0, scatter > 0 else { return nil }
    let misfit = groups.reduce(0) { sum, group in
      let miss = (group.mean ?? group.fitted) - group.fitted
      return sum + Double(group.count) * miss * miss
    }
    f = (misfit / Double(numerator)) / (scatter / Double(denominator))
    p = FisherF(Double(numerator), Double(denominator)).above(f)
  }

  /// Of a converged, unweighted fit to points whose x repeat; nil otherwise.
  package init?(of fit: GrowthFit, to points: RepeatedPoints) {
    guard fit.fit.converged, !points.isWeighted, points.repeats != nil else { return nil }
    let groups = points.places.sorted { $0.x < $1.x }.compactMap { place in
      fit.value(at: place.x).map { Group(place, fitted: $0) }
    }
    self.init(groups, parameterCount: fit.fit.parameters.count)
  }
}
