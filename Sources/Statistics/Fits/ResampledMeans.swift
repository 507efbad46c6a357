import KeyedRandom

/// Mean curves of runs drawn with replacement, that scatter as the mean of all runs does, and end as late.
package struct ResampledMeans {
  /// Of all runs.
  let count: Int
  private let curves: [[Double]]
  /// Of the curves, and of all runs.
  private let mean: [Double]
  private let whole: [Double]
  /// By step how many of all runs have ended, where they are more than the curves.
  private let ended: [Double]
  /// What the mean of m runs scatters is more than that of n.
  private let stretch: Double
  private var stream: RandomStream

  /// - Parameters:
  ///   - curves: each from step 0 to its own end, whose value it keeps.
  ///   - whole: the mean of all runs by step, and how many of them end there; nil: the curves are all.
  package init(_ curves: [[Double]], whole: (mean: [Double], ends: [Int])?, key: UInt64) {
    self.curves = curves
    let longest = curves.map(\.count).max() ?? 0
    let m = Double(curves.count)
    mean = Self.sum(of: curves.map { ($0, 1) }, steps: whole?.mean.count ?? longest).map { $0 / m }
    self.whole = whole?.mean ?? mean
    count = whole?.ends.reduce(0, +) ?? curves.count
    stretch = (m / Double(count)).squareRoot()
    var sum = 0
    ended = (whole?.ends ?? []).map { ends in
      sum += ends
      return Double(sum)
    }
    stream = RandomStream(key: key, 0x6669_7473)
  }

  /// By step, from 0 to the end of the longest run that was drawn.
  package mutating func next() -> [Double] {
    var drawn = [Int](repeating: 0, count: curves.count)
    for _ in curves { drawn[Int(stream.below(UInt64(curves.count)))] += 1 }
    let taken = zip(curves, drawn).filter { $1 > 0 }
    var steps = taken.map { $0.0.count }.max() ?? 0
    if count > curves.count {
      // The latest end of n runs drawn from all of them.
      let unit = stream.unit()
      let share = unit > 0 ? power(unit, 1 / Double(count)) : 0
      steps = (ended.firstIndex { $0 >= share * Double(count) } ?? ended.count - 1) + 1
    }
    let m = Double(curves.count)
    return Self.sum(of: taken.map { ($0, $1) }, steps: steps).enumerated().map { step, sum in
      whole[step] + stretch * (sum / m - mean[step])
    }
  }

  /// By step the sum of curves, each as often as is said; an ended one keeps its last value.
  private static func sum(of curves: [(curve: [Double], times: Int)], steps: Int) -> [Double] {
    var sum = [Double](repeating: 0, count: steps)
    for (curve, times) in curves {
      let times = Double(times)
      for step in 0..<min(steps, curve.count) { sum[step] += times * curve[step] }
      guard curve.count < steps, let last = curve.last else { continue }
      for step in curve.count..<steps { sum[step] += times * last }
    }
    return sum
  }
}
