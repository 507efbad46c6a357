import SpreadEngine
package import SpreadModel
import Statistics
package import StudyFiles

/// Runs of a session's settings, to be seen behind its curve: how far they have come.
///
/// They are the replicates 0, 1, ... of the study that the session's start is (`SavedSession`), so
/// `spreadlab run` makes the same.
package struct Ensemble: Equatable, Sendable {
  /// The replicates there are to be, if they do not take too long.
  package static let size = 200
  /// Runs end at this step: an infection that people may have again could go on for ever.
  package static let mostSteps = 5_000
  /// Expected nanoseconds of all runs (`Scenario.expectedWork`).
  package static let mostWork = 60e9
  /// A band of fewer runs would say little.
  package static let fewest = 20

  /// How many runs there will be; 0 if they would take too long.
  package let planned: Int
  /// Steps at whose end a run had died out: one for each run that did.
  package private(set) var diedOut: [Int] = []
  /// Of the runs that are finished; nil before there are any. A run that has ended keeps its last value.
  package private(set) var band: WatchedRun.Band?

  /// Runs that have been made.
  package var finished: Int { band?.n ?? 0 }

  /// Nothing yet.
  package init(planned: Int) { self.planned = planned }

  /// - Parameter runs: the finished ones, at least one.
  package init(planned: Int, runs: [RunResult]) {
    self.planned = planned
    diedOut = runs.filter { $0.stopReason == .extinct }.map(\.steps)
    let curves = runs.map(\.curve)
    var band = WatchedRun.Band(n: runs.count)
    for step in 0..<(curves.map(\.count).max() ?? 0) {
      let sample = SortedSample(curves.map { Double($0[min(step, $0.count - 1)]) })
      // There are values: at least one run.
      band.append { sample.quantile($0) ?? .nan }
    }
    self.band = band
  }

  /// As many of the runs as do not take too long; 0 if those would be too few.
  package static func runs(of scenario: Scenario) -> Int {
    let runs = Int(min(Double(size), mostWork / scenario.expectedWork))
    return runs < fewest ? 0 : runs
  }

  /// Makes the runs of a study's first point, some at a time.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between steps.
  ///   - tell: gets what there is, the end included, unless it was cancelled.
  package static func make(
    _ study: Study, isCancelled: () -> Bool, tell: (Ensemble) -> Void
  ) {
    // A session's study is valid; if one were not, there would be no band to show.
    guard !isCancelled(), let point = try? study.points().first else { return }
    let planned = runs(of: point.scenario)
    tell(Ensemble(planned: planned))
    guard planned > 0 else { return }
    let simulator = Simulator(point.scenario)
    var finished: [RunResult] = []
    var told = ContinuousClock.now
    while finished.count < planned {
      let next = finished.count..<min(planned, finished.count + piece)
      finished += simulator.runs(
        next.map { study.key(of: point, replicate: $0) }, isCancelled: isCancelled)
      guard !isCancelled() else { return }
      guard finished.count == planned || .now - told > .milliseconds(250) else { continue }
      tell(Ensemble(planned: planned, runs: finished))
      told = .now
    }
  }

  /// Runs made together; those of small groups go side by side.
  private static let piece = 8
}

extension SessionState {
  /// The session's start, whose runs make its ensemble: what was done before the first step belongs to
  /// it. Nil where none is wanted.
  package var ensembleStart: (@Sendable () -> SavedSession)? {
    guard wantsEnsemble else { return nil }
    let (parameters, scenario, started) = (parameters, painted, started)
    let interventions = interventions.list(by: 0)
    let taps = introduced.filter { $0.step == 0 }
    return {
      SavedSession(
        parameters, scenario, started: started, taps: taps, interventions: interventions,
        steps: Ensemble.mostSteps, replicates: Ensemble.size)
    }
  }
}
