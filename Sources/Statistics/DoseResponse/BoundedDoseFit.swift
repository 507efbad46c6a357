import Glibc

/// A curve of the mean response over a dose between a floor and a plateau, by maximum likelihood.
///
/// mean = floor + (plateau - floor) F(intercept + slope dose), F being the mean of `ResponseLink`; the
/// floor is 0 and the plateau 1 unless they are fitted. By Fisher scoring from several starting
/// curves; standard errors from the expected information at the estimate, with the scatter of
/// `DoseScatter`. Intervals are estimate ± quantile × error, of floor and plateau on the scale of the
/// logit. A floor or plateau whose likelihood is largest at 0 or 1 stays there, without an error, and
/// the others are those of the curve without it.
/// Source: Finney (1971), Probit Analysis, chapter 7; docs/dose-response.md, "Floor and plateau".
package struct BoundedDoseFit: DoseCurve {
  /// Which ends of a curve are fitted.
  package struct Ends: Hashable, Sendable {
    package var floor, plateau: Bool

    package init(floor: Bool, plateau: Bool) {
      self.floor = floor
      self.plateau = plateau
    }

    package static let none = Ends(floor: false, plateau: false)

    package var count: Int { (floor ? 1 : 0) + (plateau ? 1 : 0) }
  }

  package let link: ResponseLink
  package let data: DoseData
  package let level: Double
  /// Which were asked for.
  package let asked: Ends
  /// Of these, which have an estimate inside of 0...1.
  package let ends: Ends
  package let converged: Bool
  package let leastDeviance: Double
  package private(set) var scatter = DoseScatter()
  private let deviances: DoseDeviance
  private let curve: Curve
  /// Of a, b, and the ends that are inside.
  private var covariance: [[Double]] = []

  /// a + b u on the doses of `DoseDeviance`, and both ends.
  private struct Curve {
    var a, b, floor, plateau: Double
  }

  /// - Precondition: two doses or more, all of them finite.
  package init(_ link: ResponseLink, _ data: DoseData, fitting asked: Ends, level: Double) {
    precondition(data.levels.count > 1)
    (self.link, self.data, self.level, self.asked) = (link, data, level, asked)
    deviances = DoseDeviance(link, data.levels)
    let found =
      data.levels.count >= 2 + asked.count && DoseSeparation(data.levels) == nil
      ? Search(deviances, asked).best : nil
    curve = found?.curve ?? Curve(a: .nan, b: .nan, floor: .nan, plateau: .nan)
    ends = found?.ends ?? asked
    leastDeviance = found?.deviance ?? 0
    // A slope needs two doses on it.
    guard let found, found.sloping > 1, let inverse = Self.inverse(of: found.information) else {
      converged = false
      return
    }
    converged = true
    scatter = DoseScatter(of: self)
    covariance = covariance(inverse)
  }

  package var separation: DoseSeparation? { DoseSeparation(data.levels) }
  package var hasTooFewDoses: Bool { data.levels.count < 2 + asked.count }
  package var parameterCount: Int { 2 + ends.count }
  /// The plateau is there for that.
  package var levelsOff: Double? { nil }

  package func fitted(_ place: Int) -> (mean: Double, variance: Double) {
    let point = Search(deviances, ends).point(deviances.u[place], curve)
    return (point.mean, point.mean * point.rest)
  }

  // MARK: Errors

  /// The rows of the weighted design, sqrt(n / (p (1 - p))) dp.
  private var rows: [[Double]] {
    let search = Search(deviances, ends)
    return zip(data.levels, deviances.u).map { level, u in
      let point = search.point(u, curve)
      let root = (level.runs / (point.mean * point.rest)).squareRoot()
      return point.slope.map { $0 * root }
    }
  }

  package var misfitMoments: (mean: Double, square: Double) {
    let free = Double(data.levels.count - parameterCount)
    guard let correlation = data.correlation else { return (free, free) }
    guard let projection = Projection(rows) else { return (0, 0) }
    var (mean, square) = (0.0, 0.0)
    for place in data.levels.indices {
      var one = [Double](repeating: 0, count: data.levels.count)
      one[place] = 1
      guard let inside = projection.residual(of: one),
        let column = projection.residual(of: correlation.times(inside))
      else { return (0, 0) }
      mean += column[place]
      square += column.reduce(0) { $0 + $1 * $1 }
    }
    return (mean, square)
  }

  private static func inverse(of matrix: [[Double]]) -> [[Double]]? {
    var columns: [[Double]] = []
    for place in matrix.indices {
      var one = [Double](repeating: 0, count: matrix.count)
      one[place] = 1
      guard let column = solveSymmetric(matrix, one) else { return nil }
      columns.append(column)
    }
    return columns
  }

  private func covariance(_ inverse: [[Double]]) -> [[Double]] {
    // The effect of each dose on each number.
    let effects = rows.map { row in inverse.map { dot($0, row) } }
    return inverse.indices.map { i in
      let column = effects.map { $0[i] }
      let together = data.correlation?.times(column) ?? column
      return inverse.indices.map { j in
        let spread = zip(effects, together).reduce(0) { $0 + $1.0[j] * $1.1 }
        return scatter.factor * spread + scatter.excess * inverse[i][j]
      }
    }
  }

  private func error(_ effect: [Double]) -> Double? {
    guard converged, scatter.factor > 0 else { return nil }
    let variance = zip(effect, covariance).reduce(0) { $0 + $1.0 * dot($1.1, effect) }
    return variance > 0 ? variance.squareRoot() : nil
  }

  /// Of a, b, and of those ends that are inside.
  private func effect(_ a: Double, _ b: Double, floor: Double = 0, plateau: Double = 0) -> [Double]
  {
    [a, b] + (ends.floor ? [floor] : []) + (ends.plateau ? [plateau] : [])
  }

  private func around(_ estimate: Double?, _ error: Double?) -> ConfidenceSet {
    guard let estimate, let error else { return .unknown }
    let half = error * scatter.allowed.squareRoot()
    return .between(estimate - half, estimate + half)
  }

  /// On the scale of the logit, so that it stays inside of 0...1.
  private func around(mean: Double, _ error: Double?) -> ConfidenceSet {
    guard let error, mean > 0, mean < 1 else { return .unknown }
    let eta = ResponseLink.logit.predictor(mean)
    let half = error / (mean * (1 - mean)) * scatter.allowed.squareRoot()
    return .between(ResponseLink.logit.mean(eta - half), ResponseLink.logit.mean(eta + half))
  }

  // MARK: Numbers

  package var slope: Double { curve.b / deviances.scale }
  package var slopeError: Double? { error(effect(0, 1)).map { $0 / deviances.scale } }
  package var slopeSet: ConfidenceSet { around(slope, slopeError) }

  package var intercept: Double { curve.a + curve.b * deviances.place(0) }
  package var interceptError: Double? { error(effect(1, deviances.place(0))) }
  package var interceptSet: ConfidenceSet { around(intercept, interceptError) }

  package var floor: Double { curve.floor }
  package var floorError: Double? { ends.floor ? error(effect(0, 0, floor: 1)) : nil }
  package var floorSet: ConfidenceSet { around(mean: floor, floorError) }

  package var plateau: Double { curve.plateau }
  package var plateauError: Double? { ends.plateau ? error(effect(0, 0, plateau: 1)) : nil }
  package var plateauSet: ConfidenceSet { around(mean: plateau, plateauError) }

  package var slopeIsSignificant: Bool {
    guard let slopeError else { return false }
    return abs(slope) > slopeError * scatter.allowed.squareRoot()
  }

  /// The share of the way from floor to plateau at which the mean is `level`; nil if it is not between.
  private func share(_ level: Double) -> Double? {
    let share = (level - curve.floor) / (curve.plateau - curve.floor)
    return share > 0 && share < 1 ? share : nil
  }

  package func dose(at level: Double) -> Double? {
    guard curve.b != 0, let share = share(level) else { return nil }
    return deviances.center + deviances.scale * (link.predictor(share) - curve.a) / curve.b
  }

  package func doseError(at level: Double) -> Double? {
    guard slopeIsSignificant, let share = share(level) else { return nil }
    let eta = link.predictor(share)
    let values = link.values(eta)
    let height = curve.plateau - curve.floor
    // d eta / d share, and the share's change with both ends.
    let steep = 1 / (share * values.rise)
    return error(
      effect(
        -1, -(eta - curve.a) / curve.b, floor: -steep * (1 - share) / height,
        plateau: -steep * share / height)
    ).map { deviances.scale * $0 / abs(curve.b) }
  }

  package func doseSet(at level: Double) -> ConfidenceSet {
    guard converged, scatter.factor > 0 else { return .unknown }
    return slopeIsSignificant ? around(dose(at: level), doseError(at: level)) : .everything
  }

  // MARK: The best curve

  private struct Search {
    let deviances: DoseDeviance
    let ends: Ends

    init(_ deviances: DoseDeviance, _ ends: Ends) {
      (self.deviances, self.ends) = (deviances, ends)
    }

    struct Found {
      let curve: Curve
      let ends: Ends
      let deviance: Double
      let information: [[Double]]
      /// Doses whose mean is neither the floor nor the plateau.
      let sloping: Int
    }

    /// The mean, one less it, and the mean's derivatives.
    func point(_ u: Double, _ curve: Curve) -> (mean: Double, rest: Double, slope: [Double]) {
      let values = deviances.link.values(curve.a + curve.b * u)
      let (share, rest) = (exp(values.logMean), exp(values.logRest))
      let height = curve.plateau - curve.floor
      let steep = height * share * values.rise
      return (
        curve.floor + height * share, (1 - curve.plateau) + height * rest,
        [steep, steep * u] + (ends.floor ? [rest] : []) + (ends.plateau ? [share] : [])
      )
    }

    private func sloping(_ curve: Curve) -> Int {
      deviances.u.count { u in
        let values = deviances.link.values(curve.a + curve.b * u)
        return max(values.logMean, values.logRest) < -1e-5
      }
    }

    func deviance(_ curve: Curve) -> Double {
      zip(deviances.levels, deviances.u).reduce(0) { sum, next in
        let point = point(next.1, curve)
        var term = next.0.saturated
        if next.0.responded > 0 { term -= 2 * next.0.responded * log(point.mean) }
        if next.0.rest > 0 { term -= 2 * next.0.rest * log(point.rest) }
        return sum + term
      }
    }

    func score(_ curve: Curve) -> (score: [Double], information: [[Double]]) {
      let count = 2 + ends.count
      var score = [Double](repeating: 0, count: count)
      var information = [[Double]](repeating: score, count: count)
      for (level, u) in zip(deviances.levels, deviances.u) {
        let point = point(u, curve)
        let pull = level.responded / point.mean - level.rest / point.rest
        let weight = level.runs / (point.mean * point.rest)
        for i in 0..<count {
          score[i] += pull * point.slope[i]
          for j in 0..<count { information[i][j] += weight * point.slope[i] * point.slope[j] }
        }
      }
      return (score, information)
    }

    /// The best of the curves to which several starts lead.
    var best: Found? { starts.compactMap(climb).min { $0.deviance < $1.deviance } }

    private var starts: [Curve] {
      let means = deviances.levels.map { ($0.responded + 0.5) / ($0.runs + 1) }
      let (least, most) = (means.min() ?? 0, means.max() ?? 1)
      let floors = ends.floor ? [0.5 * least, 0.9 * least] : [0]
      let plateaus = ends.plateau ? [0.5 + 0.5 * most, 0.1 + 0.9 * most] : [1]
      return floors.flatMap { floor in
        plateaus.compactMap { plateau in
          let guesses = means.map { mean in
            let share = (mean - floor) / (plateau - floor)
            return deviances.link.predictor(min(0.98, max(0.02, share)))
          }
          let line = GSL.line(
            deviances.u, guesses, weights: deviances.levels.map(\.runs))
          return line.map { Curve(a: $0.intercept, b: $0.slope, floor: floor, plateau: plateau) }
        }
      }
    }

    private func climb(_ start: Curve) -> Found? {
      var curve = start
      var deviance = deviance(curve)
      var lastGain = Double.infinity
      for _ in 0..<500 {
        // An end that goes on to 0 or 1 stays there.
        if ends.floor && curve.floor < 1e-8 || ends.plateau && curve.plateau > 1 - 1e-8 {
          var fewer = ends
          if ends.floor && curve.floor < 1e-8 { (fewer.floor, curve.floor) = (false, 0) }
          if ends.plateau && curve.plateau > 1 - 1e-8 {
            (fewer.plateau, curve.plateau) = (false, 1)
          }
          return Search(deviances, fewer).climb(curve)
        }
        let (score, information) = score(curve)
        guard let step = solveSymmetric(information, score) else { return nil }
        let gain = dot(step, score)
        // Next to the best curve the deviance is all rounding, and each step is shorter than the last.
        if gain <= 1e-9 {
          guard gain > 1e-24, gain < lastGain else {
            return Found(
              curve: curve, ends: ends, deviance: deviance, information: information,
              sloping: sloping(curve))
          }
          (curve, lastGain) = (moved(curve, step, 1), gain)
          deviance = self.deviance(curve)
          continue
        }
        var share = 1.0
        var next = curve
        repeat {
          next = moved(curve, step, share)
          share /= 2
        } while !(self.deviance(next) < deviance) && share > 1e-9
        guard self.deviance(next) < deviance else { return nil }
        (curve, deviance) = (next, self.deviance(next))
      }
      return nil
    }

    /// An end goes at most three quarters of the way to 0 or 1 at a time.
    private func moved(_ curve: Curve, _ step: [Double], _ share: Double) -> Curve {
      var next = curve
      next.a += share * step[0]
      next.b += share * step[1]
      if ends.floor { next.floor = max(curve.floor + share * step[2], curve.floor / 4) }
      if ends.plateau {
        let left = 1 - curve.plateau
        next.plateau = 1 - max(left - share * step[1 + ends.count], left / 4)
      }
      return next
    }
  }
}

private func dot(_ a: [Double], _ b: [Double]) -> Double {
  zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
}
