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
  private let isPaired: Bool

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
}
