/// What a reader must know of how the study's comparisons were made, one sentence each.
struct ComparisonRemarks {
  let folder: ResultsFolder
  let comparisons: [ComparisonFacts]

  var sentences: [String] { [independent, untested].compactMap { $0 } }

  /// Runs that share random numbers, compared as if they did not.
  private var independent: String? {
    guard folder.study?["random_numbers"]?.text == "common" else { return nil }
    let rows = comparisons.filter { $0["paired"] == "0" && $0["level_b"] != "zero" }
    guard !rows.isEmpty else { return nil }
    return "\(tests(rows)) took the runs of different levels as independent, though they share "
      + "their random numbers: where that makes runs alike, P is larger than that of a test of "
      + "pairs (\(rows.count) of \(comparisons.count) comparisons)."
  }

  /// Tests that could not take times which some runs did not reach.
  private var untested: String? {
    let rows = comparisons.filter { row in
      row.number("p") == nil && folder.isTime(row["response"])
        && folder.facts(of: row["response"]).contains { $0["n_reached"] != $0["n"] }
    }
    guard !rows.isEmpty else { return nil }
    return "\(tests(rows)) cannot take times that some runs did not reach: "
      + "\(rows.count) of \(comparisons.count) comparisons have no test. log_rank takes such times."
  }

  private func tests(_ rows: [ComparisonFacts]) -> String {
    var names: [String] = []
    for row in rows where !names.contains(row["test"]) { names.append(row["test"]) }
    return names.joined(separator: ", ")
  }
}
