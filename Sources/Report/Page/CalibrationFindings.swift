import PlainText
import SpreadModel

/// What a calibration found, in plain sentences, and the summary of every parameter.
struct CalibrationFindings {
  let folder: ResultsFolder
  let posterior: PosteriorFacts
  /// Of the last generation: why it is the last, its tolerance, and the effective size.
  private let last: [String]?
  /// Of each observed quantity: how far draws from the prior get.
  private let reaches: [[String]]

  /// - Returns: nil for other studies.
  init?(_ folder: ResultsFolder) throws(ReportError) {
    guard let posterior = try PosteriorFacts.read(folder) else { return nil }
    self.folder = folder
    self.posterior = posterior
    last = try folder.table("generations")?
      .rows(["message", "tolerance", "effective_size"]).last
    reaches =
      try folder.table("posterior_predictive")?
      .rows(["quantity", "step", "observed_low", "observed_high", "prior_low", "prior_high"]) ?? []
  }

  var html: String {
    """
    <section id="findings"><h2>Findings</h2>
    <ul>
    \(sentences.map { "<li>\(escaped($0))</li>" }.joined(separator: "\n"))
    </ul>
    \(table.html(caption: "posterior by parameter"))
    </section>
    """
  }

  private var sentences: [String] {
    var sentences = posterior.parameters.map { parameter in
      let message = parameter.summary["message"] ?? ""
      let says = !(parameter.summary["ci_low"] ?? "").isEmpty
      return parameter.sentence(confidence: folder.confidence)
        + (message.isEmpty || !says
          ? "" : " \(message.prefix(1).uppercased() + message.dropFirst()).")
    }
    if let last {
      let isExact = finite(last[1]) == 0
      sentences.append(
        "The search ended because \(last[0]). "
          + (isExact
            ? "The runs of accepted draws match the data exactly, so the posterior is exact except for "
              + "Monte Carlo error"
            : "The runs of accepted draws are up to a distance of \(shortNumber(last[1])) from the data, "
              + "so the posterior is approximate")
          + "; the effective sample size is \(shortNumber(finite(last[2])?.rounded() ?? 0))."
      )
    }
    return sentences + warnings
  }

  /// Data that no draw from the prior came near.
  private var warnings: [String] {
    let beyond = reaches.filter { row in
      guard let low = finite(row[4]), let high = finite(row[5]), let smallest = finite(row[2]),
        let largest = finite(row[3])
      else { return false }
      return smallest < low || largest > high
    }
    guard let first = beyond.first else { return [] }
    let step = first[1].isEmpty ? "" : " at step \(first[1])"
    return [
      "\(beyond.count) of \(reaches.count) observed quantities (for example, \(first[0])\(step)) lie "
        + "outside the range of all runs of draws from the prior: the prior does not cover the data."
    ]
  }

  private var table: DataTable {
    DataTable(
      columns: ["parameter"] + PosteriorFacts.summaryColumns.dropLast(),
      rows: posterior.parameters.map { parameter in
        [parameter.key.name]
          + PosteriorFacts.summaryColumns.dropLast().map { parameter.summary[$0] ?? "" }
      })
  }
}
