import SpreadModel

/// How far the curves of a point's runs lie apart, which is what their tables keep in memory.
struct CurveSpread {
  /// By series: the smallest and the largest value of each step.
  private var series: [[(low: UInt32, high: UInt32)]] = []
  private var runs = 0
  /// Widest table of how often each number was seen, and bytes of a step besides; beyond it each number
  /// is kept.
  private static let widest = 4_096.0
  static let bytesPerStep = 400.0

  mutating func add(_ curves: RunCurves) {
    let all = CurveSeries.allCases.compactMap { $0.values(of: curves) } + curves.observed
    if series.isEmpty { series = all.map { _ in [] } }
    for (place, values) in all.enumerated() {
      for (step, value) in values.enumerated() {
        if step < series[place].count {
          series[place][step].low = min(series[place][step].low, value)
          series[place][step].high = max(series[place][step].high, value)
        } else {
          series[place].append((value, value))
        }
      }
    }
    runs += 1
  }

  /// Bytes of the tables of so many curves; 0 where none was seen.
  func bytes(curves: Double) -> Double {
    guard runs > 0 else { return 0 }
    // The range of n values grows about as the root of ln n; tables grow by doubling.
    let growth = (logarithm(1 + curves) / logarithm(1 + Double(runs))).squareRoot()
    return series.reduce(0) { sum, steps in
      steps.reduce(sum) {
        let width = 1.5 * max(1, growth) * Double($1.high - $1.low)
        return $0 + Self.bytesPerStep + 4 * min(Self.widest, width)
          + (width > Self.widest ? PlanLimits.bytesPerValue * curves : 0)
      }
    }
  }

  private func logarithm(_ value: Double) -> Double {
    Double(value.exponent) + value.significand - 1
  }
}
