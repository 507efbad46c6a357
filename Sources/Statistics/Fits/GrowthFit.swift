/// A growth model fitted to a curve.
package struct GrowthFit: Hashable, Sendable {
  package let model: GrowthModel
  package internal(set) var fit: CurveFit
  /// The fit on the model's clock, where curve and errors keep their digits.
  var scaled: CurveFit
  let clock: TimeScaling
  /// The first of the times at which the fitted curve is positive.
  package let firstGrowth: Double?

  /// Fits `model` to the points (t, y).
  ///
  /// Never throws and never drops a curve: what went wrong stands in `fit.problem`.
  /// - Parameters:
  ///   - weights: one per point, such as 1 / sigma^2; only their ratios matter. Nil: all 1.
  ///   - start: the user's starting values, in the order of `model.parameterNames`; nil: ours.
  ///   - level: of the parameters' intervals.
  /// - Precondition: as many `y` (and weights) as `t`.
  package init(
    _ model: GrowthModel, t: [Double], y: [Double], weights: [Double]? = nil,
    start: [Double]? = nil, level: Double = 0.95
  ) {
    self.init(model, t: t, y: y, weights: weights, repeats: nil, start: start, level: level)
  }

  /// The same for points whose times may repeat.
  package init(
    _ model: GrowthModel, to points: RepeatedPoints, start: [Double]? = nil, level: Double = 0.95
  ) {
    let places = points.places
    let hasWeights = points.isWeighted || points.repeats != nil
    self.init(
      model, t: places.map(\.x), y: places.map(\.values.mean),
      weights: hasWeights
        ? places.map { points.hasWrongWeight ? .nan : $0.values.weight } : nil,
      repeats: points.repeats, start: start, level: level)
  }

  private init(
    _ model: GrowthModel, t: [Double], y: [Double], weights: [Double]?,
    repeats: LeastSquares.Repeats?, start: [Double]?, level: Double
  ) {
    self.model = model
    let clock = TimeScaling(model.clock, t: t)
    self.clock = clock
    var scaled = Self.search(
      model, t: t, y: y, weights: weights, repeats, start: start, clock, level: level)
    if scaled.problem != nil, clock.kind != .shifted, Self.areFar(t) {
      scaled.problem = scaled.problem?.ofFarTimes
    }
    self.scaled = scaled
    fit = scaled.converted(by: model.conversion, clock, level: level)
    if fit.problem == nil || fit.values != nil, model.onlyRises, Self.risesAndFalls(t, y) {
      // Said of a search that failed, too: this is why.
      fit.problem = FitProblem(
        .risesAndFalls,
        "the values rise and fall again, but \(model.rawValue) only rises; growth models take cumulative "
          + "counts, so fit the running total")
    }
    firstGrowth = scaled.values.flatMap { values in
      t.filter { model.value(at: clock.place($0), values) > 0 }.min()
    }
  }

  /// Whether values climb by more than half of their range before their largest one, and lose as much after it:
  /// counts of new cases do, totals do not.
  private static func risesAndFalls(_ t: [Double], _ y: [Double]) -> Bool {
    guard var (first, last) = t.indices.first.map({ ($0, $0) }) else { return false }
    var (least, most) = (y[first], y[first])
    for place in t.indices {
      if t[place] < t[first] { first = place }
      if t[place] >= t[last] { last = place }
      least = min(least, y[place])
      most = max(most, y[place])
    }
    return most - max(y[first], y[last]) > 0.5 * (most - least)
  }

  /// Whether 0 is farther from the times than they are from each other: parameters that are values at time 0
  /// are guesses then.
  private static func areFar(_ t: [Double]) -> Bool {
    guard let first = t.min(), let last = t.max() else { return false }
    return max(first, -last) > last - first
  }

  /// The fit on the model's clock.
  private static func search(
    _ model: GrowthModel, t: [Double], y: [Double], weights: [Double]?,
    _ repeats: LeastSquares.Repeats?, start: [Double]?, _ clock: TimeScaling, level: Double
  ) -> CurveFit {
    let names = model.parameterNames
    if let outside = t.first(where: { $0.isFinite && !model.isDefined(at: $0) }) {
      return CurveFit(
        names: names,
        problem: FitProblem(
          .badTime, "\(model.rawValue) is not defined at \(outside); give t >= 0"))
    }
    let places = t.map(clock.place)
    var problem = model.problem(places, y, weights: weights)
    problem.repeats = repeats
    if let start {
      let inner = start.count == names.count ? model.conversion.inner(start, clock) : []
      guard inner.count == names.count, problem.rss(at: inner).isFinite else {
        return CurveFit(
          names: names,
          problem: FitProblem(
            .badStart, "the starting values are outside the model's range; it has \(names)"))
      }
      return CurveFit(problem, names: names, starts: [inner], level: level)
    }
    let starts = GrowthStarts(model, t: places, y: y, weights: weights)
    let first = CurveFit(problem, names: names, starts: starts.best(1), level: level)
    // More starts are tried only where the first one failed.
    var found =
      first.converged
      ? first : CurveFit(problem, names: names, starts: starts.best(6), level: level)
    if !found.converged, let reason = model.heading(of: found, y: y) { found.problem = reason }
    return found
  }

  /// The fitted curve at `t`; nil if the fit could not begin.
  package func value(at t: Double) -> Double? {
    scaled.values.map { model.value(at: clock.place(t), $0) }
  }

  /// The derivatives of the curve at `t` by parameters that span the tangent plane of the fit;
  /// nil if the fit could not begin.
  func tangent(at t: Double) -> [Double]? {
    scaled.values.map { values in
      var slope = [Double](repeating: 0, count: values.count)
      model.gradient(at: clock.place(t), values, into: &slope)
      return slope
    }
  }
}

extension GrowthModel {
  /// - Parameter places: times on the model's clock.
  func problem(_ places: [Double], _ y: [Double], weights: [Double]?) -> LeastSquares {
    LeastSquares(
      x: places, y: y, weights: weights, isLinear: isLinear, value: curve, gradient: tangent)
  }

  /// Where a search without a minimum was heading: the model's own limits, at which the sum of
  /// squares keeps falling and no parameters are best. Nil if it is neither of the known ones.
  fileprivate func heading(of fit: CurveFit, y: [Double]) -> FitProblem? {
    if let reason = limit(fit) { return reason }
    guard let level = fit.estimate("K"), let highest = y.map(abs).max() else { return nil }
    guard abs(level) > 20 * highest else { return nil }
    return FitProblem(
      .noPlateau,
      "K grows without limit: over these points the curve does not level off as the model requires")
  }
}
