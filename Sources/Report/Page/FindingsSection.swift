import PlainText
import SpreadModel

/// What came out, in plain sentences with intervals, and the main response of every point.
struct FindingsSection {
  let folder: ResultsFolder
  let comparisons: [ComparisonFacts]
  /// How many of the comparisons the pictures show.
  let pictured: Int

  private static let mostRows = 40
  private static let mostComparisons = 6

  var html: String {
    """
    <section id="findings"><h2>What came out</h2>
    <ul>
    \(sentences.map { "<li>\(escaped($0))</li>" }.joined(separator: "\n"))
    </ul>
    \(table.html(caption: "\(folder.mainResponse) by point"))
    </section>
    """
  }

  private var response: String { folder.mainResponse }
  private var statistic: SummaryFacts.Statistic { folder.statistic(of: response) }

  private var sentences: [String] {
    var sentences: [String] = []
    let facts = folder.facts(of: response)
    let known = facts.filter { $0.number(statistic.rawValue) != nil }
      .sorted { ($0.number(statistic.rawValue) ?? 0) < ($1.number(statistic.rawValue) ?? 0) }
    if let low = known.first, let high = known.last {
      if known.count == 1 {
        sentences.append("The \(statistic.rawValue) of \(response) is \(value(low)).")
      } else if low[statistic.rawValue] == high[statistic.rawValue] {
        sentences.append(
          "The \(statistic.rawValue) of \(response) is \(shortNumber(low[statistic.rawValue])) at "
            + "every one of \(known.count) points.")
      } else {
        sentences.append(
          "The \(statistic.rawValue) of \(response) is smallest at \(label(low)): \(value(low)).")
        sentences.append("It is largest at \(label(high)): \(value(high)).")
      }
    }
    let missing = facts.count - known.count
    if missing > 0 {
      sentences.append(
        "At \(missing) of \(facts.count) points too few runs have a value of \(response) for a "
          + "\(statistic.rawValue).")
    }
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

  /// Such as "5.2 steps (95 % interval 5 to 5.4)".
  private func value(_ fact: SummaryFacts) -> String {
    let unit = fact["unit"]
    let words = unit.isEmpty || unit == "1" ? "" : " \(unit)"
    var text = shortNumber(fact[statistic.rawValue]) + words
    if let low = fact.number(statistic.low), let high = fact.number(statistic.high) {
      text +=
        " (\(percent(folder.confidence)) interval \(shortNumber(low)) to \(shortNumber(high)))"
    }
    return text
  }

  private var table: DataTable {
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
