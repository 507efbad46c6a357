import KeyedRandom

/// A cheap first look at many factors: one-step changes along random paths through a grid.
///
/// Source: Morris (1991), doi:10.1080/00401706.1991.10484804; mu*: Campolongo, Cariboni,
/// Saltelli (2007), doi:10.1016/j.envsoft.2006.10.004.
package struct MorrisScreening: Hashable, Sendable {
  package let dimension: Int
  package let pathCount: Int
  /// All points: path by path, each with `dimension` + 1 points in 0...1.
  package let points: [[Double]]
  /// For each path the factor changed by each step, and by how much (+-delta).
  private let steps: [[Step]]

  private struct Step: Hashable, Sendable {
    let factor: Int
    let change: Double
  }

  /// What one factor does.
  package struct Effect: Hashable, Sendable {
    /// Mean elementary effect: change of the response per full range of the factor.
    package let mu: Double
    /// Mean of the effects' sizes: how much the factor matters, whatever its direction.
    package let muStar: Double
    /// Standard deviation of the effects: large if it acts in interactions or not linearly.
    package let sigma: Double
    /// Of mu*, mean -+ t standard error over the paths.
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
    var steps: [[Step]] = []
    for path in 0..<paths {
      var stream = RandomStream(key: key, UInt64(path))
      // The lower half of the levels can rise by delta, the upper half can fall.
      var point = (0..<dimension).map { _ in
        Double(stream.below(UInt64(levels))) / Double(levels - 1)
      }
      points.append(point)
      var taken: [Step] = []
      for factor in stream.choice(of: dimension, from: dimension) {
        let change = point[factor] < 0.5 ? delta : -delta
        // Rounded back to the grid, so that no coordinate leaves 0...1.
        let level = ((point[factor] + change) * Double(levels - 1)).rounded()
        point[factor] = level / Double(levels - 1)
        points.append(point)
        taken.append(Step(factor: factor, change: change))
      }
      steps.append(taken)
    }
    self.dimension = dimension
    pathCount = paths
    self.points = points
    self.steps = steps
  }

  /// The effect of each factor from one value per point.
  ///
  /// - Precondition: `values.count == points.count`.
  package func effects(_ values: [Double], level: Double = 0.95) -> [Effect] {
    precondition(values.count == points.count)
    var (signed, sizes) = (
      [Moments](repeating: Moments(), count: dimension),
      [Moments](repeating: Moments(), count: dimension)
    )
    for (path, taken) in steps.enumerated() {
      for (number, step) in taken.enumerated() {
        let place = path * (dimension + 1) + number
        let effect = (values[place + 1] - values[place]) / step.change
        signed[step.factor].add(effect)
        sizes[step.factor].add(abs(effect))
      }
    }
    return zip(signed, sizes).map { effect, size in
      Effect(
        mu: effect.mean ?? 0, muStar: size.mean ?? 0, sigma: effect.sd ?? 0,
        muStarInterval: size.meanInterval(level: level)
          ?? Interval(lower: nil, upper: nil, level: level, method: .t))
    }
  }
}
