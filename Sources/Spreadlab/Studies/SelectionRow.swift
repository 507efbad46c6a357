/// What `selection.csv` says of an alternative (docs/selection.md).
public struct SelectionRow: Hashable, Sendable {
  /// Where an alternative is at the end, or so far.
  public enum Status: String, Hashable, Sendable, CaseIterable {
    case best, tied, survivor, eliminated, infeasible
  }

  /// How a selection ended.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case selected, tied, inconclusive
    case noneFeasible = "none_feasible"
  }

  /// The number of the alternative, from 0.
  public let point: Int
  /// What varies and what every table has, by the name of the column: `group_size`, `rule`, ...
  public let parameters: [String: String]
  public let status: Status
  /// The judgement after which it left, 0 for that of the first stage; nil where it stayed.
  public let roundEliminated: Int?
  /// The point that beat it; nil where it stayed, or does not keep a constraint.
  public let eliminatedBy: Int?
  /// Replicates judged.
  public let runs: Int
  /// Nil before the first judgement.
  public let mean: Double?
  /// Its mean minus that of the best, or of the survivor that is ahead; nil of the latter itself.
  public let difference: Double?
  /// Of the difference; nil where there is none. All of them together have the selection's confidence.
  public let interval: ClosedRange<Double>?
  /// Whether it keeps all constraints; nil where that is open, or there are none.
  public let isFeasible: Bool?
  /// The same in all rows; nil while the selection is not finished.
  public let verdict: Verdict?

  init(_ row: TableRow, in file: String) throws {
    point = try row.whole("point", in: file)
    parameters = row.cells(after: "point", before: "status")
    status = row["status"].flatMap(Status.init) ?? .survivor
    roundEliminated = row["round_eliminated"].flatMap { Int($0) }
    eliminatedBy = row["eliminated_by"].flatMap { Int($0) }
    runs = try row.whole("runs", in: file)
    mean = row.number("mean")
    difference = row.number("difference")
    if let low = row.number("ci_low"), let high = row.number("ci_high"), low <= high {
      interval = low...high
    } else {
      interval = nil
    }
    isFeasible = row.number("feasible").map { $0 == 1 }
    verdict = row["verdict"].flatMap(Verdict.init)
  }
}
