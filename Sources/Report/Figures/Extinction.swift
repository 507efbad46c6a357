import PlainText

/// In how many runs the infection died out.
enum Extinction {
  static let response = "step_to_extinct"

  /// Of the runs of all points at which people recover; nil if there are none.
  ///
  /// - Parameter condition: the response that is 1 in the runs; nil of all runs.
  static func sentence(_ folder: ReportedFolder, given condition: String? = nil) -> String? {
    let areAll = folder.points.points.allSatisfy(folder.recovers)
    return ReachedRuns(
      response, folder, at: folder.recovers, given: condition
    ).words(
      areAll
        ? "The infection died out" : "Where people recover, the infection died out",
      otherwise: "; the others were stopped earlier")
  }
}
