/// What `runs.csv` says of a run (docs/file-formats.md).
public struct RunRow: Hashable, Sendable {
  /// The number of its combination of values, from 0.
  public let point: Int
  /// From 0.
  public let replicate: Int
  /// What varies and what every table has, by the name of the column: `group_size`, `rule`, ...
  public let parameters: [String: String]
  /// Why it ended; nil of a run that failed.
  public let end: Run.End?
  /// By name; those that are not defined for the run are missing.
  public let responses: [String: Double]

  init(_ row: TableRow, in file: String) throws {
    point = try row.whole("point", in: file)
    replicate = try row.whole("replicate", in: file)
    parameters = row.cells(after: "point", before: "replicate")
    end = row["stop_reason"].flatMap(Run.End.init)
    responses = row.cells(after: "stop_reason", before: nil).compactMapValues { Double($0) }
  }
}
