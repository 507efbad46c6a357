package import DurableFiles
package import PlainText

/// What was written, for messages and for `--json`.
package struct WrittenResults: Sendable {
  package var points: Int
  package var runs: Int
  package var failedRuns: Int
  /// Point, replicate and reason of the first failed run.
  package var firstFailure: String?
  package var files: [WrittenFile]
  /// What a reader of the tables must know, one sentence each.
  package var notes: [Note] = []
  /// Tables of a former analysis, which are not asked for any more.
  package var removed: [String] = []
  /// Whether all of it was there before, and no byte was changed.
  package var isUnchanged = false

  package init(
    points: Int, runs: Int, failedRuns: Int, firstFailure: String?, files: [WrittenFile],
    notes: [Note] = [], isUnchanged: Bool = false
  ) {
    self.points = points
    self.runs = runs
    self.failedRuns = failedRuns
    self.firstFailure = firstFailure
    self.files = files
    self.notes = notes
    self.isUnchanged = isUnchanged
  }
}

extension WrittenResults {
  /// For `--json`.
  package var json: [(String, JSONText)] {
    [
      ("points", .int(points)), ("runs", .int(runs)), ("failed_runs", .int(failedRuns)),
      (
        "files",
        .array(
          files.map { .object([("name", .string($0.name)), ("bytes", .int($0.bytes))]) })
      ),
      ("removed", .array(removed.map(JSONText.string))),
    ]
  }
}
