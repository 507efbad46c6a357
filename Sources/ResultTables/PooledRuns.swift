import SpreadModel
import Statistics
import StudyFiles

/// The runs of all cells, a cell being a combination of the other factors and a level of this one; what is
/// kept of them does not grow with their number.
struct PooledRuns {
  /// By combination, then by level: values that were reached.
  private(set) var cells: [[ValueSummary]]
  /// Values that were not reached, likewise.
  private(set) var censored: [[Int]]
  /// By pair of levels: their means over the combinations, of the replicates that have these values.
  private(set) var pairs: [PairSummary]
  /// By pair of levels, then by combination: events of these replicates; empty but of shares.
  private var events: [[EventPairs]]
  private let isPaired: Bool

  /// Runs with an event, of two levels in one combination.
  private struct EventPairs {
    var (both, first, second) = (0, 0, 0)

    mutating func add(_ a: Bool, _ b: Bool) {
      if a && b { both += 1 } else if a { first += 1 } else if b { second += 1 }
    }
  }

  /// Values that are in memory at a time, to be paired.
  private static let mostKept = 1 << 18

  /// - Parameter wanted: pairs of levels, by their indices.
  /// - Throws: `RunStoreError`.
  init(
    _ response: Response, of pooled: PooledStrata, _ wanted: [(a: Int, b: Int)],
    _ plan: ComparisonPlan, in results: StudyResults
  ) throws {
    let (combinations, levels) = (pooled.places.count, pooled.levels.count)
    cells = pooled.places.map { $0.map { _ in ValueSummary() } }
    censored = pooled.places.map { $0.map { _ in 0 } }
    pairs = wanted.map { _ in PairSummary() }
    isPaired = plan.isPaired
    events =
      plan.isPaired && plan.isOfShares
      ? wanted.map { _ in [EventPairs](repeating: EventPairs(), count: combinations) } : []
    let points = pooled.places.joined().map { results.points[$0] }
    try results.forEachBlock(
      of: response, at: points, together: max(64, Self.mostKept / points.count),
      mayBeCensored: response.kind == .time
    ) { values, end in
      for (cell, values) in values.enumerated() {
        for case let value? in values {
          if value.happened {
            cells[cell / levels][cell % levels].add(value.time)
          } else {
            censored[cell / levels][cell % levels] += 1
          }
        }
      }
      for replicate in plan.isPaired ? values[0].indices : 0..<0 {
        let run = values.map { cell in
          cell[replicate].flatMap { $0.happened ? $0.time : nil } ?? .nan
        }
        let means = (0..<levels).map { level in
          stride(from: level, to: run.count, by: levels).reduce(0) { $0 + run[$1] }
            / Double(combinations)
        }
        for (place, pair) in wanted.enumerated()
        where !means[pair.a].isNaN && !means[pair.b].isNaN {
          pairs[place].add(means[pair.a], means[pair.b])
          guard !events.isEmpty else { continue }
          for combination in 0..<combinations {
            let first = combination * levels
            events[place][combination].add(run[first + pair.a] == 1, run[first + pair.b] == 1)
          }
        }
      }
      return true
    }
  }

  /// Runs of a level, whether they got there or not.
  func count(_ level: Int) -> Int {
    cells.reduce(0) { $0 + $1[level].count } + censored.reduce(0) { $0 + $1[level] }
  }

  /// The difference of two levels, averaged over the combinations.
  func difference(_ place: Int, _ pair: (a: Int, b: Int)) -> MeanDifference? {
    isPaired
      ? MeanDifference(pairs[place])
      : MeanDifference(averaged: cells.map { ($0[pair.a], $0[pair.b]) })
  }

  /// The difference of shares, likewise; nil without runs.
  func shareDifference(_ place: Int, _ pair: (a: Int, b: Int)) -> PooledShareDifference? {
    guard isPaired else {
      let counts = cells.compactMap { ShareCounts($0[pair.a], $0[pair.b]) }
      return counts.count == cells.count ? PooledShareDifference(counts) : nil
    }
    guard pairs[place].count > 0 else { return nil }
    return PooledShareDifference(
      events[place].map {
        ShareCounts(
          both: $0.both, first: $0.first, second: $0.second, pairs: pairs[place].count)
      }, means: pairs[place])
  }
}
