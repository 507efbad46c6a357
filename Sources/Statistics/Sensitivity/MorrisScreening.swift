import KeyedRandom

/// A cheap first look at many factors: one-step changes along random paths through a grid.
///
/// Source: Morris (1991), doi:10.1080/00401706.1991.10484804; mu*: Campolongo, Cariboni,
/// Saltelli (2007), doi:10.1016/j.envsoft.2006.10.004.
package struct MorrisScreening: Hashable, Sendable {
  package let dimension: Int
  /// All points: path by path, each with `dimension` + 1 points in 0...1.
  package let points: [[Double]]
  /// For each path the factor changed by each step.
  private let steps: [[Int]]

  /// What one factor does; nil where no step changed it.
  package struct Effect: Hashable, Sendable {
    /// Mean elementary effect: change of the response per full range of the factor.
    package let mu: Double?
    /// Mean of the effects' sizes: how much the factor matters, whatever its direction.
    package let muStar: Double?
    /// Standard deviation of the effects: large if it acts in interactions or not linearly.
    package let sigma: Double?
    /// Of mu*, mean ± t standard error over the paths.
    package let muStarInterval: Interval
  }

  /// Random paths on a grid of `levels` values per factor, with steps of levels / (2 (levels - 1)).
  ///
  /// - Throws: `DesignError` unless there are at least one factor, two paths, and an even number
  ///   of levels.
  package init(
    dimension: Int, paths: Int, levels: Int = 4, key: UInt64
  ) throws(DesignError) {
    guard dimension > 0, paths > 1, levels > 1, levels.isMultiple(of: 2) else {
      throw DesignError(
        "a morris design needs at least one factor, two paths and an even number of levels")
    }
    let delta = Double(levels) / Double(2 * (levels - 1))
    var points: [[Double]] = []
    var steps: [[Int]] = []
    for path in 0..<paths {
      var stream = RandomStream(key: key, UInt64(path))
      // The lower half of the levels can rise by delta, the upper half can fall.
      var point = (0..<dimension).map { _ in
        Double(stream.below(UInt64(levels))) / Double(levels - 1)
      }
      points.append(point)
      let order = stream.choice(of: dimension, from: dimension)
      for factor in order {
        let change = point[factor] < 0.5 ? delta : -delta
        // Rounded back to the grid, so that no coordinate leaves 0...1.
        let level = ((point[factor] + change) * Double(levels - 1)).rounded()
        point[factor] = level / Double(levels - 1)
        points.append(point)
      }
      steps.append(order)
    }
    self.dimension = dimension
    self.points = points
    self.steps = steps
  }

  /// The effect of each factor from one value per point.
  ///
  /// - Parameter places: where the values were taken, with 0 and 1 for the ends of each range, if
  ///   not at `points`. Whole numbers lie beside the grid, and an effect is the change over the
  ///   step that was made; a step of 0 has none.
  /// - Precondition: as many `values` (and places) as `points`.
  package func effects(
    _ values: [Double], at places: [[Double]]? = nil, level: Double = 0.95
  ) -> [Effect] {
    let places = places ?? points
    precondition(values.count == points.count && places.count == points.count)
    var (signed, sizes) = (
      [Moments](repeating: Moments(), count: dimension),
      [Moments](repeating: Moments(), count: dimension)
    )
    for (path, factors) in steps.enumerated() {
      for (number, factor) in factors.enumerated() {
        let place = path * (dimension + 1) + number
        let change = places[place + 1][factor] - places[place][factor]
        guard change != 0 else { continue }
        let effect = (values[place + 1] - values[place]) / change
        signed[factor].add(effect)
        sizes[factor].add(abs(effect))
      }
    }
    return zip(signed, sizes).map { effect, size in
      Effect(
        mu: effect.mean, muStar: size.mean, sigma: effect.sd,
        muStarInterval: size.meanInterval(level: level)
          ?? Interval(lower: nil, upper: nil, method: .t))
    }
  }
}
