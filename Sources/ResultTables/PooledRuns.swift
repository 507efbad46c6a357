import RunStore
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
  /// Nil where runs are independent.
  private(set) var together: PairedCells?

  /// Values that are in memory at a time, to be paired.
  private static let mostKept = 1 << 18

  /// - Parameter wanted: pairs of levels, by their places.
  /// - Throws: `RunStoreError`.
  init(
    _ response: Response, of pooled: PooledCombinations, _ wanted: [(a: Int, b: Int)],
    _ plan: ComparisonPlan, in results: StudyResults, ignoringCensoring: Bool
  ) throws {
    let (combinations, levels) = (pooled.places.count, pooled.levels.count)
    cells = pooled.places.map { $0.map { _ in ValueSummary() } }
    censored = pooled.places.map { $0.map { _ in 0 } }
    pairs = wanted.map { _ in PairSummary() }
    together =
      plan.isPaired ? PairedCells(combinations: combinations, levels: levels) : nil
    // The store may be older than the response.
    guard let place = results.responses.place(of: response) else { return }
    let mayBeCensored = response.kind == .time && !ignoringCensoring
    let points = pooled.places.joined().map { results.points[$0] }
    let most = points.map(\.replicates).max() ?? 0
    let block = max(64, Self.mostKept / points.count)
    for first in stride(from: 0, to: most, by: block) {
      let length = min(block, most - first)
      // NaN: there is no such run, it failed, or did not get there.
      var values = points.map { _ in [Double]() }
      for (cell, point) in points.enumerated() {
        let replicates = first..<max(first, min(first + block, point.replicates))
        values[cell] = [Double](repeating: .nan, count: length)
        try results.forEachRun(of: point, replicates: replicates, wanted: [response]) { run in
          guard case .ok(_, let responses, _, _, _) = run.outcome else { return }
          if let value = responses[place] {
            cells[cell / levels][cell % levels].add(value)
            if plan.isPaired { values[cell][run.replicate - first] = value }
          } else if mayBeCensored {
            censored[cell / levels][cell % levels] += 1
          }
        }
      }
      for replicate in 0..<(plan.isPaired ? length : 0) {
        let run = values.map { $0[replicate] }
        if run.allSatisfy({ !$0.isNaN }) { together?.add(run) }
        let means = (0..<levels).map { level in
          stride(from: level, to: run.count, by: levels).reduce(0) { $0 + run[$1] }
            / Double(combinations)
        }
        for (place, pair) in wanted.enumerated()
        where !means[pair.a].isNaN && !means[pair.b].isNaN {
          pairs[place].add(means[pair.a], means[pair.b])
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
    together == nil
      ? MeanDifference(averaged: cells.map { ($0[pair.a], $0[pair.b]) })
      : MeanDifference(pairs[place])
  }
}
