import SpreadEngine
import SpreadModel

/// An engine, and what those who watch its run from step to step know of its people.
///
/// It belongs to one queue, as its engine does.
final class WatchedEngine {
  let simulator: Simulator
  private var states: [PersonState]

  /// Begins a run.
  ///
  /// - Parameter states: what those who watch know of its people.
  init(_ simulator: Simulator, _ key: RunKey, states: [PersonState]) {
    self.simulator = simulator
    self.states = states
    simulator.begin(key)
  }

  /// Begins a run of which nothing is known: everybody is taken for healthy.
  convenience init(_ simulator: Simulator, _ key: RunKey, people: Int) {
    self.init(simulator, key, states: [PersonState](repeating: .healthy, count: people))
  }

  /// Who has changed since the last time this was asked.
  func news() -> [StateChange] { simulator.update(&states) }

  var count: SessionState.EngineCount {
    SessionState.EngineCount(
      infected: simulator.infected, stop: simulator.stopReason,
      reproductionNumber: simulator.reproductionNumber)
  }
}
