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
    \(sentences.map { "<li>\($0.html)</li>" }.joined(separator: "\n"))
    </ul>
    \(asked.map { table($0).html(caption: "\(name: $0.words) by point") }.joined(separator: "\n"))
    </section>
    """
  }

  /// A response over all runs, or over those in which another one is 1.
  private struct Subject {
    let response: String
    let given: String?

    var words: String { response + (given.map { " in runs with \($0)" } ?? "") }
    var source: Source { SummaryFacts.source(of: response, given: given) }
  }

  private var asked: [Subject] {
    ([nil] + folder.conditions).flatMap { given in
      folder.responses.filter { $0 != given }.map { Subject(response: $0, given: given) }
    }
  }

  /// Of all points, whichever are drawn.
  private func sentences(of subject: Subject) -> [Words] {
    let response = subject.words
    let statistic = folder.statistic(of: subject.response)
    let column = statistic.rawValue
    let all = subject.source
    var sentences: [Words] = []
    let facts = folder.facts(of: subject.response, given: subject.given)
    let known = facts.filter { $0.number(column) != nil }
      .sorted { ($0.number(column) ?? 0) < ($1.number(column) ?? 0) }
    func value(_ fact: SummaryFacts) -> Words { fact.words(statistic, level: folder.level) }
    let name: Words = "The \(name: column) of \(name: response)"
    if let low = known.first, let high = known.last {
      if known.count == 1 {
        sentences.append("\(name) is \(value(low)).")
      } else if low[column] == high[column] {
        let same = all.derived(
          .value, of: column, value: low[column], shown: Words(name: shortNumber(low[column])))
        sentences.append("\(name) is \(same) at all \(all.count(known.count, of: column)) points.")
      } else {
        for (fact, end, word) in [
          (low, .argmin, "smallest"), (high, .argmax, "largest"),
        ] as [(SummaryFacts, Source.Derivation, Words)] {
          let words: Words = "\(word) at \(label(fact)): \(value(fact))"
          sentences.append(
            "\(name) is \(all.extreme(end, of: column, by: "point", at: fact["point"], words)).")
        }
      }
    }
    let missing = facts.count - known.count
    if missing > 0 {
      sentences.append(
        "At \(all.whole(.missing, missing, of: column)) of \(all.count(facts.count)) points, too few "
          + "runs have a value of \(name: response) to compute a \(name: column).")
    }
    return sentences
  }

  private var sentences: [Words] {
    var sentences = asked.flatMap { self.sentences(of: $0) }
    if let everybody = reached { sentences.append(everybody) }
    if let ended = Extinction.sentence(folder) { sentences.append(ended) }
    sentences += ComparisonFacts.clearest(Self.mostComparisons, of: comparisons).map {
      $0.sentence(level: folder.level)
    }
    if comparisons.count > Self.mostComparisons {
      let all = ComparisonFacts.source(comparisons)
      let pictures: Words =
        pictured == 0
        ? ""
        : "the pictures below show \(Source("plots/comparisons_*").count(pictured)) of them, and "
      sentences.append(
        "These are the \(all.whole(.clearest, Self.mostComparisons)) clearest of "
          + "\(all.count(comparisons.count)) comparisons; \(pictures)all are in comparisons.csv.")
    }
    return sentences + ComparisonRemarks(folder: folder, comparisons: comparisons).sentences
  }

  private var reached: Words? {
    ReachedRuns("step_to_all", folder).words(
      "Everybody was infected" + (folder.hasCourse ? " at least once" : ""))
  }

  private func label(_ fact: SummaryFacts) -> Words {
    folder.points[fact.point].map { folder.points.words($0) } ?? "point \(fact.shown("point"))"
  }

  private func table(_ subject: Subject) -> PageTable {
    let statistic = folder.statistic(of: subject.response)
    let facts = folder.facts(of: subject.response, given: subject.given)
    let shown = facts.spread(Self.mostRows)
    let varied = folder.points.varied
    let columns = [
      "n", "n_reached", statistic.rawValue, statistic.low, statistic.high, "q05", "q95",
    ]
    var table = PageTable(
      columns: ["point"] + varied.map(\.name) + columns,
      rows: shown.map { fact in
        let point = folder.points[fact.point]
        return fact.cells(["point"]) + varied.map { point?.words(of: $0) ?? "" }
          + fact.cells(columns)
      })
    let all = subject.source
    table.remark = .showing(
      all.whole(.shown, shown.count), of: all.count(facts.count),
      "points; all are in \(subject.given == nil ? "summary" : "summary_given").csv")
    return table
  }
}

/// In how many of all runs a response, which is a time, was reached.
struct ReachedRuns {
  let runs: Int
  let reached: Int
  let source: Source

  init(_ response: String, _ folder: ResultsFolder) {
    let facts = folder.facts(of: response)
    runs = facts.compactMap { $0.count("n") }.reduce(0, +)
    reached = facts.compactMap { $0.count("n_reached") }.reduce(0, +)
    source = Source("summary", ["response": response])
  }

  var allRuns: Words { source.sum(runs, of: "n") }
  var reachedRuns: Words { source.sum(reached, of: "n_reached") }
  var share: Words { source.share(Double(reached) / Double(runs), of: "n_reached / n") }
  /// The word "all", which says that no run is missing.
  var all: Words { source.derived(.ratio, of: "n_reached / n", value: "1", shown: "all") }

  /// Such as "Everybody was infected in 4 of 6 runs (66.7 %)."; nil without runs.
  func words(_ event: Words, otherwise: Words = "") -> Words? {
    if runs == 0 { return nil }
    return reached == runs
      ? "\(event) in \(all) of the \(allRuns) runs."
      : "\(event) in \(reachedRuns) of \(allRuns) runs (\(share))\(otherwise)."
  }
}
