import Glibc

/// Standard errors, and the sets of values that the profile of the likelihood does not exclude.
///
/// A value stays in the set while the deviance of the best curve with that value exceeds the least
/// one by at most `scatter.allowed` times `scatter.variance`: with independent binomial counts
/// 3.84 at the level 0.95. Where variances are larger than the likelihood takes them for, by
/// dispersion or by correlated doses, the bound grows alike (Kent 1982,
/// doi:10.1093/biomet/69.1.19).
extension DoseResponseFit {
  package var slopeError: Double? { error(ofSlope).map { $0 / deviances.scale } }

  package var interceptError: Double? { error(ofEta(at: deviances.place(0))) }

  /// Nil at its bound.
  package func error(of end: CurveEnd) -> Double? {
    isInside(end) ? error(effect(of: end)) : nil
  }

  /// By the delta method; nil where the slope cannot be distinguished from 0.
  package func doseError(at level: Double) -> Double? {
    guard slopeIsSignificant, let place = place(of: level) else { return nil }
    return error(ofDose(place, at: level)).map { deviances.scale * $0 / abs(curve.b) }
  }

  /// Whether the confidence set of the slope leaves 0 out.
  package var slopeIsSignificant: Bool {
    converged && scatter.factor > 0 && excess(.slope(0), allowed(ofSlope) ?? bound(1)) > 0
  }

  // MARK: Sets

  /// Of data without a finite curve: the side on which it has an end.
  package var slopeSet: ConfidenceSet {
    guard converged else { return separatedSlopes }
    return set(around: curve.b, ofSlope, within: steepest) { .slope($0) }
      .mapped(offset: 0, factor: 1 / deviances.scale)
  }

  package var interceptSet: ConfidenceSet {
    guard converged else { return .unknown }
    let place = deviances.place(0)
    return set(around: curve(place), ofEta(at: place), within: steepest * (1 + abs(place))) {
      .eta($0, at: place)
    }
  }

  /// Of a floor or plateau; unknown at its bound.
  package func set(of end: CurveEnd) -> ConfidenceSet {
    guard isInside(end), converged, scatter.factor > 0, let allowed = allowed(effect(of: end))
    else { return .unknown }
    func excess(_ value: Double) -> Double { self.excess(.end(end, value), allowed) }
    func side(_ bound: Double) -> Double {
      excess(bound) > 0 ? SignChange.between(bound, bounded[end], excess) : bound
    }
    return .between(side(0), side(1))
  }

  /// Whether a fitted end is not distinguished from a mean: then this may be reached as far out as one
  /// likes.
  private func may(_ end: CurveEnd, be mean: Double) -> Bool {
    guard inside.contains(end), let allowed = allowed(effect(of: end)) else { return false }
    return excess(.end(end, mean), allowed) <= 0
  }

  /// The doses at which the mean response may be `level`: the whole axis, or all but a part of it,
  /// where the slope cannot be distinguished from 0.
  package func doseSet(at level: Double) -> ConfidenceSet {
    guard converged, scatter.factor > 0, correlationFactor(ofSlope) != nil,
      bounded.predictor(level) != nil
    else { return .unknown }
    func excess(_ place: Double) -> Double {
      guard let allowed = allowed(ofDose(place, at: level)) else { return .nan }
      return self.excess(.mean(level, at: place), allowed)
    }
    let found: ConfidenceSet
    if slopeIsSignificant {
      guard let place = place(of: level) else { return .unknown }
      let effect = ofDose(place, at: level)
      let spread = scatter.variance(correlationFactor(effect) ?? 1)
      let step = 2 * (spread * independentVariance(effect)).squareRoot() / abs(curve.b)
      let (below, above): (CurveEnd, CurveEnd) =
        curve.b > 0 ? (.floor, .plateau) : (.plateau, .floor)
      found = set(
        around: place, step: step, openBelow: may(below, be: level),
        openAbove: may(above, be: level), excess)
    } else {
      // The curves through (place, level) that lie farthest off are the flat one's neighbors.
      let pulls = data.levels.map { $0.responded - $0.runs * level }
      let sum = pulls.reduce(0, +)
      let farthest = zip(pulls, deviances.u).reduce(0) { $0 + $1.0 * $1.1 } / sum
      guard farthest.isFinite, excess(farthest) > 0,
        let lower = SignChange.find(from: farthest, step: -0.1, excess),
        let upper = SignChange.find(from: farthest, step: 0.1, excess)
      else { return .everything }
      found = .outside(lower, upper)
    }
    return found.mapped(offset: deviances.center, factor: deviances.scale)
  }

  /// The steeper the curve the better it fits; what is too flat is excluded.
  private var separatedSlopes: ConfidenceSet {
    guard let isRising = separation?.isRising, asked == .none, data.kind == .events,
      data.correlation == nil
    else { return .unknown }
    let allowed = Normal.twoSided(level: level)
    let excess = { self.excess(.slope($0), allowed * allowed) }
    let direction = (isRising ? 1.0 : -1.0) * (excess(0) > 0 ? 1 : -1)
    guard let end = SignChange.find(from: 0, step: direction, excess) else { return .unknown }
    let set = isRising ? ConfidenceSet.atLeast(end) : .atMost(end)
    return set.mapped(offset: 0, factor: 1 / deviances.scale)
  }

  private var steepest: Double { inside.isEmpty ? .infinity : deviances.steepest }

  // MARK: Effects of the line's numbers, and of the ends inside

  private var ofSlope: [Double] { [0, 1] + inside.map { _ in 0 } }

  private func ofEta(at place: Double) -> [Double] { [1, place] + inside.map { _ in 0 } }

  private func effect(of end: CurveEnd) -> [Double] { [0, 0] + inside.map { $0 == end ? 1 : 0 } }

  /// On eta less that of the mean `level`.
  private func ofDose(_ place: Double, at level: Double) -> [Double] {
    guard let eta = bounded.predictor(level) else { return ofEta(at: place) }
    return [1, place] + inside.map { -bounded.shift(of: eta, with: $0) }
  }

  private func error(_ effect: [Double]) -> Double? {
    guard converged, scatter.factor > 0 else { return nil }
    return correlationFactor(effect).map {
      (scatter.variance($0) * independentVariance(effect)).squareRoot()
    }
  }

  /// The deviance up to which a value belongs to its set.
  private func allowed(_ effect: [Double]) -> Double? { correlationFactor(effect).map(bound) }

  private func bound(_ spread: Double) -> Double {
    leastDeviance + scatter.variance(spread) * scatter.allowed
  }

  private func excess(_ held: DoseDeviance.Held, _ allowed: Double) -> Double {
    (deviances.best(held, bounded, fitting: inside, near: curve)?.deviance ?? .infinity) - allowed
  }

  /// Of a number of the curve that is not an end.
  private func set(
    around value: Double, _ effect: [Double], within limit: Double,
    _ held: (Double) -> DoseDeviance.Held
  ) -> ConfidenceSet {
    guard scatter.factor > 0, let spread = correlationFactor(effect) else { return .unknown }
    let step = 2 * (scatter.variance(spread) * independentVariance(effect)).squareRoot()
    return set(around: value, step: step, within: limit) { excess(held($0), bound(spread)) }
  }

  private func set(
    around value: Double, step: Double, within limit: Double = .infinity, openBelow: Bool = false,
    openAbove: Bool = false, _ excess: (Double) -> Double
  ) -> ConfidenceSet {
    let lower =
      openBelow ? nil : SignChange.find(from: value, step: -step, within: limit, excess)
    let upper = openAbove ? nil : SignChange.find(from: value, step: step, within: limit, excess)
    return switch (lower, upper) {
    case (let lower?, let upper?): .between(lower, upper)
    case (let lower?, nil): .atLeast(lower)
    case (nil, let upper?): .atMost(upper)
    case (nil, nil): .everything
    }
  }
}
