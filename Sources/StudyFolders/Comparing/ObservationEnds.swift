import DurableFiles
import PlainText
import ResultTables
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
  /// Whether the response is a critical probability, which is known up to 1.
  private let isProbability: Bool
  /// Whether the table says how long each run went on; one of final values alone does not.
  let hasSteps: Bool

  /// Nil for a table that is no `runs.csv`.
  ///
  /// - Throws: `WordedError` where the study beside it cannot be read.
  init?(of path: String, columns: [String], response: String) throws {
    let needed: Set = ["point", "replicate", "status", Self.reason]
    guard needed.isSubset(of: columns) else { return nil }
    hasSteps = columns.contains(Self.steps)
    // Nobody knows where the rows of standard input come from.
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let study =
      try path != "-" && Self.isOwn(path, of: "\(folder)")
      ? sideFile("\(folder)study.resolved.json") : nil
    maxSteps = study?[key: "model"]?[key: "stop"]?[key: "max_steps"]?.number?.integer
    isProbability =
      study?[key: "responses"]?[key: response]?[key: "critical_probability"] != nil
  }

  /// Whether a file is the one that the manifest beside it lists: a study that lies beside a table of another one says
  /// nothing of it.
  private static func isOwn(_ path: String, of folder: String) throws -> Bool {
    let manifest = try sideFile("\(folder)\(manifestName)")
    let name = path.dropFirst(folder.count)
    let listed = manifest?[key: "files"]?.elements?.first {
      $0[key: "name"]?.string == String(name)
    }
    guard let digest = listed?[key: "sha256"]?.string else { return false }
    return try ReadableFile.digest(of: path, .named) == digest
  }

  /// Each time has an event of its own; that of another would turn reached times into censored ones.
  ///
  /// - Throws: `WordedError` for another event, and for `steps`, which every run has.
  static func expect(event: String, of response: String, columns: [String]) throws {
    if response == steps {
      throw Failure(
        .unfitOption,
        "\(setting: "event", event) does not go with \(steps), which every run has; leave it out")
    }
    let own = OwnResponse.eventName(of: response)
    let flag = Response(rawValue: response)?.event?.name ?? (columns.contains(own) ? own : nil)
    guard let flag, flag != event else { return }
    throw Failure(
      .unfitOption,
      "\(setting: "event", event) does not say whether \(response) was reached; give "
        + "\(setting: "event", flag)")
  }

  /// Nil where that is not known, and for a run that took more steps than the study allows: it is of
  /// another study.
  func end(reason: String, steps: Double?) -> Double? {
    if isProbability { return 1 }
    guard let reason = StopReason(rawValue: reason), let steps else { return nil }
    if let maxSteps, steps > Double(maxSteps) { return nil }
    // Those that could go on ended where they were.
    let isKnown = maxSteps != nil || reason.lastKnownStep(0, maxSteps: 1) == 0
    return isKnown ? reason.lastKnownStep(steps, maxSteps: maxSteps ?? 0) : nil
  }
}
