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
    _ plan: ComparisonPlan, in results: CountedRuns
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
    // The store may be older than it.
    guard results.responses.place(of: response) != nil else { return }
    let most = points.map(\.replicates).max() ?? 0
    let atOnce = max(64, Self.mostKept / (events.isEmpty ? levels : points.count))
    for first in stride(from: 0, to: most, by: atOnce) {
      let replicates = first..<min(first + atOnce, most)
      // Of shares, by cell and replicate.
      var happened: [[Bool]] = []
      // By level and replicate, the sum over the combinations so far; NaN where one has no value.
      var sums = [[Double]](
        repeating: [Double](repeating: 0, count: replicates.count), count: levels)
      for (cell, point) in points.enumerated() {
        let (combination, level) = (cell / levels, cell % levels)
        var run = [Double](repeating: .nan, count: replicates.count)
        try results.forEachValue(
          response, of: point, replicates: replicates.clamped(to: 0..<point.replicates)
        ) { replicate, value, known in
          if let value {
            cells[combination][level].add(value)
            run[replicate - first] = value
          } else if known != nil, response.kind == .time {
            censored[combination][level] += 1
          }
        }
        for place in run.indices { sums[level][place] += run[place] }
        if !events.isEmpty { happened.append(run.map { $0 == 1 }) }
      }
      for replicate in plan.isPaired ? replicates : 0..<0 {
        let means = sums.map { $0[replicate - first] / Double(combinations) }
        for (place, pair) in wanted.enumerated()
        where !means[pair.a].isNaN && !means[pair.b].isNaN {
          pairs[place].add(means[pair.a], means[pair.b])
          guard !events.isEmpty else { continue }
          for combination in 0..<combinations {
            let cell = combination * levels
            events[place][combination].add(
              happened[cell + pair.a][replicate - first], happened[cell + pair.b][replicate - first]
            )
          }
        }
      }
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
