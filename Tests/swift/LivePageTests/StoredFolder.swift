import Foundation
import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport

/// Runs of a study in a folder: those of `spreadlab run`, or a store that a test fills.
struct StoredFolder {
  let study: Study
  let path: String
  private let file: [UInt8]

  init(_ text: String, at path: String) throws {
    file = Array(text.utf8)
    study = try Study.parse(bytes: file, file: "study.json")
    self.path = path
  }

  func session() throws -> StudySession {
    try StudySession(study, file: file, in: path, threads: 1)
  }

  /// Runs the study to its end, with its tables.
  func run() throws {
    let session = try session()
    _ = try session.finish(try session.makeRuns())
  }

  /// Fills the store with the study's runs.
  ///
  /// - Parameter change: what becomes of a run's curves.
  func fill(_ change: (_ curves: RunCurves, _ point: Int, _ replicate: Int) -> RunCurves?) throws {
    let rounds = try StudyRounds(study)
    let plan = rounds.plan
    let store = try FolderOwner.open(rounds, at: path)
    try store.append(
      zip(plan.points, plan.replicates).map { point, replicates in
        RunBlock(
          point: point.identity,
          runs: replicates.map { replicate in
            let result = Simulator(point.scenario, of: study).run(
              study.key(of: point, replicate: replicate), recordMap: false)
            return RunRecord(
              replicate: replicate,
              outcome: .finished(
                .init(
                  stopReason: result.stopReason,
                  responses: store.responses.values(of: result, on: point.scenario.grid),
                  curve: change(result.curves, point.number, replicate), map: nil)))
          })
      })
    try store.close()
  }

  /// Rows of one of its tables, by column.
  func rows(_ table: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: "\(path)/\(table).csv", encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }
}
