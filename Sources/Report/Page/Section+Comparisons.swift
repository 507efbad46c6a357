import PlainText
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
        + [takenForIndependent(rows, folder)].compactMap(\.self))
  }

  private static let mostComparisons = 12

  /// That runs which share random numbers were compared as if they did not; nil where none were.
  private static func takenForIndependent(
    _ comparisons: [ComparisonFacts], _ folder: ReportedFolder
  ) -> String? {
    let rows = comparisons.filter { $0["paired"] == "0" }
    guard folder.study?["random_numbers"]?.text == "common", !rows.isEmpty else { return nil }
    return
      "\(rows.map(\.testWords).withoutRepetitions.listed.capitalizedFirst) treated the runs of different levels as "
      + "independent, although they share their random numbers. Where this makes runs similar, P is larger than "
      + "in a paired test (\(grouped(rows.count)) of \(grouped(comparisons.count)) comparisons)."
  }
}
