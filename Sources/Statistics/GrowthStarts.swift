import CGSL

/// Our own starting values for growth fits, on the clock of `GrowthScale`.
///
/// Every model but `quadratic` is one factor (K or a) times a shape. For each shape on a coarse
/// grid over the data's time span, and for the shape found by straightening the curve, the best
/// factor follows by linear least squares; the shapes with the smallest residuals are the
/// starts. So neither noise, plateaus nor curves cut off early need a special case.
struct GrowthStarts {
  private var ranked: [(parameters: [Double], rss: Double)] = []

  init(_ model: GrowthModel, t: [Double], y: [Double], weights: [Double]?) {
    guard let first = t.min(), let last = t.max(), last > first,
      t.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite)
    else { return }
    if model == .quadratic {
      // Linear: any start reaches the solution in one step.
      ranked = [([0, 0, 0], 0)]
      return
    }
    let shapes =
      Self.grid(model, first: first, last: last) + Self.straightened(model, t: t, y: y)
    for shape in shapes {
      var (cross, square, total) = (0.0, 0.0, 0.0)
      for index in t.indices {
        let weight = weights?[index] ?? 1
        let height = model.value(at: t[index], [1] + shape)
        cross += weight * height * y[index]
        square += weight * height * height
        total += weight * y[index] * y[index]
      }
      let factor = cross / square
      let rss = total - factor * cross
      guard factor.isFinite, factor != 0, rss.isFinite else { continue }
      ranked.append(([factor] + shape, rss))
    }
    ranked.sort { $0.rss < $1.rss }
  }

  /// The `count` best starts, best first.
  func best(_ count: Int) -> [[Double]] { ranked.prefix(count).map(\.parameters) }

  /// Shapes spread over what the time span from `first` to `last` can show.
  private static func grid(_ model: GrowthModel, first: Double, last: Double) -> [[Double]] {
    let span = last - first
    let rates = [1.5, 3, 6, 12, 24, 50, 100].map { $0 / span }
    let places = [-0.2, 0.1, 0.25, 0.4, 0.55, 0.7, 0.9, 1.3].map { first + $0 * span }
    let pairs = rates.flatMap { rate in places.map { [rate, $0] } }
    return switch model {
    case .logistic, .gompertz: pairs
    case .richards: [0.05, 0.4, 1.2, 3, 8].flatMap { nu in pairs.map { $0 + [nu] } }
    case .weibull:
      [0.05, 0.15, 0.3, 0.5, 0.8, 1.5].flatMap { scale in
        [0.5, 1, 2, 3.5, 6, 12, 25].map { [scale * last, $0] }
      }
    case .monomolecular: [0.1, 0.4, 1.5, 4, 10, 30].map { [$0 / last] }
    case .power: [-20, -6, -1, 0.3, 0.7, 1, 1.5, 2, 3, 5, 10, 20].map { [$0] }
    case .exponential: [-20, -6, -2, -0.5, 0.5, 2, 6, 20].map { [$0 / span] }
    case .quadratic: []
    }
  }

  /// The shape by the transformation that makes the curve a line, from the points it keeps finite.
  private static func straightened(_ model: GrowthModel, t: [Double], y: [Double]) -> [[Double]] {
    guard let top = y.max(), top > 0 else { return [] }
    // The plateau is not known: a little above the highest value.
    let shares = y.map { $0 / (1.02 * top) }
    let kept = t.indices.filter { shares[$0] > 0.02 && shares[$0] < 0.97 }
    func line(
      _ transformed: (Double) -> Double, over time: (Double) -> Double = { $0 },
      at points: [Int]
    ) -> (slope: Double, intercept: Double)? {
      let x = points.map { time(t[$0]) }
      let z = points.map { transformed(shares[$0]) }
      guard x.count > 1, (x + z).allSatisfy(\.isFinite) else { return nil }
      let (centerX, centerZ) = (
        x.reduce(0, +) / Double(x.count), z.reduce(0, +) / Double(x.count)
      )
      let square = x.reduce(0) { $0 + ($1 - centerX) * ($1 - centerX) }
      let cross = zip(x, z).reduce(0) { $0 + ($1.0 - centerX) * ($1.1 - centerZ) }
      guard square > 0 else { return nil }
      return (cross / square, centerZ - cross / square * centerX)
    }
    let late = kept.filter { t[$0] > 0 }
    switch model {
    case .logistic, .richards:
      guard let fit = line({ log($0 / (1 - $0)) }, at: kept), fit.slope != 0 else { return [] }
      let shape = [fit.slope, -fit.intercept / fit.slope]
      return model == .logistic ? [shape] : [0.3, 1, 2].map { shape + [$0] }
    case .gompertz:
      guard let fit = line({ -log(-log($0)) }, at: kept), fit.slope != 0 else { return [] }
      return [[fit.slope, -fit.intercept / fit.slope]]
    case .weibull:
      guard let fit = line({ log(-log(1 - $0)) }, over: { log($0) }, at: late), fit.slope > 0
      else { return [] }
      return [[exp(-fit.intercept / fit.slope), fit.slope]]
    case .monomolecular:
      guard let fit = line({ -log(1 - $0) }, at: kept), fit.slope != 0 else { return [] }
      return [[fit.slope]]
    case .power:
      let points = t.indices.filter { t[$0] > 0 && shares[$0] > 0 }
      return line({ log($0) }, over: { log($0) }, at: points).map { [[$0.slope]] } ?? []
    case .exponential:
      let points = t.indices.filter { shares[$0] > 0.02 }
      return line({ log($0) }, at: points).map { [[$0.slope]] } ?? []
    case .quadratic: return []
    }
  }
}
