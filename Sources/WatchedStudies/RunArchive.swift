import LivePage
import PlainText
import ResultTables
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns

/// A results folder: its runs are repeated, and compared with what is stored of them.
///
/// Points and replicates are those that the folder has when it is opened; what is stored of a run is
/// read when it is watched.
struct RunArchive: Sendable {
  let stored: FolderStudy
  private let results: CountedRuns

  /// - Throws: `WordedError` if the folder holds no runs, or runs that cannot be repeated here.
  init(folder: String) throws {
    stored = try FolderStudy(folder: folder)
    try stored.expectOwnDraws()
    results = try stored.results().results
  }

  /// Of a search, the first ones are those of other points.
  func firstReplicate(of point: Int) -> Int {
    stored.plan.points.indices.contains(point)
      ? stored.possibleReplicates(of: point).lowerBound : 0
  }

  /// Repeats a run.
  ///
  /// - Throws: `WordedError` if the study has none of these numbers, it fails, it is too large to show,
  ///   or what is stored of it cannot be read.
  func watch(point number: Int, replicate: Int) throws -> WatchedRun {
    let point = try stored.point(number, of: replicate)
    var run = try WatchedRun(repeating: replicate, of: point, in: stored.study)
    run.equalsStored = try stored.curves(of: point, replicate: replicate).map(run.log.equals)
    run.band = try band(number)
    return run
  }

  private func band(_ point: Int) throws -> WatchedRun.Band? {
    var band = WatchedRun.Band(n: 0)
    try results.forEachStep(ofPoint: point) { infected in
      guard band.median.count <= Parameters.mostSteps else { return }
      band.n = infected.count
      band.append(infected.quantile)
    }
    return band.n > 0 ? band : nil
  }
}

extension StateLog {
  /// Whether the run has the same numbers of people, step by step.
  fileprivate func equals(_ curves: RunCurves) -> Bool {
    func people(_ state: PersonState) -> [UInt32] { counts.map { UInt32($0[state]) } }
    return (0...step).map { UInt32(infected(after: $0)) } == curves.infected
      && curves.course.map { $0.latent == people(.latent) && $0.immune == people(.immune) } ?? true
  }
}
