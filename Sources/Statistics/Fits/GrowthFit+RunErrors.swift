extension GrowthFit {
  /// Means of runs to which a model is fitted for the errors of a mean curve, if no other number is asked
  /// for.
  package static let errorDraws = 200

  /// The fit to a mean curve, with the errors that its runs give it.
  ///
  /// Least squares takes the errors of the points as independent. Those of a mean curve are not: who is
  /// infected stays so, and a run that starts late is late at every step. Runs are independent, so the
  /// model is fitted again to means of runs drawn with replacement, over the steps that such a mean has,
  /// and the parameters' covariance over these fits is theirs; intervals are estimate ± t(n - 1)
  /// standard error with n runs. Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap,
  /// chapter 6.
  ///
  /// Where more than one in twenty of the fits has no minimum, errors are not known, and `fit.problem` says
  /// so. Without two runs, or a minimum, the fit is as it was.
  ///
  /// - Parameters:
  ///   - curves: the runs, each from step 0 to its own end, whose value it keeps. The fit is unweighted,
  ///     to their mean by step.
  ///   - people: in the group, for the steps that are fitted.
  ///   - whole: the mean of all runs, of which `curves` are only a sample that shows how they scatter,
  ///     and by step how many of them end there; nil: the curves are all.
  ///   - level: of the intervals.
  ///   - draws: fits; the standard error of a standard error is its 1/sqrt(2 draws).
  package func withErrors(
    ofRuns curves: [[Double]], people: Int, whole: (mean: [Double], ends: [Int])? = nil,
    level: Double, draws: Int = errorDraws, key: UInt64
  ) -> GrowthFit {
    guard fit.converged, let values = scaled.values, curves.count > 1 else { return self }
    var means = ResampledMeans(curves, whole: whole, key: key)
    let fits = (0..<draws).compactMap { _ -> [Double]? in
      let mean = means.next()
      let steps = model.fittedSteps(mean, people: people)
      let again = CurveFit(
        model.problem(steps.map { clock.place(Double($0)) }, Array(mean[steps]), weights: nil),
        names: model.parameterNames, starts: [values], level: level)
      return again.converged ? again.values : nil
    }
    let isKnown = 20 * (draws - fits.count) <= draws
    var result = self
    result.scaled = scaled.withErrors(
      isKnown ? Self.covariance(of: fits, runs: curves.count) : nil,
      degreesOfFreedom: Double(means.count - 1), level: level)
    result.fit = result.scaled.converted(by: model.conversion, clock, level: level)
    if !isKnown {
      result.fit.problem = FitProblem(
        .errorsUnknown,
        "the errors are not known: \(draws - fits.count) of \(draws) means of runs drawn anew have no fit; "
          + "more runs may help")
    }
    return result
  }

  /// Of the vectors' components. Means of m draws from m runs have (m - 1)/m of the variance of means of
  /// m new runs, which is made up for.
  private static func covariance(of vectors: [[Double]], runs: Int) -> [[Double]] {
    let m = Double(runs)
    let places = vectors[0].indices
    let means = places.map { place in Moments(of: vectors.map { $0[place] }).mean ?? .nan }
    return places.map { row in
      places.map { column in
        vectors.reduce(0) { $0 + ($1[row] - means[row]) * ($1[column] - means[column]) }
          / Double(vectors.count - 1) * m / (m - 1)
      }
    }
  }
}
