import RunStore
import SpreadModel
import StudyFiles

/// The runs of some points, gathered for their comparison in one pass over the store: memory does
/// not grow with their number, unless a test or an effect looks at each value.
struct GatheredRuns {
  private(set) var groups: [GatheredGroup]
  /// By pair of points.
  private(set) var pairs: [GatheredPairs?]

  /// Replicates of all points that are in memory at a time, to be paired.
  private static let together = 16_384

  /// - Parameters:
  ///   - pairs: of places in `points`.
  ///   - ignoringCensoring: takes times that were not reached for missing values.
  init(
    _ response: Response, of points: [StudyResults.PointResult], labels: [String],
    pairs wanted: [(a: Int, b: Int)], _ plan: ComparisonPlan, in results: StudyResults,
    ignoringCensoring: Bool
  ) throws {
    let list = results.store.responses
    let end = response.kind == .time && !ignoringCensoring ? list.place(of: .steps) : nil
    groups = labels.map { GatheredGroup(label: $0, plan, mayBeCensored: end != nil) }
    pairs = wanted.map { _ in plan.isPaired ? GatheredPairs(plan) : nil }
    guard let place = list.place(of: response) else { return }  // the store is older than it
    let most = points.map(\.replicates).max() ?? 0
    let together = plan.isPaired ? Self.together : max(1, most)
    var values = points.map { _ in [Double]() }
    for first in stride(from: 0, to: most, by: together) {
      for (group, result) in points.enumerated() {
        let replicates = first..<min(first + together, result.replicates)
        guard !replicates.isEmpty else {
          values[group] = []
          continue
        }
        // NaN: the run failed, or did not get there.
        values[group] = [Double](repeating: .nan, count: plan.isPaired ? replicates.count : 0)
        try results.store.forEachRun(
          point: result.point.identity, replicates: replicates, withCurves: false, withMaps: false
        ) { run in
          guard case .ok(let reason, let responses, _, _) = run.outcome else { return }
          let value = responses[place]
          let steps = end.flatMap { responses[$0] }
          groups[group].add(
            value,
            censoredAt: steps.map {
              reason.lastKnownStep($0, maxSteps: result.point.scenario.maxSteps)
            })
          if plan.isPaired, let value { values[group][run.replicate - first] = value }
        }
      }
      guard plan.isPaired else { break }
      for (pair, (a, b)) in wanted.enumerated() {
        for (one, other) in zip(values[a], values[b]) where !one.isNaN && !other.isNaN {
          pairs[pair]?.add(one, other)
        }
      }
    }
  }
}
