import PlainText
import Statistics
import Tables

extension Section {
  /// The clearest of the study's own comparisons in sentences, and what a reader must know of how they
  /// were made.
  static let comparisons = Section(
    "comparisons", "Comparisons", table: "comparisons", [ForestPlots.kind]
  ) { folder, figures in
    let rows = try ComparisonFacts.read(folder) ?? []
    var sentences = Array(
      ComparisonAnswer.overviews(rows, level: folder.level).prefix(mostComparisons))
    sentences += ComparisonFacts.clearest(mostComparisons, of: rows).map {
      $0.sentence(level: folder.level)
    }
    if rows.count > mostComparisons {
      let all = ComparisonFacts.source(rows)
      let pictured = figures.reduce(0) { $0 + $1.data.rows.count }
      let pictures: Words =
        pictured == 0
        ? ""
        : "the pictures below show \(Source("plots/comparisons_*").count(pictured)) of them, and "
      sentences.append(
        "These are the \(all.whole(.clearest, mostComparisons)) clearest of "
          + "\(all.count(rows.count)) comparisons; \(pictures)all are in comparisons.csv.")
    }
    return listHTML(sentences + ComparisonRemarks(folder: folder, comparisons: rows).sentences)
  }

  private static let mostComparisons = 6
}

/// What a reader must know of how the study's comparisons were made, one sentence each.
private struct ComparisonRemarks {
  let folder: ResultsFolder
  let comparisons: [ComparisonFacts]

  var sentences: [Words] { [independent, untested(false), untested(true)].compactMap { $0 } }

  /// Runs that share random numbers, compared as if they did not.
  private var independent: Words? {
    guard folder.study?["random_numbers"]?.text == "common" else { return nil }
    let rows = comparisons.filter { $0["paired"] == "0" && $0["level_b"] != "zero" }
    guard !rows.isEmpty else { return nil }
    let all = ComparisonFacts.source(comparisons)
    let own = all.with("paired", ["0"]).with("level_b", ["zero"], isNot: true)
    return
      "\(name: tests(rows)) treated the runs of different levels as independent, although they "
      + "share their random numbers. Where this makes runs similar, P is larger than in a paired test "
      + "(\(own.count(rows.count)) of \(all.count(comparisons.count)) comparisons)."
  }

  /// Comparisons of times without a test, and why.
  ///
  /// - Parameter isTaken: of tests that take censored times.
  private func untested(_ isTaken: Bool) -> Words? {
    let rows = comparisons.filter { row in
      row.number("p") == nil && folder.isTime(row["response"])
        && (row.test?.data == .times) == isTaken
        && folder.facts(of: row["response"]).contains { $0["n_reached"] != $0["n"] }
    }
    guard !rows.isEmpty else { return nil }
    let all = ComparisonFacts.source(comparisons)
    let own = ComparisonFacts.source(rows).with("test", rows.map { $0["test"] }.withoutRepetitions)
      .whole(.missing, rows.count, of: "p")
    let count: Words = "\(own) of \(all.count(comparisons.count)) comparisons were not tested"
    let other = ComparisonTest.usual(isPaired: false, isCensored: true).rawValue
    return isTaken
      ? "Too few runs reached the times that \(name: tests(rows)) compares: \(count)."
      : "\(name: tests(rows)) cannot handle times that some runs did not reach (censored times): "
        + "\(count). \(name: other) can."
  }

  private func tests(_ rows: [ComparisonFacts]) -> String {
    rows.map { $0["test"] }.withoutRepetitions.joined(separator: ", ")
  }
}
