import Dispatch
import SpreadEngine
import SpreadModel
import Synchronization

/// How sessions begin, and how one that was played before is repeated: by Reset, from an earlier step, from
/// a file, on a server that has forgotten it.
extension LiveSession {
  /// Starts anew with the same parameters and paint, in both groups.
  ///
  /// - Parameter seed: another one; nil keeps the random numbers as they were.
  package func beginAgain(seed: Int?) {
    pairing.withLock { _ in
      let recipes = groups.map { group in
        var recipe = group.read { SessionRecipe($0.parameters, $0.scenario, paint: $0.paint) }
        if let seed { recipe.parameters.seed = seed }
        return recipe
      }
      begin(recipes, step: 0)
    }
  }

  /// Starts anew and goes through a session that was played before, up to `step`.
  ///
  /// - Parameter recipes: of the groups, the first one first.
  package func restore(_ recipes: [SessionRecipe], step: Int) {
    pairing.withLock { _ in begin(recipes, step: step) }
  }

  /// As `restore`, while `pairing` is held: all groups begin together, and what is asked for then comes
  /// behind the repetition.
  func begin(_ recipes: [SessionRecipe], step: Int) {
    for (group, recipe) in zip(groups, recipes) {
      let run = group.update { state in
        state.begin(recipe, step: step)
        return state.run
      }
      group.draw(run: run)
    }
    // Behind the news that the run before is over: its first step would begin its ensemble again.
    ensembles.cancel()
    prepare()
  }

  /// Calls `body`, on another thread, with what the groups are like between two steps; of a session that
  /// is being repeated, at its end.
  package func whenSettled(_ body: @escaping @Sendable ([SessionState]) -> Void) {
    queue.async {
      let states = self.pairing.withLock { _ in self.groups.map { group in group.read { $0 } } }
      if states.allSatisfy(\.isReady) {
        DispatchQueue.global().async { body(states) }
      } else if !states.contains(where: \.isForgotten) {
        // It has begun anew since; what repeats it is on the queue already.
        self.whenSettled(body)
      }
    }
  }

  // MARK: On the queue

  /// Has the engines begin, and repeat what is to be repeated.
  func prepare() {
    let runs = groups.map { $0.read(\.run) }
    queue.async {
      var turns: [Turn] = []
      for (group, run) in zip(self.groups, runs) {
        guard let (scenario, states) = group.read({ $0.run == run ? ($0.painted, $0.states) : nil })
        else { return }
        let engine = group.makeEngine(scenario, knowing: states)
        group.record(run, engine) { $0.startedWith($1, $2) }
        turns.append((group, run, engine))
      }
      while true {
        for turn in turns { turn.group.repeatActions(turn.run, turn.engine) }
        let areDone = turns.allSatisfy { $0.group.read { $0.log.step >= $0.ahead.step } }
        // People who were tapped later were tapped while the other group went on.
        let areAwaited = turns.contains { $0.group.read(\.awaitsTaps) }
        guard !areDone, Self.canChange(turns) || areAwaited else { break }
        guard turns.allSatisfy({ $0.group.compute($0.run, $0.engine) }) else { return }
      }
      for turn in turns.dropFirst() { turn.group.update(turn.run) { $0.becomeReady() } }
      self.update(runs[0]) { [otherGoesOn = self.otherGoesOn] in
        $0.becomeReady(otherGoesOn: otherGoesOn)
      }
    }
  }

  /// What was done at the end of the step at which a session that is repeated stands.
  private func repeatActions(_ run: Int, _ engine: WatchedEngine) {
    let now = engine.simulator.currentStep
    while let next = read({ $0.run == run ? $0.ahead.taps.first : nil }), next.step <= now {
      hand(over: next.people, run, engine)
    }
    let interventions = read(\.interventions)
    if interventions.made.contains(where: { $0.step == now }) {
      engine.simulator.intervene(with: interventions.list(by: now))
    }
  }
}
