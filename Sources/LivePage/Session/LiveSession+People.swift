import Dispatch
import SpreadModel
import Synchronization

/// What pages do to people and to what holds for them; a second group gets it, too.
extension LiveSession {
  /// Takes those of `people` that are healthy and not tapped yet; returns them.
  package func tap(_ people: [Int], number: Int) -> [Int32] {
    guard let secondGroup else { return update { $0.tap(people, number: number) } }
    return pairing.withLock { _ in
      secondGroup.update { _ = $0.tap(people, number: number) }
      return update { $0.tap(people, number: number) }
    }
  }

  /// Taps `count` healthy people chosen at random, or all if fewer are left; returns how many.
  ///
  /// The choice is the system's: it is kept with the session as a list of people, so a saved
  /// session does not need to repeat it.
  package func tapAtRandom(_ count: Int, number: Int) -> Int {
    func chosen() -> [Int32] {
      update {
        var generator = SystemRandomNumberGenerator()
        return $0.tapAtRandom(count, number: number, using: &generator)
      }
    }
    guard let secondGroup else { return chosen().count }
    return pairing.withLock { _ in
      let people = chosen()
      secondGroup.update { _ = $0.tap(people.map { Int($0) }, number: number) }
      return people.count
    }
  }

  /// Makes healthy people immune, or those painted before healthy again; returns who changed.
  ///
  /// - Throws: if the first step has been made.
  package func paint(
    _ people: [Int], isImmune: Bool, number: Int = 0
  ) throws(Parameters.Mistake) -> [Int32] {
    defer {
      for session in [self] + [secondGroup].compactMap(\.self) {
        queue.async { session.restartWithPaint() }
      }
    }
    return try pairing.withLock { _ throws(Parameters.Mistake) in
      try secondGroup?.attempt { state throws(Parameters.Mistake) in try state.checkPaint() }
      let changed = try attempt { state throws(Parameters.Mistake) in
        try state.checkPaint()
        return state.stroke(people, isImmune: isImmune, number: number)
      }
      secondGroup?.update { _ = $0.stroke(people, isImmune: isImmune, number: number) }
      return changed
    }
  }

  /// Has an intervention wait for the next step.
  ///
  /// - Throws: if it cannot be made, in either group.
  package func intervene(_ values: SessionIntervention) throws(Parameters.Mistake) {
    try pairing.withLock { _ throws(Parameters.Mistake) in
      if let refusal = secondGroup?.read({ $0.isOver ? nil : $0.refusal(of: values) }) {
        throw Parameters.Mistake(
          field: ModelKey.interventions.name, message: "In the second group: \(refusal)")
      }
      try attempt { state throws(Parameters.Mistake) in try state.intervene(values) }
      // Now only a group that is over refuses, and that has no next step.
      secondGroup?.update { try? $0.intervene(values) }
    }
  }

  /// Changes the state, unless that cannot be done.
  private func attempt<Success: Sendable>(
    _ change: (inout SessionState) throws(Parameters.Mistake) -> Success
  ) throws(Parameters.Mistake) -> Success {
    try update { state -> Result<Success, Parameters.Mistake> in
      do throws(Parameters.Mistake) { return .success(try change(&state)) } catch {
        return .failure(error)
      }
    }.get()
  }

  /// What was taken back.
  package enum Undone: String, Encodable, Sendable {
    case nothing, tap, paint
    /// Taps that steps had been made with: the session stands before them again.
    case steps
  }

  /// Takes the last thing back that was done to people: a tap that the engine has not got yet, paint, or
  /// the taps of the last step that had some, with all steps since.
  package func undo() -> Undone {
    let groups = [self, secondGroup].compactMap(\.self)
    let undone = pairing.withLock { _ -> Undone in
      // Either group may have taken nobody of the last tap.
      let taps = groups.map { $0.read { $0.waiting.last?.number } }
      let last = taps.compactMap(\.self).max()
      let stroke = read { $0.log.step == 0 ? $0.paint.strokes.last?.number : nil }
      if let stroke, stroke >= last ?? .min, groups.map({ $0.update { $0.undoPaint() } })[0] {
        return .paint
      }
      guard last != nil else { return .nothing }
      for (group, tap) in zip(groups, taps) where tap == last {
        group.update { _ = $0.undoTap() }
      }
      return .tap
    }
    for group in groups { queue.async { group.restartWithPaint() } }
    guard undone == .nothing,
      let step = groups.compactMap({ $0.read { $0.introduced.last?.step } }).max()
    else { return undone }
    goBack(to: step) { $0 < step }
    return .steps
  }

  /// Goes on from an earlier step, as it was: what was done later is dropped.
  package func rewind(to step: Int) {
    guard (0...read { $0.log.step }).contains(step) else { return }
    goBack(to: step) { $0 <= step }
  }

  /// Both groups stand at the end of an earlier step again, paused.
  ///
  /// - Parameter stays: whether what was done at the end of a step still is.
  private func goBack(to step: Int, _ stays: (Int) -> Bool) {
    for group in [self, secondGroup].compactMap(\.self) {
      let (parameters, scenario, paint, introduced, interventions) = group.read {
        ($0.parameters, $0.scenario, $0.paint, $0.introduced, $0.interventions)
      }
      let made = interventions.made.filter { stays($0.step) }
      group.restore(
        parameters, scenario, paint: paint, introduced: introduced.filter { stays($0.step) },
        interventions: SessionInterventions(repeating: made, in: scenario), step: step)
    }
  }
}
