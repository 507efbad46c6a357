import PlainText
import SpreadModel
import Tables

extension Section {
  /// What a calibration found.
  static let calibration = Section(
    "calibration", "Calibration", table: "posterior",
    [PosteriorMarginals.kind, PosteriorPairs.kind, PredictiveFan.kind]
  ) { folder, _ in
    guard let posterior = try PosteriorFacts.read(folder) else { return "" }
    let last = try folder.tables["generations"]?
      .rows(["message", "effective_size"]).last
    let notes = posterior.parameters.filter { !$0["message"].isEmpty }.map {
      "\($0.key.words): \($0["message"])."
    }
    let columns = ["parameter"] + PosteriorFacts.summaryColumns.dropLast()
    let table = PageTable(columns: columns, rows: posterior.parameters.map { $0.cells(columns) })
    return listHTML([last.map { end($0, distance: posterior.distance) }].compactMap(\.self) + notes)
      + table.html(caption: "posterior by parameter")
  }

  /// Why the last generation is the last, and how near to the data its draws are.
  private static func end(_ last: CSVRow, distance: Double) -> String {
    let match: String =
      distance == 0
      ? "The runs of accepted draws match the data exactly, so the posterior is exact except for Monte Carlo error"
      : "The runs of accepted draws are up to a distance of \(shortNumber(distance)) from the data, so the posterior is approximate"
    return "The search ended because \(last["message"]). \(match); the effective sample "
      + "size is \(last.shown("effective_size"))."
  }
}
