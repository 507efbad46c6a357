/// Our own starting values for growth fits, on the model's clock.
///
/// Every model that is searched for is one factor (K or a) times a shape. For each shape on a coarse
/// grid over the data's time span, and for the shape found by straightening the curve, the best
/// factor follows by linear least squares; the shapes with the smallest residuals are the
/// starts. So neither noise, plateaus nor curves cut off early need a special case.
struct GrowthStarts {
  private var ranked: [(parameters: [Double], rss: Double)] = []

  init(_ model: GrowthModel, t: [Double], y: [Double], weights: [Double]?) {
    guard let first = t.min(), let last = t.max(), last > first,
      t.allSatisfy(\.isFinite), y.allSatisfy(\.isFinite)
    else { return }
    if model.isLinear {
      // Computed, not searched.
      ranked = [([Double](repeating: 0, count: model.parameters.count), 0)]
      return
    }
    let shapes =
      model.grid(Span(first: first, last: last))
      + (Shares(t: t, y: y).map(model.straightened) ?? [])
    for shape in shapes {
      let heights = t.map { model.value(at: $0, [1] + shape) }
      let (factor, rss) = GSL.factor(heights, y, weights: weights)
      guard factor.isFinite, factor != 0, rss.isFinite else { continue }
      ranked.append(([factor] + shape, rss))
    }
    ranked.sort { $0.rss < $1.rss }
  }

  /// The `count` best starts, best first.
  func best(_ count: Int) -> [[Double]] { ranked.prefix(count).map(\.parameters) }

  /// The times of the data on the clock.
  struct Span {
    let first: Double
    let last: Double
    var length: Double { last - first }

    /// Rates and times of inflection of an S-shaped curve.
    var ratesAndPlaces: [[Double]] {
      let rates = [1.5, 3, 6, 12, 24, 50, 100].map { $0 / length }
      let places = [-0.2, 0.1, 0.25, 0.4, 0.55, 0.7, 0.9, 1.3].map { first + $0 * length }
      return rates.flatMap { rate in places.map { [rate, $0] } }
    }
  }

  /// The curve in shares of its plateau.
  struct Shares {
    private let t: [Double]
    private let shares: [Double]

    /// Nil for a curve that is nowhere positive.
    init?(t: [Double], y: [Double]) {
      guard let top = y.max(), top > 0 else { return nil }
      self.t = t
      // The plateau is not known: a little above the highest value.
      shares = y.map { $0 / (1.02 * top) }
    }

    /// The line through the points that a transformation keeps finite; nil if there is none.
    ///
    /// - Parameter isKept: which points, by time and share; those that are neither noise at the
    ///   start nor plateau unless said otherwise.
    func line(
      _ transformed: (_ share: Double) -> Double, over time: (_ t: Double) -> Double = { $0 },
      where isKept: (_ t: Double, _ share: Double) -> Bool = { $1 > 0.02 && $1 < 0.97 }
    ) -> (slope: Double, intercept: Double)? {
      let kept = t.indices.filter { isKept(t[$0], shares[$0]) }
      return GSL.line(kept.map { time(t[$0]) }, kept.map { transformed(shares[$0]) })
    }

    /// As `line`, as rate and time of inflection; nil for a line without slope.
    func rateAndPlace(_ transformed: (_ share: Double) -> Double) -> [Double]? {
      guard let line = line(transformed), line.slope != 0 else { return nil }
      return [line.slope, -line.intercept / line.slope]
    }
  }
}
