import PlainText
import ResultTables
import SpreadEngine
package import SpreadModel
package import StudyFiles
import StudyRuns
package import Tables

/// One run, repeated from the results alone.
package struct ReplayedRun: Sendable {
  package let point: Point
  package let replicate: Int
  package let result: RunResult
  /// Its curves, and those of groups where people are of some.
  package let curves: PrintedTable
  package let groupCurves: PrintedTable?
  /// The responses that the study's runs have, and their values; nil is an empty cell.
  package let responses: [(response: Response, value: Double?)]

  /// - Parameters:
  ///   - map: whether to keep the step at which each person was infected.
  ///   - transmissions: whether to list who infected whom.
  /// - Throws: `WordedError` if the study has no such run.
  package init(
    of folder: String, point number: Int, replicate: Int, map: Bool = false,
    transmissions: Bool = false
  ) throws {
    let stored = try FolderStudy(folder: folder)
    try stored.expectOwnDraws()
    point = try stored.point(number, of: replicate)
    self.replicate = replicate
    let list = stored.study.responses
    var result = Simulator(point.scenario, of: stored.study).run(
      stored.study.key(of: point, replicate: replicate), recordMap: map || stored.study.needsMaps,
      recordTransmissions: transmissions, recordGroups: true)
    curves = PrintedTable(result.curves, of: stored.study)
    let names = point.scenario.groups?.names ?? []
    groupCurves = result.groupCurves.map { PrintedTable($0, names: names, of: stored.study) }
    result.criticalProbabilities = stored.study.criticalProbabilities(
      of: point, replicate: replicate)
    responses = Array(
      zip(
        list.responses,
        list.values(of: result, on: point.scenario.grid, level: point.number)))
    if !map { result.infectionSteps = nil }
    self.result = result
  }
}
