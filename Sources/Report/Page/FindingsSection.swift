import PlainText
import SpreadModel

/// The findings, in plain sentences with intervals, and the responses told of by point.
struct FindingsSection {
  let folder: ResultsFolder
  let comparisons: [ComparisonFacts]
  /// How many of the comparisons the pictures show.
  let pictured: Int

  private static let mostRows = 40
  private static let mostComparisons = 6

  var html: String {
    """
    <section id="findings"><h2>Findings</h2>
    <ul>
    \(sentences.map { "<li>\(escaped($0))</li>" }.joined(separator: "\n"))
    </ul>
    \(folder.responses.map { table($0).html(caption: "\($0) by point") }.joined(separator: "\n"))
    </section>
    """
  }

  /// Of all points, whichever are drawn.
  private func sentences(of response: String) -> [String] {
    let statistic = folder.statistic(of: response)
    var sentences: [String] = []
    let facts = folder.facts(of: response)
    let known = facts.filter { $0.number(statistic.rawValue) != nil }
      .sorted { ($0.number(statistic.rawValue) ?? 0) < ($1.number(statistic.rawValue) ?? 0) }
    func value(_ fact: SummaryFacts) -> String {
      fact.words(statistic, confidence: folder.confidence)
    }
    let name = "The \(statistic.rawValue) of \(response)"
    if let low = known.first, let high = known.last {
      if known.count == 1 {
        sentences.append("\(name) is \(value(low)).")
      } else if low[statistic.rawValue] == high[statistic.rawValue] {
        sentences.append(
          "\(name) is \(shortNumber(low[statistic.rawValue])) at all \(known.count) points."
        )
      } else {
        sentences.append("\(name) is smallest at \(label(low)): \(value(low)).")
        sentences.append("\(name) is largest at \(label(high)): \(value(high)).")
      }
    }
    let missing = facts.count - known.count
    if missing > 0 {
      sentences.append(
        "At \(missing) of \(facts.count) points, too few runs have a value of \(response) to compute a "
          + "\(statistic.rawValue).")
    }
    return sentences
  }

  private var sentences: [String] {
    var sentences = folder.responses.flatMap { self.sentences(of: $0) }
    if let everybody = reached { sentences.append(everybody) }
    if let ended = Extinction.sentence(folder) { sentences.append(ended) }
    sentences += ComparisonFacts.clearest(Self.mostComparisons, of: comparisons).map {
      $0.sentence(confidence: folder.confidence)
    }
    if comparisons.count > Self.mostComparisons {
      let pictures =
        switch pictured {
        case 0: ""
        case comparisons.count: "the pictures below show all of them, and "
        default: "the pictures below show \(pictured) of them, and "
        }
      sentences.append(
        "These are the \(Self.mostComparisons) clearest of \(comparisons.count) comparisons; "
          + "\(pictures)all are in comparisons.csv.")
    }
    return sentences + ComparisonRemarks(folder: folder, comparisons: comparisons).sentences
  }

  private var reached: String? {
    let facts = folder.facts(of: "step_to_all")
    let runs = facts.compactMap { $0.count("n") }.reduce(0, +)
    let all = facts.compactMap { $0.count("n_reached") }.reduce(0, +)
    guard runs > 0 else { return nil }
    let words = "Everybody was infected" + (folder.hasCourse ? " at least once" : "")
    if all == runs { return "\(words) in all of the \(grouped(runs)) runs." }
    return "\(words) in \(grouped(all)) of \(grouped(runs)) runs "
      + "(\(percent(Double(all) / Double(runs))))."
  }

  private func label(_ fact: SummaryFacts) -> String {
    folder.points.points.indices.contains(fact.point)
      ? folder.points.label(folder.points.points[fact.point]) : "point \(fact.point)"
  }

  private func table(_ response: String) -> DataTable {
    let statistic = folder.statistic(of: response)
    let facts = folder.facts(of: response)
    let shown = spread(Self.mostRows, over: facts.count).map { facts[$0] }
    let varied = folder.points.varied
    var table = DataTable(
      columns: ["point"] + varied.map(\.name)
        + ["n", "n_reached", statistic.rawValue, statistic.low, statistic.high, "q05", "q95"],
      rows: shown.map { fact in
        let point =
          folder.points.points.indices.contains(fact.point)
          ? folder.points.points[fact.point] : nil
        return [String(fact.point)] + varied.map { key in point.map { key.word($0[key]) } ?? "" }
          + [
            fact["n"], fact["n_reached"], fact[statistic.rawValue], fact[statistic.low],
            fact[statistic.high], fact["q05"], fact["q95"],
          ]
      })
    if shown.count < facts.count {
      table.remark = "Showing \(shown.count) of \(facts.count) points; all are in summary.csv."
    }
    return table
  }
}
