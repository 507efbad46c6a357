import PlainText
import SpreadModel

/// A row of `thresholds.csv`, cells as they stand there, and the points that the search placed.
struct ThresholdFacts: Sendable {
  static let columns = [
    "factor", "response", "target", "estimate", "ci_low", "ci_high", "runs", "message",
  ]
  let factor: ModelKey
  let points: [PointFacts]
  private let cells: [String]
  /// Where they come from.
  let source: Source

  /// - Parameter column: one of `columns`.
  subscript(column: String) -> String {
    cells[Self.columns.firstIndex(of: column) ?? 0]
  }

  func number(_ column: String) -> Double? { finite(self[column]) }

  /// The searches in the order of the table; none where the design is another.
  static func read(_ folder: ResultsFolder) throws -> [ThresholdFacts] {
    guard let table = try folder.table("thresholds") else { return [] }
    let keys = ModelKey.parameters(inHeader: table.header)
    var searches: [ThresholdFacts] = []
    try table.forEachRow(keys.map(\.name) + columns) { cells in
      let own = Array(cells.dropFirst(keys.count))
      guard let factor = keys.first(where: { $0.name == own[0] }) else { return }
      let fixed = Dictionary(uniqueKeysWithValues: zip(keys, cells))
      searches.append(
        ThresholdFacts(
          factor: factor,
          points: folder.points.points.filter { $0.lies(in: fixed, apartFrom: factor) },
          cells: own,
          source: zip(keys.map(\.name) + columns.prefix(2), cells).reduce(
            Source("thresholds")
          ) { $0.with($1.0, [$1.1]) }))
    }
    return searches
  }
}
