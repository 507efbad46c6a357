/// Whether a fitted curve misses the means by more than the scatter of replicates explains.
package struct LackOfFit: Hashable, Sendable {
  /// Mean square of the misfit over mean square of the scatter.
  package let f: Double
  package let numerator: Int
  package let denominator: Int
  /// Small: the law does not describe the curve, however high its R2.
  package let p: Double

  /// The values observed at one place of the curve.
  package struct Group: Hashable, Sendable {
    package var moments: Moments
    package var fitted: Double
    package init(moments: Moments, fitted: Double) {
      self.moments = moments
      self.fitted = fitted
    }
  }

  /// F = [sum n_j (mean_j - f_j)^2 / (m - q)] / [sum SS_j / (N - m)] for m places, N values.
  ///
  /// Exact for independent normal values of equal variance. The steps of one run depend on each
  /// other and their variance changes along the curve, so for curves p is a guide only; where
  /// p decides something, use `CurveLackOfFit`.
  /// Source: Draper and Smith (1998), doi:10.1002/9781118625590, section 2.1. Nil without a
  /// degree of freedom on either side, or without any scatter.
  package init?(_ groups: [Group], parameterCount: Int) {
    let total = groups.reduce(0) { $0 + $1.moments.count }
    numerator = groups.count - parameterCount
    denominator = total - groups.count
    let scatter = groups.reduce(0) { $0 + $1.moments.sumOfSquaredDeviations }
    guard numerator > 0, denominator > 0, scatter > 0 else { return nil }
    let misfit = groups.reduce(0) { sum, group in
      let miss = (group.moments.mean ?? group.fitted) - group.fitted
      return sum + Double(group.moments.count) * miss * miss
    }
    f = (misfit / Double(numerator)) / (scatter / Double(denominator))
    p = FisherF(Double(numerator), Double(denominator)).above(f)
  }

  /// Of a converged, unweighted fit to points whose places repeat; nil otherwise.
  package init?(of fit: GrowthFit, t: [Double], y: [Double]) {
    guard fit.fit.converged, Set(t).count < t.count else { return nil }
    var moments: [Double: Moments] = [:]
    for (place, value) in zip(t, y) { moments[place, default: Moments()].add(value) }
    let groups = moments.keys.sorted().compactMap { place -> Group? in
      guard let moments = moments[place], let fitted = fit.value(at: place) else { return nil }
      return Group(moments: moments, fitted: fitted)
    }
    self.init(groups, parameterCount: fit.fit.parameters.count)
  }
}
