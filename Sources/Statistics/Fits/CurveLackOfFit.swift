/// Whether the mean curve of runs misses a fitted model by more than the runs' scatter explains.
///
/// For curves whose steps depend on each other, where the F test of `LackOfFit` does not hold.
/// The statistic is max |t| over the steps of mean - fitted curve; its distribution comes from random
/// signs of each run's deviation from the mean, after the part that the fitted parameters could
/// follow (the tangent plane of the least-squares fit) is taken out of it, as the fit took it out
/// of the misfit. Source: as `CurveBand`; docs/statistics.md, "Lack of fit".
package struct CurveLackOfFit: Sendable {
  package let maximumT: Double
  /// The step with the largest |t|.
  package let step: Int
  /// (count + 1) / (draws + 1); small: the model does not describe the mean curve.
  package let p: Double

  /// - Parameters:
  ///   - curves: the runs, with a value at each of `times`.
  ///   - fit: the converged, unweighted fit to their mean curve.
  ///   - whole: the mean and the number of all runs, of which `curves` are only a sample that
  ///     shows how the steps are correlated; nil: the curves are all.
  /// - Returns: nil for an unconverged fit, fewer than three runs, or runs without scatter.
  package init?(
    curves: [[Double]], times: [Double], fit: GrowthFit,
    whole: (mean: [Double], count: Int)? = nil, draws: Int = 2_000, key: UInt64
  ) {
    guard fit.fit.converged, curves.count > 2 else { return nil }
    precondition(curves.allSatisfy { $0.count == times.count })
    let moments = Moments.bySteps(of: curves)
    let means = moments.map { $0.mean ?? 0 }
    let misfit = zip(times, whole?.mean ?? means).map { $1 - (fit.value(at: $0) ?? .nan) }
    guard let plane = Projection(times.compactMap(fit.tangent)) else { return nil }
    let deviations = curves.compactMap { curve in
      plane.residual(of: zip(curve, means).map { $0 - $1 })
    }
    guard deviations.count == curves.count else { return nil }
    let squares = times.indices.map { step in
      deviations.reduce(0) { $0 + $1[step] * $1[step] }
    }
    // A step at which the runs agree says nothing about scatter.
    let varying = times.indices.filter {
      moments[$0].sumOfSquaredDeviations > 0 && squares[$0] > 1e-20 * (squares.max() ?? 0)
    }
    guard !varying.isEmpty else { return nil }
    let n = Double(curves.count)
    let all = Double(whole?.count ?? curves.count)
    var best = (t: 0.0, step: varying[0])
    for step in varying {
      let t = abs(misfit[step]) / (squares[step] / (n - 1) / all).squareRoot()
      if t > best.t { best = (t, step) }
    }
    (maximumT, step) = best
    var flips = MultiplierBootstrap(
      deviations.map { deviation in varying.map { deviation[$0] } },
      squares: varying.map { squares[$0] }, key: key)
    let distribution = flips.sample(draws)
    p = Double(distribution.values.count { $0 >= best.t } + 1) / Double(draws + 1)
  }
}
