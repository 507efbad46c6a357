import ResultTables
import Statistics

/// Responses by dose from the columns of a CSV file.
struct FileDoses {
  let data: DoseData

  /// - Parameters:
  ///   - response: a column of counts where there are `trials`, else of 0 and 1, or of shares.
  ///   - trials: the column of how many each count is of; rows of no trials say nothing.
  /// - Throws: `FolderError` naming the cell that is no such number, or where there are fewer than
  ///   two doses.
  init(
    _ path: String, dose: String, response: String, trials: String?, decimalComma: Bool
  ) throws(FolderError) {
    let columns = [dose, response] + [trials].compactMap(\.self)
    let file = try NamedTable(path, names: [], numbers: columns, decimalComma: decimalComma)
    let (doses, responses) = (try file.numbers(dose), try file.numbers(response))
    let counts = try trials.map { (column) throws(FolderError) in try file.numbers(column) }
    var levels: [DoseLevel] = []
    var isShare = false
    for row in 0..<file.rowCount {
      guard let x = doses[row], let y = responses[row] else { continue }
      if let trials, let counts {
        guard let n = counts[row] else { continue }
        try Self.expectCount(n, file, row, trials)
        try Self.expectCount(y, file, row, response)
        guard y <= n else {
          throw file.problem(
            row, response, "is \(Int(y)), more than the \(Int(n)) of column \(trials)")
        }
        if n > 0 { levels.append(DoseLevel(dose: x, responded: y, of: n)) }
      } else {
        guard 0 <= y, y <= 1 else {
          throw file.problem(
            row, response,
            "is \(y), neither 0 or 1 nor a share between; of counts give the column of how many "
              + "they are of: --trials COLUMN")
        }
        var level = DoseLevel(dose: x)
        level.add(y)
        levels.append(level)
        isShare = isShare || y > 0 && y < 1
      }
    }
    data = DoseData(isShare ? .shares : .events, levels)
    guard data.levels.count > 1 else {
      throw .request(
        "column \(dose) of \(path) has "
          + (data.levels.first.map { "only the dose \($0.dose)" } ?? "no dose with a response")
          + "; a curve needs two or more")
    }
  }

  private static func expectCount(
    _ value: Double, _ file: NamedTable, _ row: Int, _ column: String
  ) throws(FolderError) {
    guard value >= 0, value == value.rounded() else {
      throw file.problem(row, column, "is \(value), no count; give a whole number from 0")
    }
  }
}
