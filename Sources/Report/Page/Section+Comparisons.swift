import PlainText
import Statistics
import Tables

extension Section {
  /// The study's own comparisons in sentences, and what a reader must know of how they were made.
  static let comparisons = Section(
    "comparisons", "Comparisons", table: "comparisons", [ForestPlots.kind], overAllRuns: true
  ) { folder, _ in
    let rows = try ComparisonFacts.read(folder) ?? []
    let sentences = ComparisonAnswer.all(rows, level: folder.level)
    let shown = Array(sentences.prefix(mostComparisons))
    return listHTML(
      shown
        + [
          showing(
            shown.count, of: sentences.count, "answers; all comparisons are in comparisons.csv")
        ]
        .filter { !$0.isEmpty }
        + ComparisonRemarks(folder: folder, comparisons: rows).sentences)
  }

  private static let mostComparisons = 12
}

/// What a reader must know of how the study's comparisons were made, one sentence each.
private struct ComparisonRemarks {
  let folder: ReportedFolder
  let comparisons: [ComparisonFacts]

  var sentences: [String] { [independent, untested(false), untested(true)].compactMap { $0 } }

  /// Runs that share random numbers, compared as if they did not.
  private var independent: String? {
    guard folder.study?["random_numbers"]?.text == "common" else { return nil }
    let rows = comparisons.filter { $0["paired"] == "0" }
    guard !rows.isEmpty else { return nil }
    return
      "\(tests(rows)) treated the runs of different levels as independent, although they "
      + "share their random numbers. Where this makes runs similar, P is larger than in a paired test "
      + "(\(grouped(rows.count)) of \(grouped(comparisons.count)) comparisons)."
  }

  /// Comparisons of times without a test, and why.
  ///
  /// - Parameter isTaken: of tests that take censored times.
  private func untested(_ isTaken: Bool) -> String? {
    let rows = comparisons.filter { row in
      row.number("p") == nil && folder.isTime(row["response"])
        && (row.test?.data == .times) == isTaken
        && folder.values(of: row["response"]).isCensored
    }
    guard !rows.isEmpty else { return nil }
    let count =
      "\(grouped(rows.count)) of \(grouped(comparisons.count)) comparisons were not tested"
    let other = ComparisonTest.usual(
      isPaired: false, isCensored: true, isOfShares: false
    ).rawValue
    return isTaken
      ? "Too few runs reached the times that \(tests(rows)) compares: \(count)."
      : "\(tests(rows)) cannot handle times that some runs did not reach (censored times): "
        + "\(count). \(other) can."
  }

  private func tests(_ rows: [ComparisonFacts]) -> String {
    rows.map { $0["test"] }.withoutRepetitions.joined(separator: ", ")
  }
}
