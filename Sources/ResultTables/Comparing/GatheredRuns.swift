import SpreadModel
import Statistics
import StudyFiles

/// The runs of some points, gathered for their comparison in one pass over the store, in memory that
/// does not grow with their number.
///
/// Where a test or an effect looks at how often each value came, memory grows with the different
/// ones. Most responses have few. Of one that has more than `mostKept` (such as the drift of many
/// runs) the first replicates are compared, the same of every point, whichever has the larger
/// values; so many tell very small differences.
struct GatheredRuns {
  private(set) var groups: [GatheredGroup]
  /// By pair of points.
  private(set) var pairs: [PairValues?]
  private(set) var timePairs: [CountedTimePairs?]
  /// The replicates of each point that were gathered; nil: all.
  private(set) var firstReplicates: Int?

  /// Different values that are kept at a time, about; a pair is two.
  static let mostKept = 1 << 18
  /// Replicates of all points that are in memory at a time, to be paired.
  private static let together = 16_384

  /// How many pairs of points to gather at a time: as many as surely can be kept, at least one.
  /// Each pair of runs is three values at most, itself and its difference.
  static func pairsTogether(
    of points: [CountedRuns.PointResult], _ plan: ComparisonPlan, mayBeCensored: Bool
  ) -> Int {
    let most = points.map(\.replicates).max() ?? 0
    let growing =
      !plan.needs.subtracting(.times).isEmpty || plan.pairsTimes(mayBeCensored: mayBeCensored)
    return growing ? max(1, mostKept / (3 * max(1, most))) : .max
  }

  /// - Parameter wanted: pairs of indices of `points`; points in none are left out if there are any.
  init(
    _ response: Response, of points: [CountedRuns.PointResult], labels: [String],
    pairs wanted: [(a: Int, b: Int)], _ plan: ComparisonPlan, in results: CountedRuns
  ) throws {
    let mayBeCensored = response.kind == .time
    groups = labels.map { GatheredGroup(label: $0, plan, mayBeCensored: mayBeCensored) }
    pairs = wanted.map { _ in plan.isPaired ? PairValues(plan) : nil }
    let pairsTimes = plan.pairsTimes(mayBeCensored: mayBeCensored)
    timePairs = wanted.map { _ in pairsTimes ? CountedTimePairs() : nil }
    let taken =
      wanted.isEmpty ? Array(points.indices) : Set(wanted.flatMap { [$0.a, $0.b] }).sorted()
    var places = points.map { _ in 0 }  // among those taken
    for (place, group) in taken.enumerated() { places[group] = place }
    let most = taken.map { points[$0].replicates }.max() ?? 0
    try results.forEachBlock(
      of: response, at: taken.map { points[$0] },
      together: min(Self.together, max(64, Self.mostKept / max(1, taken.count))),
      mayBeCensored: mayBeCensored
    ) { values, end in
      for (group, values) in zip(taken, values) {
        for case let value? in values { groups[group].add(value) }
      }
      for (pair, (a, b)) in wanted.enumerated() where plan.isPaired {
        for case (let one?, let other?) in zip(values[places[a]], values[places[b]]) {
          pairs[pair]?.add(one.time, other.time)  // not looked at where one did not happen
          timePairs[pair]?.add(one, other)
        }
      }
      if keptCount > Self.mostKept, end < most { firstReplicates = end }
      return firstReplicates == nil
    }
  }

  /// - Parameter wanted: what was gathered.
  func comparisons(_ wanted: [(a: Int, b: Int)], _ plan: ComparisonPlan) -> [GroupComparison] {
    wanted.enumerated().map { place, pair in
      var comparison = GroupComparison(
        groups[pair.a], groups[pair.b], pairs: pairs[place], timePairs: timePairs[place], plan)
      comparison.firstReplicates = firstReplicates
      return comparison
    }
  }

  func comparisonOfAll(_ plan: ComparisonPlan, _ test: ComparisonTest) -> GroupComparison {
    var comparison = GroupComparison(all: groups, plan, test)
    comparison.firstReplicates = firstReplicates
    return comparison
  }

  private var keptCount: Int {
    groups.reduce(0) { $0 + $1.keptCount }
      + pairs.reduce(0) { $0 + ($1?.keptCount ?? 0) }
      + timePairs.reduce(0) { $0 + 2 * ($1?.distinctCount ?? 0) }
  }
}
