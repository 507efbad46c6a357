import Glibc

/// A curve of the mean response over a dose, by maximum likelihood.
///
/// mean = floor + (plateau - floor) F(intercept + slope dose), F being the mean of `ResponseLink`; the
/// floor is 0 and the plateau 1 unless they are fitted. The line by iteratively reweighted least squares
/// (McCullagh and Nelder 1989, Generalized Linear Models), with fitted ends by a search from many lines
/// (`DoseDeviance.best`); standard errors from the expected information at the estimate, as R's `glm`
/// has them. A floor or plateau whose likelihood is largest at 0 or 1 stays there, and everything else
/// is that of the curve without it. Source: docs/dose-response.md.
package struct DoseResponseFit: Sendable {
  package let link: ResponseLink
  package let data: DoseData
  /// Of all intervals.
  package let level: Double
  /// Which ends were asked for.
  package let asked: FittedEnds
  /// Why there is no finite curve; nil if there is one.
  package let separation: DoseSeparation?
  /// Whether the search for the best curve came to its end.
  package let isFound: Bool
  /// Whether it ended at a curve of which the data determine all numbers.
  package let converged: Bool
  let deviances: DoseDeviance
  let bounded: BoundedLink
  /// The best line on the scale of `deviances`.
  let curve: DoseDeviance.Curve
  /// The fitted ends that are inside of 0...1.
  let inside: [CurveEnd]
  /// Of both numbers of the line, and of the ends inside: (X'WX)^-1 without the scatter.
  let covariance: [[Double]]
  /// The rows of the weighted design, sqrt(n / (p (1 - p))) dp.
  let rows: [[Double]]
  /// Twice the log-likelihood that the best curve stays below that of a free mean per level; of
  /// separated data 0, which curves come as near as one likes.
  package let leastDeviance: Double
  package private(set) var scatter = DoseScatter()

  /// - Precondition: two doses or more, all of them finite.
  package init(
    _ link: ResponseLink, _ data: DoseData, fitting asked: FittedEnds = .none, level: Double
  ) {
    precondition(data.levels.count > 1)
    (self.link, self.data, self.asked, self.level) = (link, data, asked, level)
    let deviances = DoseDeviance(data.levels)
    self.deviances = deviances
    separation = DoseSeparation(data.levels)
    let isPossible = separation == nil && data.levels.count >= 2 + asked.count
    let whole = BoundedLink(link: link)
    var found = isPossible ? deviances.best(.nothing, whole, fitting: asked.each) : nil
    if found?.isFound == false { found = nil }
    isFound = found != nil
    let bounded = found?.link ?? whole
    self.bounded = bounded
    let inside = asked.each.filter { bounded[$0] != $0.bound }
    self.inside = inside
    curve = found?.curve ?? DoseDeviance.Curve(a: .nan, b: .nan)
    leastDeviance = found?.deviance ?? 0
    let rows = found.map { Self.rows(deviances, $0, inside) } ?? []
    self.rows = rows
    covariance = found.map { Self.covariance($0.line, rows) } ?? []
    // A slope between fitted ends needs two doses on it.
    let isDetermined = asked == .none || Self.sloping(deviances, curve, link) > 1
    converged = found != nil && isDetermined && covariance.allSatisfy { $0.allSatisfy(\.isFinite) }
    if converged { scatter = DoseScatter(of: self) }
  }

  private static func rows(
    _ deviances: DoseDeviance, _ found: DoseDeviance.Best, _ inside: [CurveEnd]
  ) -> [[Double]] {
    let none = [Double](repeating: 0, count: 2 + inside.count)
    return deviances.u.indices.map { deviances.row(found, $0, inside) ?? none }
  }

  /// NaN where the doses do not determine all numbers.
  private static func covariance(
    _ line: GSL.WeightedLine?, _ rows: [[Double]]
  ) -> [[Double]] {
    if let line {
      return [
        [line.varianceIntercept, line.covariance], [line.covariance, line.varianceSlope],
      ]
    }
    let (values, weights) = (rows.map { _ in 0.0 }, rows.map { _ in 1.0 })
    guard let inverse = (try? GSL.linear(rows, values, weights: weights))?.inverse else {
      return [[.nan]]
    }
    // Of columns that depend on each other, rounding alone gives an inverse.
    let isSingular = inverse.indices.contains { number in
      inverse[number][number] * rows.reduce(0) { $0 + $1[number] * $1[number] } > mostInflated
    }
    return isSingular ? [[.nan]] : inverse
  }

  /// Beyond this variance inflation factor a number is not determined beside the others: of the 16 digits of a
  /// double fewer than six are left.
  private static let mostInflated = 1e10

  /// Doses whose mean is neither the floor nor the plateau.
  private static func sloping(
    _ deviances: DoseDeviance, _ curve: DoseDeviance.Curve, _ link: ResponseLink
  ) -> Int {
    deviances.u.count { u in
      let values = link.values(curve(u))
      return max(values.logMean, values.logRest) < -1e-5
    }
  }

  // MARK: What follows from it

  package var hasTooFewDoses: Bool { data.levels.count < 2 + asked.count }
  /// Numbers that were fitted, but for ends at their bounds.
  package var parameterCount: Int { 2 + inside.count }

  package var slope: Double { curve.b / deviances.scale }
  package var intercept: Double { curve(deviances.place(0)) }
  package func value(of end: CurveEnd) -> Double { bounded[end] }
  package func isInside(_ end: CurveEnd) -> Bool { inside.contains(end) }

  /// The dose at which the mean response is `level`; nil of a flat curve, or where it is not between
  /// floor and plateau.
  package func dose(at level: Double) -> Double? {
    place(of: level).map { deviances.center + deviances.scale * $0 }
  }

  func place(of level: Double) -> Double? {
    guard curve.b != 0, let eta = bounded.predictor(level) else { return nil }
    return (eta - curve.a) / curve.b
  }

  /// The mean response of the curve at a level of the data, and the variance of a binomial run there.
  package func fitted(_ place: Int) -> (mean: Double, variance: Double) {
    let values = bounded.values(curve(deviances.u[place]))
    return (exp(values.logMean), values.variance)
  }

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

  /// The dose from which on, away from the small means, all means lie below the curve and rise by less
  /// than half of what it rises by: they level off below 1, which no curve without a plateau does. Nil
  /// where that is not so, or of a single dose.
  package var levelsOff: Double? {
    guard converged, !asked.plateau else { return nil }
    let fitted = data.levels.indices.map { self.fitted($0).mean }
    let falling = data.levels.indices.sorted { fitted[$0] > fitted[$1] }
    let below = falling.prefix { data.levels[$0].mean < fitted[$0] }
    guard let last = below.first, let first = below.last, first != last else { return nil }
    let rise = data.levels[last].mean - data.levels[first].mean
    return rise < (fitted[last] - fitted[first]) / 2 ? data.levels[first].dose : nil
  }
}
