package import SpreadModel

/// The responses of a study's runs, and where their values come from.
///
/// A response of the study's own is read from stored curves where every run has one; then it is no
/// part of the identity and may be added when the runs are there. Any other is taken while a run is
/// made and stored with it, like the built-in ones, and belongs to the identity.
/// Source: docs/study-files.md, "Responses of your own".
extension Study {
  /// The built-in ones, then the study's own, as they stand in `runs.csv`.
  package var responses: ResponseList { list(ownResponses, grid: hasGrid) }

  /// Those that are stored with each run: shapes also where no point is on a grid yet.
  package var storedResponses: ResponseList { list(storedOwnResponses, grid: true) }

  /// The study's own that are stored with each run.
  package var storedOwnResponses: [OwnResponse] { ownResponses.filter(isStored) }

  /// Whether making a run needs the step at which each person is infected, recorded or not.
  package var needsMaps: Bool { ownResponses.contains(where: \.measure.needsMap) }

  private func list(_ own: [OwnResponse], grid: Bool) -> ResponseList {
    let builtIn = ResponseList.builtIn(
      grid: grid, recovery: hasCourse, interventions: hasInterventions)
    return ResponseList(builtIn.responses + own.flatMap(\.responses))
  }

  private func isStored(_ response: OwnResponse) -> Bool {
    response.measure.needsMap || !keepsAllCurves || isTarget(response)
  }

  /// What decides which runs there are is known of each run without its curve, and is part of the
  /// identity.
  private func isTarget(_ response: OwnResponse) -> Bool {
    if threshold?.response.own == response { return true }
    if calibration?.data.contains(where: { $0.quantity.response?.own == response }) == true {
      return true
    }
    guard case .adaptive(let rule) = replicates else { return false }
    return rule.until.contains { $0.response.own == response }
  }

  private var keepsAllCurves: Bool {
    switch record.curves {
    case .all: true
    case .none: false
    case .first(let count): !designDecidesRuns && count >= replicates.most
    }
  }
}
