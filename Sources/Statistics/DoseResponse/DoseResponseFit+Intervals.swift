import Glibc

/// Standard errors, and the sets of values that the profile of the likelihood does not exclude.
///
/// A value stays in the set while the deviance of the best curve with that value exceeds the least
/// one by at most `scatter.allowed` times `scatter.variance`: with independent binomial counts
/// 3.84 at the level 0.95. Where variances are larger than the likelihood takes them for, by
/// dispersion or by correlated doses, the bound grows alike (Kent 1982,
/// doi:10.1093/biomet/69.1.19).
extension DoseResponseFit {
  package var slopeError: Double? { error(0, 1).map { $0 / deviances.scale } }

  package var interceptError: Double? { error(1, deviances.place(0)) }

  /// By the delta method; nil where the slope cannot be distinguished from 0.
  package func doseError(at level: Double) -> Double? {
    guard slopeIsSignificant, let place = place(of: level) else { return nil }
    return error(1, place).map { deviances.scale * $0 / abs(curve.b) }
  }

  /// Whether the confidence set of the slope leaves 0 out.
  package var slopeIsSignificant: Bool {
    converged && scatter.factor > 0 && excess(atSlope: 0) > 0
  }

  private func error(_ p: Double, _ q: Double) -> Double? {
    guard converged, scatter.factor > 0 else { return nil }
    return correlationFactor(p, q).map {
      (scatter.variance($0) * independentVariance(p, q)).squareRoot()
    }
  }

  /// Of p a + q b.
  private func independentVariance(_ p: Double, _ q: Double) -> Double {
    line.varianceIntercept * p * p + 2 * line.covariance * p * q + line.varianceSlope * q * q
  }

  // MARK: Sets

  /// Of data without a finite curve: the side on which it has an end.
  package var slopeSet: ConfidenceSet {
    guard converged else { return separatedSlopes }
    guard scatter.factor > 0, let spread = correlationFactor(0, 1) else { return .unknown }
    let step = 2 * (scatter.variance(spread) * line.varianceSlope).squareRoot()
    return set(around: curve.b, step: step) { excess(atSlope: $0) }
      .mapped(offset: 0, factor: 1 / deviances.scale)
  }

  package var interceptSet: ConfidenceSet {
    guard converged, scatter.factor > 0 else { return .unknown }
    let place = deviances.place(0)
    guard let spread = correlationFactor(1, place) else { return .unknown }
    let allowed = allowed(spread)
    let step = 2 * (scatter.variance(spread) * independentVariance(1, place)).squareRoot()
    return set(around: curve(place), step: step) {
      deviances.least(eta: $0, at: place) - allowed
    }
  }

  /// The doses at which the mean response may be `level`: the whole axis, or all but a part of it,
  /// where the slope cannot be distinguished from 0.
  package func doseSet(at level: Double) -> ConfidenceSet {
    guard converged, scatter.factor > 0, correlationFactor(0, 1) != nil else { return .unknown }
    let eta = link.predictor(level)
    func excess(_ place: Double) -> Double {
      guard let spread = correlationFactor(1, place) else { return .nan }
      return deviances.least(eta: eta, at: place) - allowed(spread)
    }
    let found: ConfidenceSet
    if slopeIsSignificant {
      guard let place = place(of: level) else { return .unknown }
      let spread = scatter.variance(correlationFactor(1, place) ?? 1)
      let step = 2 * (spread * independentVariance(1, place)).squareRoot() / abs(curve.b)
      found = set(around: place, step: step, excess)
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

  private func set(
    around value: Double, step: Double, _ excess: (Double) -> Double
  ) -> ConfidenceSet {
    let lower = SignChange.find(from: value, step: -step, excess)
    let upper = SignChange.find(from: value, step: step, excess)
    return switch (lower, upper) {
    case (let lower?, let upper?): .between(lower, upper)
    case (let lower?, nil): .atLeast(lower)
    case (nil, let upper?): .atMost(upper)
    case (nil, nil): .everything
    }
  }

  /// The deviance up to which a value belongs to its set.
  private func allowed(_ spread: Double) -> Double {
    leastDeviance + scatter.variance(spread) * scatter.allowed
  }

  private func excess(atSlope slope: Double) -> Double {
    deviances.least(eta: slope, at: nil) - allowed(correlationFactor(0, 1) ?? 1)
  }

  /// The steeper the curve the better it fits; what is too flat is excluded.
  private var separatedSlopes: ConfidenceSet {
    guard let isRising = separation?.isRising, data.kind == .events, data.correlation == nil
    else { return .unknown }
    let allowed = Normal.twoSided(level: level)
    let excess = { deviances.least(eta: $0, at: nil) - allowed * allowed }
    let direction = (isRising ? 1.0 : -1.0) * (excess(0) > 0 ? 1 : -1)
    guard let end = SignChange.find(from: 0, step: direction, excess) else { return .unknown }
    let set = isRising ? ConfidenceSet.atLeast(end) : .atMost(end)
    return set.mapped(offset: 0, factor: 1 / deviances.scale)
  }
}
