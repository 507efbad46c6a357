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
    var generator = SystemRandomNumberGenerator()
    return tapAtRandom(count, number: number, using: &generator)
  }

  /// As above; nothing waits while people are chosen, and whoever is infected meanwhile is replaced.
  package func tapAtRandom(
    _ count: Int, number: Int, using generator: inout some RandomNumberGenerator
  ) -> Int {
    let isTaken = read { $0.isReady ? $0.isTaken : [] }
    var healthy = isTaken.indices.filter { !isTaken[$0] }
    var (tapped, next) = (0, 0)
    while tapped < count, next < healthy.count {
      let end = next + min(count - tapped, healthy.count - next)
      for index in next..<end {
        healthy.swapAt(index, Int.random(in: index..<healthy.count, using: &generator))
      }
      tapped += tap(Array(healthy[next..<end]), number: number).count
      next = end
    }
    return tapped
  }

  /// Makes healthy people immune, or those painted before healthy again; returns who changed.
  ///
  /// - Throws: if the first step has been made.
  package func paint(
    _ people: [Int], isImmune: Bool, number: Int = 0
  ) throws(Parameters.Mistake) -> [Int32] {
    defer {
      for group in groups { queue.async { group.restartWithPaint() } }
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
    let undone = pairing.withLock { _ -> Undone in
      // Either group may have taken nobody of the last tap.
      let taps = groups.map { $0.read { $0.waiting.last?.number } }
      let last = taps.compactMap(\.self).max()
      let stroke = read { $0.lastStep == 0 ? $0.paint.strokes.last?.number : nil }
      if let stroke, stroke >= last ?? .min, groups.map({ $0.update { $0.undoPaint() } })[0] {
        return .paint
      }
      if last != nil {
        for (group, tap) in zip(groups, taps) where tap == last {
          group.update { _ = $0.undoTap() }
        }
        return .tap
      }
      var recipes = groups.map { $0.read(\.recipe) }
      if let step = recipes.compactMap({ $0.introduced.last?.step }).max() {
        goBack(recipes, to: step) { $0 < step }
        return .steps
      }
      guard stroke != nil else { return .nothing }
      guard read({ !$0.isReady }) else {
        // It may have become ready since it was asked above.
        return groups.map { $0.update { $0.undoPaint() } }[0] ? .paint : .nothing
      }
      for group in recipes.indices { _ = recipes[group].paint?.undo { _ in true } }
      begin(recipes, step: 0)
      return .paint
    }
    for group in groups { queue.async { group.restartWithPaint() } }
    return undone
  }

  /// Goes on from an earlier step, as it was: what was done later is dropped.
  package func rewind(to step: Int) {
    guard (0...read(\.lastStep)).contains(step) else { return }
    pairing.withLock { _ in goBack(groups.map { $0.read(\.recipe) }, to: step) { $0 <= step } }
  }

  /// The groups stand at the end of an earlier step again, paused.
  ///
  /// - Parameter stays: whether what was done at the end of a step still is.
  private func goBack(_ recipes: [SessionRecipe], to step: Int, _ stays: (Int) -> Bool) {
    let earlier = recipes.map { recipe in
      var earlier = recipe
      earlier.introduced.removeAll { !stays($0.step) }
      earlier.interventions = SessionInterventions(
        repeating: recipe.interventions.made.filter { stays($0.step) }, in: recipe.scenario)
      return earlier
    }
    begin(earlier, step: step)
  }

  /// The number of a gesture among those of all pages: later ones have higher numbers, whatever pages
  /// call them.
  ///
  /// - Parameter page: tells pages apart, also one before and after it was loaded again.
  package func number(ofGesture number: Int, page: UInt64) -> Int {
    gesture.withLock { last in
      if let last, last.page == page, last.ofPage == number { return last.number }
      let known = read { max($0.paint.strokes.last?.number ?? 0, $0.waiting.last?.number ?? 0) }
      let next = max(known, last?.number ?? 0) + 1
      last = (page, number, next)
      return next
    }
  }
}
