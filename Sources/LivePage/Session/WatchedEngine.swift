import SpreadEngine
import SpreadModel

/// An engine, and what those who watch its run from step to step know of its people.
///
/// It belongs to one queue, as its engine does.
final class WatchedEngine {
  let simulator: Simulator
  private var states: [PersonState]

  /// Begins a run.
  init(_ simulator: Simulator, _ key: RunKey, people: Int) {
    self.simulator = simulator
    states = [PersonState](repeating: .healthy, count: people)
    simulator.begin(key)
  }

  /// Who has changed since the last time this was asked.
  func news() -> [StateChange] { simulator.update(&states) }

  var count: SessionState.EngineCount {
    SessionState.EngineCount(infected: simulator.infected, stop: simulator.stopReason)
  }
}
