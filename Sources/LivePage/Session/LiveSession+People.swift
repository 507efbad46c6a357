import Dispatch
import SpreadModel
import Synchronization

/// What pages do to people and to what holds for them; a second group gets it, too.
extension LiveSession {
  /// Takes those of `people` that are healthy and not tapped yet; returns them.
  package func tap(_ people: [Int], number: Int) -> [Int32] {
    guard let twin else { return update { $0.tap(people, number: number) } }
    return pairing.withLock { _ in
      twin.update { _ = $0.tap(people, number: number) }
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
    guard let twin else { return chosen().count }
    return pairing.withLock { _ in
      let people = chosen()
      twin.update { _ = $0.tap(people.map { Int($0) }, number: number) }
      return people.count
    }
  }

  /// Makes healthy people immune, or those painted before healthy again; returns who changed.
  ///
  /// - Throws: if the first step has been made.
  package func paint(_ people: [Int], isImmune: Bool) throws(Parameters.Mistake) -> [Int32] {
    try painting { state throws(Parameters.Mistake) in
      try state.checkPaint()
      return state.stroke(people, isImmune: isImmune)
    } following: { state, _ in
      _ = state.stroke(people, isImmune: isImmune)
    }
  }

  /// Paints a preset; a second group gets the first one's pattern.
  ///
  /// - Throws: if there is no room for it, or the first step has been made.
  package func apply(_ preset: Preset, number: Int) throws(Parameters.Mistake) {
    _ = try painting { state throws(Parameters.Mistake) in
      let pattern = try state.pattern(of: preset)
      state.apply(pattern, number: number)
      return pattern
    } following: { state, pattern in
      state.apply(pattern, number: number)
    }
  }

  /// Changes the first group, if both can be painted, and then the second by what came of it.
  private func painting<Result: Sendable>(
    _ change: (inout SessionState) throws(Parameters.Mistake) -> Result,
    following: (inout SessionState, Result) -> Void
  ) throws(Parameters.Mistake) -> Result {
    defer {
      for session in [self] + [twin].compactMap(\.self) { queue.async { session.takeUpPaint() } }
    }
    return try pairing.withLock { _ throws(Parameters.Mistake) in
      try twin?.attempt { state throws(Parameters.Mistake) in try state.checkPaint() }
      let result = try attempt(change)
      twin?.update { following(&$0, result) }
      return result
    }
  }

  /// Has an intervention wait for the next step.
  ///
  /// - Throws: if it cannot be made, in either group.
  package func intervene(_ values: SessionIntervention) throws(Parameters.Mistake) {
    try pairing.withLock { _ throws(Parameters.Mistake) in
      if let refusal = twin?.read({ $0.isOver ? nil : $0.refusal(of: values) }) {
        throw Parameters.Mistake(
          field: ModelKey.interventions.name, message: "In the second group: \(refusal)")
      }
      try attempt { state throws(Parameters.Mistake) in try state.intervene(values) }
      // Now only a group that is over refuses, and that has no next step.
      twin?.update { try? $0.intervene(values) }
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

  /// Takes the last tap back that the engine has not got yet; returns its number, or nil if there
  /// is none.
  package func undo() -> Int? {
    guard let twin else { return update { $0.undo() } }
    return pairing.withLock { _ in
      // Either group may have taken nobody of the last tap.
      let groups = [self, twin]
      let last = groups.compactMap { $0.read { $0.waiting.last?.number } }.max()
      for group in groups where group.read({ $0.waiting.last?.number }) == last {
        group.update { _ = $0.undo() }
      }
      return last
    }
  }
}
