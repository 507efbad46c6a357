import SpreadModel
import Statistics
import StudyFiles

/// Comparisons of the recorded curves of pairs of points.
struct CurveComparisons {
  let points: [CountedRuns.PointResult]
  let labels: [String]
  let plan: ComparisonPlan
  let results: CountedRuns

  /// Values of curves that are in memory at a time, to be paired.
  private static let together = 1 << 18

  /// - Throws: `RunStoreError`.
  func comparison(_ a: Int, _ b: Int) throws -> GroupComparison {
    let (curves, counts): (CurveComparison?, (Int, Int))
    if plan.isPaired {
      let pairs = try differences(a, b)
      curves = CurveComparison(paired: pairs, level: plan.level, key: plan.key)
      counts = (pairs.count, pairs.count)
    } else {
      let (x, y) = (try sample(a), try sample(b))
      curves = CurveComparison(x, y, level: plan.level, key: plan.key)
      counts = (x.count, y.count)
    }
    return GroupComparison(
      curves: curves, labels: (labels[a], labels[b]), counts: counts, isPaired: plan.isPaired,
      level: plan.level)
  }

  private func sample(_ point: Int) throws -> CurveSample {
    var sample = CurveSample()
    try results.forEachCurve(of: points[point], 0..<points[point].replicates) {
      sample.add($1)
    }
    return sample
  }

  /// Of the replicates that both points have: failed runs and precision targets leave points with
  /// different ones.
  private func differences(_ a: Int, _ b: Int) throws -> CurveSample {
    var sample = CurveSample()
    let most = min(points[a].replicates, points[b].replicates)
    var (first, count) = (0, 16)
    while first < most {
      let replicates = first..<min(first + count, most)
      var curves: [Int: [UInt32]] = [:]
      var longest = 1
      try results.forEachCurve(of: points[b], replicates) { curves[$0] = $1 }
      try results.forEachCurve(of: points[a], replicates) { replicate, curve in
        guard let other = curves[replicate] else { return }
        sample.add(Self.difference(curve, other))
        longest = max(longest, curve.count, other.count)
      }
      first = replicates.upperBound
      count = min(1_024, max(1, Self.together / longest))
    }
    return sample
  }

  /// A run that has ended keeps its last value.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [Int] {
    (0..<max(a.count, b.count)).map { step in
      Int(a[min(step, a.count - 1)]) - Int(b[min(step, b.count - 1)])
    }
  }
}

extension GroupComparison {
  /// Whole curves: the estimate is the difference at the step where it is clearest, with the
  /// band that holds for all steps at once.
  fileprivate init(
    curves: CurveComparison?, labels: (String, String), counts: (Int, Int), isPaired: Bool,
    level: Double
  ) {
    (levelA, levelB) = labels
    (countA, countB) = counts
    self.isPaired = isPaired
    effect = .meanDifference
    (test, usualTest) = (.curvePermutation, .curvePermutation)
    result = curves?.result
    shortfall =
      curves?.result == nil
      ? isPaired
        ? .pairs(counts.0)
        : counts.0 <= counts.1
          ? .values(level: labels.0, count: counts.0) : .values(level: labels.1, count: counts.1)
      : nil
    equivalence = nil
    step = curves?.step
    estimate = step.flatMap { curves?.difference[$0] }
    interval = step.flatMap { step in
      guard let curves, let halfWidths = curves.halfWidths else { return nil }
      return Interval(
        lower: curves.difference[step] - halfWidths[step],
        upper: curves.difference[step] + halfWidths[step], method: .simultaneous)
    }
  }
}
