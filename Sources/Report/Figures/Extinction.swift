import PlainText

/// How many runs the infection died out in, and when.
enum Extinction {
  static let response = "step_to_extinct"

  static let kind = FigureKind("extinction", one: figure)

  private static func figure(_ folder: ResultsFolder) throws -> Figure? {
    guard folder.hasCourse, ReachedRuns(response, folder, given: folder.condition).reached > 0
    else { return nil }
    return try TimeDistribution.figure(folder, subject(folder))
  }

  private static func subject(_ folder: ResultsFolder) -> TimeDistribution.Subject {
    let shares = folder.factsByPoint(of: "extinct", given: folder.condition)
    let all = ReachedRuns(response, folder, given: folder.condition)
    return TimeDistribution.Subject(
      name: kind.name, response: response, heading: "When the infection dies out",
      summary: folder.both(folder.condition) { sentence(folder, given: $0) ?? "" },
      note: "Each line rises by one run whenever the infection dies out in a run: nobody is "
        + "infected, and nobody will be introduced. It ends at the share of runs in which this "
        + "happened" + (all.reached == all.runs ? "." : "; the other runs were stopped earlier."),
      missing: "not extinct",
      columns: ["runs", "runs_extinct", "share_extinct", "ci_low", "ci_high"]
    ) { point, time in
      let columns = ["mean", "ci_low", "ci_high"]
      return TimeDistribution.counts(time)
        + (shares[point.number]?.cells(columns) ?? columns.map { _ in shortNumber("") })
    }
  }

  /// Of the runs of all points at which people recover, drawn or not; nil if there are none.
  ///
  /// - Parameter condition: the response that is 1 in the runs; nil of all runs.
  static func sentence(_ folder: ResultsFolder, given condition: String? = nil) -> String? {
    let all = folder.points.points
    let own = all.filter(folder.recovers)
    return ReachedRuns(
      response, folder, at: own.count == all.count ? nil : own, given: condition
    ).words(
      own.count == all.count
        ? "The infection died out" : "Where people recover, the infection died out",
      otherwise: "; the others were stopped earlier")
  }
}
