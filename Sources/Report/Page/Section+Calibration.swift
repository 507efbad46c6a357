import PlainText
import SpreadModel
import Tables

extension Section {
  /// What a calibration found.
  static let calibration = Section(
    "calibration", "Calibration", table: "posterior",
    [PosteriorMarginals.kind, PosteriorPairs.kind, PredictiveFan.kind, CalibrationProgress.kind]
  ) { folder, _ in try CalibrationFindings(folder)?.html ?? "" }
}

/// What a calibration found, in plain sentences, and the summary of every parameter.
private struct CalibrationFindings {
  let folder: ResultsFolder
  let posterior: PosteriorFacts
  /// Of the last generation: why it is the last, its tolerance, and the effective size.
  private let last: CSVRow?
  /// Of each observed quantity: how far draws from the prior get.
  private let reaches: [CSVRow]

  /// - Returns: nil for other studies.
  init?(_ folder: ResultsFolder) throws {
    guard let posterior = try PosteriorFacts.read(folder) else { return nil }
    self.folder = folder
    self.posterior = posterior
    last = try folder.tables["generations"]?
      .rows(["message", "tolerance", "effective_size", "generation"]).last
    reaches =
      try folder.tables["posterior_predictive"]?
      .rows(["quantity", "step", "observed_low", "observed_high", "prior_low", "prior_high"])
      ?? []
  }

  var html: HTML {
    listHTML(sentences) + table.html(caption: "posterior by parameter")
  }

  private var sentences: [String] {
    var sentences = posterior.parameters.map { parameter -> String in
      let sentence = parameter.sentence(level: folder.level)
      return parameter["message"].isEmpty || parameter["ci_low"].isEmpty
        ? sentence : "\(sentence) Note: \(parameter["message"])."
    }
    if let last {
      let distance: String =
        last.number("tolerance") == 0
        ? "The runs of accepted draws match the data exactly, so the posterior is exact except for Monte Carlo error"
        : "The runs of accepted draws are up to a distance of \(last.shown("tolerance")) from the data, so the posterior is approximate"
      sentences.append(
        "The search ended because \(last["message"]). \(distance); the effective sample "
          + "size is \(last.shown("effective_size")).")
    }
    return sentences + warnings
  }

  /// Data that no draw from the prior came near.
  private var warnings: [String] {
    let beyond = reaches.filter { row in
      guard let low = row.number("prior_low"), let high = row.number("prior_high"),
        let smallest = row.number("observed_low"), let largest = row.number("observed_high")
      else { return false }
      return smallest < low || largest > high
    }
    guard let first = beyond.first else { return [] }
    let step: String = first["step"].isEmpty ? "" : " at step \(first.shown("step"))"
    return [
      "\(grouped(beyond.count)) of \(grouped(reaches.count)) observed quantities (for example, "
        + "\(first["quantity"])\(step)) lie outside the range of all runs of draws from "
        + "the prior: the prior does not cover the data."
    ]
  }

  private var table: PageTable {
    let columns = ["parameter"] + PosteriorFacts.summaryColumns.dropLast()
    return PageTable(
      columns: columns,
      rows: posterior.parameters.map { $0.cells(columns) })
  }
}
