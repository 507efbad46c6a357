import DurableFiles
package import PlainText
import ResultTables
package import Statistics
import StudyFiles
package import Tables

/// A dose-response curve that is asked of a study's results, or of any CSV file, in the words of the
/// asker.
package struct DoseQuestion: Sendable {
  /// A link.
  package var model: String
  /// The dose: a factor of the study, or a column.
  package var x: String?
  /// The response: one of the study, or a column of counts, of 0 and 1, or of shares.
  package var y: String?
  /// The column of how many each count is of.
  package var trials: String?
  /// Mean responses whose doses are wanted, such as "0.1,0.5".
  package var levels: String?
  /// Whether the lowest and the highest mean response are fitted, too.
  package var ends = FittedEnds.none
  /// Nil: that of the study, or 0.95.
  package var confidence: Double?

  /// Whether numbers of a file are written like 0,5.
  package var decimalComma = false

  package init(model: String) { self.model = model }

  /// - Parameter source: a results folder or a CSV file.
  /// - Returns: a table with the columns of `dose_responses.csv`, and what was not used of a file.
  /// - Throws: `WordedError` for what cannot be asked, or cannot be answered.
  package func answer(from source: String) throws -> (table: PrintedTable, notes: [Note]) {
    let link = try named(model, "model", ResponseLink.allCases)
    guard let x, let y else {
      throw Failure(
        .missingOption,
        isFolder(source)
          ? "\(model) needs \(setting: "x", "FACTOR") and \(setting: "y", "RESPONSE"), such as reached_50pct"
          : "\(model) needs \(setting: "x", "DOSE") and \(setting: "y", "COLUMN"), with "
            + "\(setting: "trials", "COLUMN") where y counts")
    }
    if let confidence, !(confidence > 0 && confidence < 1) {
      throw Failure(.badOption, "\(setting: "confidence", confidence): give a level such as 0.95")
    }
    let levels = try wantedLevels()
    guard try isFolder(source, decimalComma: decimalComma) else {
      let doses = try FileDoses(
        source, dose: x, response: y, trials: trials, decimalComma: decimalComma)
      let curve = DoseResponseRows(
        factor: x, response: y, link: link, levels: levels, ends: ends, data: doses.data,
        confidence: confidence ?? 0.95)
      return (doseResponseTable(curve), doses.notes)
    }
    guard trials == nil else {
      throw Failure(
        .unfitOption, "\(setting: "trials") is for a file; the runs of a study are counted")
    }
    let found = try FolderResults(source)
    try found.expectWhole()
    try found.expectResponse(y, "y")
    var results = found.results
    results.study = try found.study(asking: request(x, y, levels))
    return (try doseResponseTable(of: results), found.notes)
  }

  private func wantedLevels() throws -> [Double] {
    guard let levels else { return DoseResponseRequest.standardLevels }
    let found = levels.split(separator: ",").map { decimalNumber($0) ?? .nan }
    guard !found.isEmpty, found.allSatisfy({ $0 > 0 && $0 < 1 }), Set(found).count == found.count
    else {
      throw Failure(
        .badOption,
        "\(setting: "levels", levels): give different numbers above 0 and below 1, such as 0.1,0.5,0.9"
      )
    }
    return found
  }

  /// Put to the study as its file would, so that it is checked and answered by the same code.
  private func request(_ x: String, _ y: String, _ levels: [Double]) -> [Override] {
    let place = "analysis.dose_responses[0]"
    var changes = [
      Override(path: "analysis.dose_responses", value: "[{}]"),
      Override(path: "\(place).factor", value: JSONText.quoted(x), option: "\(setting: "x", x)"),
      Override(path: "\(place).response", value: JSONText.quoted(y), option: "\(setting: "y", y)"),
      Override(
        path: "\(place).link", value: JSONText.quoted(model), option: "\(setting: "model", model)"),
      Override(
        path: "\(place).levels", value: JSONText.array(levels.map(JSONText.real)).compactText,
        option: "\(setting: "levels")"),
    ]
    for (key, isFitted) in [("floor", ends.floor), ("plateau", ends.plateau)] where isFitted {
      changes.append(
        Override(
          path: "\(place).\(key)", value: JSONText.quoted("fitted"), option: "\(setting: key)"))
    }
    if let confidence {
      changes.append(
        Override(
          path: "analysis.confidence", value: "\(confidence)",
          option: "\(setting: "confidence", confidence)")
      )
    }
    return changes
  }
}
