import SpreadModel

extension Study {
  /// Number of points, by arithmetic alone: even plans far too large to make are judged at once.
  package var pointCount: Double {
    switch design {
    case .factorial: factors.reduce(1) { $0 * $1.levelCount }
    case .zip: factors.first?.levelCount ?? 1
    case .list(let points): Double(points.count)
    case .oneAtATime(let base):
      factors.reduce(1) { sum, factor in
        sum + factor.levelCount - (factor.holds(base[factor.parameter]) ? 1 : 0)
      }
    case .latinHypercube(let n), .sobol(let n), .halton(let n): Double(n)
    case .saltelli(let n): Double(n) * Double(2 * factors.count + 2)
    case .morris(let n): Double(n) * Double(factors.count + 1)
    }
  }

  /// People in the largest group of any point.
  package var largestGroupSize: Int {
    let base: KeyValue? = if case .oneAtATime(let base) = design { base[.groupSize] } else { nil }
    let baseSize = if case .whole(let size)? = base { size } else { 1 }
    let factor = factors.first { $0.parameter == .groupSize }
    return max(baseSize, factor?.largestWhole ?? constants.people ?? 1)
  }
}

extension Factor {
  /// Whether the value is one of the levels; found without making more than a million of them.
  func holds(_ level: KeyValue?) -> Bool {
    guard let level, levelCount <= 1e6 else { return false }
    return allLevels().contains(level)
  }
}
