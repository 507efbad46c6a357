import PlainText
import StudyFiles
import StudyRuns

extension FinalValuesEstimate {
  /// How runs are made, and why, with a line break.
  func text(threads: Int) -> String {
    guard let words = reason?.words else {
      return "one pass gives \(readable(levels)) level\(levels == 1 ? "" : "s") of \(factor); run by run it would take "
        + "\(about(secondsByRuns / Double(threads)))\n"
    }
    return "made run by run: \(words)\n"
  }

  var json: JSONText {
    .object([
      ("by", .string(reason == nil ? "passes" : "runs")),
      ("reason", reason.map { .string($0.words) } ?? .null),
      ("seconds_by_runs", .real(secondsByRuns)),
    ])
  }
}

extension FinalValuesEstimate.Reason {
  var words: String {
    switch self {
    case .condition(let condition): condition.failure
    case .fewLevels: "for so few levels that takes no longer than passes"
    }
  }
}
