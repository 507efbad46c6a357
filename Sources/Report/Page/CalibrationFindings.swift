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
  init?(_ folder: ResultsFolder) throws {
    guard let posterior = try PosteriorFacts.read(folder) else { return nil }
    self.folder = folder
    self.posterior = posterior
    last = try folder.table("generations")?
      .rows(["message", "tolerance", "effective_size", "generation"]).last
    reaches =
      try folder.table("posterior_predictive")?
      .rows(["quantity", "step", "observed_low", "observed_high", "prior_low", "prior_high"]) ?? []
  }

  var html: String {
    """
    <section id="findings"><h2>Findings</h2>
    <ul>
    \(sentences.map { "<li>\($0.html)</li>" }.joined(separator: "\n"))
    </ul>
    \(table.html(caption: "posterior by parameter"))
    </section>
    """
  }

  private var sentences: [Words] {
    var sentences = posterior.parameters.map { parameter -> Words in
      let message = parameter.summary["message"] ?? ""
      let says = !(parameter.summary["ci_low"] ?? "").isEmpty
      let sentence = parameter.sentence(level: folder.level)
      return message.isEmpty || !says
        ? sentence : "\(sentence) Note: \(parameter.source.word("message", message))."
    }
    if let last {
      let row = Source("generations", ["generation": last[3]])
      let distance: Words =
        finite(last[1]) == 0
        ? "The runs of accepted draws match the data exactly, so the posterior is exact except for Monte Carlo error"
        : "The runs of accepted draws are up to a distance of \(row.number("tolerance", last[1])) from the data, so the posterior is approximate"
      sentences.append(
        "The search ended because \(row.word("message", last[0])). \(distance); the effective sample "
          + "size is \(row.number("effective_size", last[2])).")
    }
    return sentences + warnings
  }

  /// Data that no draw from the prior came near.
  private var warnings: [Words] {
    let beyond = reaches.filter { row in
      guard let low = finite(row[4]), let high = finite(row[5]), let smallest = finite(row[2]),
        let largest = finite(row[3])
      else { return false }
      return smallest < low || largest > high
    }
    guard let first = beyond.first else { return [] }
    let row = Source("posterior_predictive", ["quantity": first[0], "step": first[1]])
    let step: Words = first[1].isEmpty ? "" : " at step \(row.number("step", first[1]))"
    let all = Source("posterior_predictive")
    let outside = all.sum(
      beyond.count, of: "observed_low < prior_low or observed_high > prior_high")
    return [
      "\(outside) of \(all.count(reaches.count)) observed quantities (for example, "
        + "\(row.word("quantity", first[0]))\(step)) lie outside the range of all runs of draws from "
        + "the prior: the prior does not cover the data."
    ]
  }

  private var table: PageTable {
    let columns = ["parameter"] + PosteriorFacts.summaryColumns.dropLast()
    return PageTable(
      columns: columns,
      rows: posterior.parameters.map { parameter in
        parameter.source.cells(columns) {
          $0 == "parameter" ? parameter.key.name : parameter.summary[$0] ?? ""
        }
      })
  }
}
