import PlainText
import SpreadEngine
package import SpreadModel
package import StudyFiles

/// A finished run to look at, forward and backward.
package struct WatchedRun: Sendable {
  /// The study's runs of the point, step by step (columns of `curve_summary.csv`).
  package struct Band: Codable, Equatable, Sendable {
    package var n: Int
    package private(set) var median: [Double] = []
    package private(set) var q05: [Double] = []
    package private(set) var q95: [Double] = []

    package init(n: Int) { self.n = n }

    /// Adds a step, from the quantiles of its numbers of infected people.
    package mutating func append(_ quantile: (Double) -> Double) {
      median.append(quantile(0.5))
      q05.append(quantile(0.05))
      q95.append(quantile(0.95))
    }
  }

  package var point: Int
  package var replicate: Int
  package var grid: Grid
  package var ruleName: String
  /// Seconds per step.
  package var period: Double
  package var label: String
  package var log: StateLog
  /// Whether people may be latent or immune.
  package var tracksPeople: Bool
  var places: Answer.Places
  /// Where people of a network are drawn.
  package var network: NetworkPicture?
  package var stop: StopReason
  /// Whether the same numbers of infected, latent and immune people are stored; nil if none are of
  /// this run.
  package var equalsStored: Bool?
  package var band: Band?

  /// Changes of people's states that a page holds while it watches a run: four bytes each.
  private static let mostChanges = 1 << 25

  /// Repeats a run of a study; what is stored of it is not known yet.
  ///
  /// - Parameter mostSteps: the server and the page keep counts of each step.
  /// - Throws: `WordedError` if it fails, or is too large to show; `CancellationError` if the task was
  ///   cancelled.
  package init(
    repeating replicate: Int, of point: StudyFiles.Point, in study: Study,
    mostSteps: Int = Parameters.mostSteps
  ) throws {
    guard point.groupSize <= PageControl.mostPeople else {
      throw Failure(
        .notPlayable,
        "point \(point.number) cannot be watched: the group is larger than \(PageControl.mostPeople) people"
      )
    }
    let key = study.key(of: point, replicate: replicate)
    let engine = WatchedEngine(Simulator(point.scenario), key, people: point.groupSize)
    log = StateLog()
    log.extendStep(engine.news())
    while engine.simulator.stopReason == nil {
      try Task.checkCancellation()
      guard log.step < mostSteps else {
        throw Failure(
          .notPlayable,
          "point \(point.number), replicate \(replicate) cannot be watched: it takes more than "
            + "\(mostSteps) steps")
      }
      engine.simulator.step()
      if let failure = engine.simulator.failure {
        throw Failure(
          .runsFailed, "point \(point.number), replicate \(replicate) failed: \(failure)")
      }
      log.appendStep(engine.news())
      guard log.count <= Self.mostChanges else {
        throw Failure(
          .notPlayable,
          "point \(point.number), replicate \(replicate) cannot be watched: people change their state "
            + "more than \(Self.mostChanges) times")
      }
    }
    self.point = point.number
    self.replicate = replicate
    grid = point.scenario.grid
    ruleName = point.ruleName
    period = study.constants(.period)
    label = point.label(in: study)
    tracksPeople = point.scenario.tracksPeople
    places = Answer.Places(point.scenario)
    network = NetworkPicture(point.scenario, key: key, isCancelled: { Task.isCancelled })
    stop = engine.simulator.stopReason ?? .maxSteps
  }
}
