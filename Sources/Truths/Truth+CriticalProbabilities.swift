internal import SpreadModel

/// P13: critical probabilities. Thresholds need two sizes, whose distributions cross: Tests/system/ExactDistributions/thresholds.py.
extension [Truth] {
  static var criticalProbabilities: [Truth] { [row] }

  /// Everybody behind the first one of nine needs one contact: the largest of eight uniform numbers.
  private static var row: Truth {
    Truth(
      "P13.row", source: "the mean of the largest of eight uniform numbers",
      Scenario(.vonNeumann, .all, .each, p: 1, people: 9, columns: 9, start: [0])
        .withCourse(infectious: 1),
      runs: 20_000, .criticalProbability([1]), .means([8.0 / 9]))
  }
}
