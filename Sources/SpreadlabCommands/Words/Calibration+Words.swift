import PlainText
import ResultTables
import Statistics
import StudyFolders
import StudyRuns

extension SequentialABC {
  /// How it ended, in a sentence.
  var words: String {
    guard let last = generations.last else { return "" }
    let tolerance = last.tolerance == 0 ? "0: the posterior is exact" : shortNumber(last.tolerance)
    return """
      \(plural(generations.count, "generation")), \(readable(Double(shares.count))) draws; ended because \
      \(stop?.words ?? "").
      Tolerance \(tolerance). \(readable(Double(accepted.count))) draws accepted, effective size \
      \(readable(last.effectiveSize.rounded())); acceptance of the last generation \
      \(shortNumber(100 * last.acceptance)) %.
      """
  }
}
