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
  let stored: StoredStudy
  private let results: StudyResults

  /// - Throws: `WordedError` if the folder holds no runs, or runs that cannot be repeated here.
  init(folder: String) throws {
    stored = try StoredStudy(folder: folder)
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
    guard point.groupSize <= PageControl.mostPeople else {
      throw Failure(
        .notPlayable,
        "point \(number) cannot be watched: the group is larger than \(PageControl.mostPeople) people"
      )
    }
    let engine = WatchedEngine(
      Simulator(point.scenario), stored.study.key(of: point, replicate: replicate),
      people: point.groupSize)
    var log = StateLog()
    log.extendStep(engine.news())
    while engine.simulator.stopReason == nil {
      engine.simulator.step()
      if let failure = engine.simulator.failure {
        throw Failure(.runsFailed, "point \(number), replicate \(replicate) failed: \(failure)")
      }
      log.appendStep(engine.news())
      guard log.count <= Self.mostChanges else {
        throw Failure(
          .notPlayable,
          "point \(number), replicate \(replicate) cannot be watched: people change their state "
            + "more than \(Self.mostChanges) times")
      }
    }
    return WatchedRun(
      point: number, replicate: replicate, grid: point.scenario.grid, ruleName: point.ruleName,
      period: stored.study.constants(.period),
      label: point.label(in: stored.study), log: log, tracksPeople: point.scenario.tracksPeople,
      places: Answer.Places(point.scenario),
      network: NetworkPicture(
        point.scenario, key: stored.study.key(of: point, replicate: replicate)),
      stop: engine.simulator.stopReason ?? .maxSteps,
      equalsStored: try stored.curves(of: point, replicate: replicate).map(log.equals),
      band: try band(number))
  }

  private func band(_ point: Int) throws -> WatchedRun.Band? {
    var band = WatchedRun.Band(n: 0)
    try results.forEachStep(ofPoint: point) { infected in
      band.n = infected.count
      band.append(infected.quantile)
    }
    return band.n > 0 ? band : nil
  }

  /// Changes of people's states that a page holds while it watches a run: four bytes each.
  static let mostChanges = 1 << 25
}

extension StateLog {
  /// Whether the run has the same numbers of people, step by step.
  fileprivate func equals(_ curves: RunCurves) -> Bool {
    func people(_ state: PersonState) -> [UInt32] { counts.map { UInt32($0[state]) } }
    return (0...step).map { UInt32(infected(after: $0)) } == curves.infected
      && curves.course.map { $0.latent == people(.latent) && $0.immune == people(.immune) } ?? true
  }
}
