import PlainText
import ResultTables
import Statistics

/// Responses by dose from the columns of a CSV file.
struct FileDoses {
  let data: DoseData
  /// Which rows were not used.
  let notes: [Note]

  /// - Parameters:
  ///   - response: a column of counts where there are `trials`, else of 0 and 1, or of shares.
  ///   - trials: the column of how many each count is of; rows of no trials say nothing.
  /// - Throws: `WordedError` naming the cell that is no such number, or where there are fewer than
  ///   two doses.
  init(
    _ path: String, dose: String, response: String, trials: String?, decimalComma: Bool
  ) throws {
    let columns = [dose, response] + [trials].compactMap(\.self)
    // Each dose once: memory grows with these, not with the rows.
    var levels: [Double: DoseLevel] = [:]
    var isShare = false
    let file = try NamedRows(path, decimalComma: decimalComma)
    try file.forEachRow(numbers: columns) { row in
      guard let x = row.numbers[0], let y = row.numbers[1] else { return false }
      if let trials {
        guard let n = row.numbers[2] else { return false }
        try Self.expectCount(n, row, trials)
        try Self.expectCount(y, row, response)
        guard y <= n else {
          throw row.problem(
            response, "is \(Int(y)), more than the \(Int(n)) of column \(trials)")
        }
        if n > 0 {
          levels[x, default: DoseLevel(dose: x)].add(DoseLevel(dose: x, responded: y, of: n))
        }
      } else {
        guard 0 <= y, y <= 1 else {
          throw row.problem(
            response,
            "is \(y), which is neither 0, 1 nor a share between them; if it is a count, name the "
              + "column with the number of trials: \(setting: "trials", "COLUMN")")
        }
        var level = DoseLevel(dose: x)
        level.add(y)
        levels[x, default: DoseLevel(dose: x)].add(level)
        isShare = isShare || y > 0 && y < 1
      }
      return true
    }
    notes = file.notes(needing: columns)
    data = DoseData(isShare ? .shares : .events, Array(levels.values))
    guard data.levels.count > 1 else {
      throw Failure(
        .tooFewValues, file: path,
        "column \(dose) of \(path) has "
          + (data.levels.first.map { "only the dose \($0.dose)" } ?? "no dose with a response")
          + "; a curve needs two or more" + file.leftOutWords(needing: columns))
    }
  }

  private static func expectCount(
    _ value: Double, _ row: NamedRows.Row, _ column: String
  ) throws {
    guard value >= 0, value == value.rounded(), value <= 0x1p53 else {
      throw row.problem(
        column,
        "is \(readable(value)), which is not a count; give a whole number of 0...9,007,199,254,740,992"
      )
    }
  }
}
