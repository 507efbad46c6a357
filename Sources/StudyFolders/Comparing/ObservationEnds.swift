import PlainText
import SpreadModel
import Tables

/// When observation ended of the runs of a results table, which has no time where one was not reached.
///
/// Source: docs/statistics.md, "Censored times".
struct ObservationEnds {
  /// Columns of `runs.csv` that say so.
  static let reason = "stop_reason"
  static let steps = Response.steps.rawValue

  /// Of the study; nil where its folder is not known.
  private let maxSteps: Int?

  /// Nil for a table that is no `runs.csv`.
  ///
  /// - Throws: `WordedError` where the study beside it cannot be read.
  init?(of path: String, columns: [String]) throws {
    let needed: Set = ["point", "replicate", "status", Self.reason, Self.steps]
    guard needed.isSubset(of: columns) else { return nil }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let study = try sideFile("\(folder)study.resolved.json")
    maxSteps = study?[key: "model"]?[key: "stop"]?[key: "max_steps"]?.number?.integer
  }

  /// Nil where that is not known.
  func end(reason: String, steps: Double?) -> Double? {
    guard let reason = StopReason(rawValue: reason), let steps else { return nil }
    // Those that could go on ended where they were.
    let isKnown = maxSteps != nil || reason.lastKnownStep(0, maxSteps: 1) == 0
    return isKnown ? reason.lastKnownStep(steps, maxSteps: maxSteps ?? 0) : nil
  }
}
