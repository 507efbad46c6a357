package import SpreadEngine
package import SpreadModel

/// Paint and interventions: what the session's study has besides its parameters and taps.
extension SessionState {
  /// - Throws: if people cannot be painted now.
  package func checkPaint() throws(Parameters.Mistake) {
    guard !isReady || log.step == 0 && !isComputing else {
      throw Parameters.Mistake(
        field: ModelKey.immunePeople.name,
        message: "People can be made immune before the first step only.")
    }
    guard isReady else {
      throw Parameters.Mistake(
        field: ModelKey.immunePeople.name, message: "The group is not ready yet. Try again.")
    }
  }

  /// Makes healthy people immune, or those painted before healthy again; returns who changed. Nobody
  /// does where `checkPaint` throws.
  package mutating func stroke(_ people: [Int], isImmune: Bool, number: Int) -> [Int32] {
    guard (try? checkPaint()) != nil else { return [] }
    let open = people.filter { isTaken.indices.contains($0) && isTaken[$0] != isImmune }
    let changed = paint.apply(open, isImmune: isImmune, number: number)
    guard !changed.isEmpty else { return [] }
    show(changed, isImmune: isImmune)
    return changed
  }

  /// Takes the paint of the last gesture back; false where there is none.
  package mutating func undoPaint() -> Bool {
    guard (try? checkPaint()) != nil else { return false }
    let done = paint.undo { [isTaken, states] person in
      !isTaken[Int(person)] || states[Int(person)] == .immune
    }
    for stroke in done { show(stroke.people, isImmune: stroke.isImmune) }
    return !done.isEmpty
  }

  private mutating func show(_ people: [Int32], isImmune: Bool) {
    needsRestart = true
    let (old, new) = isImmune ? (PersonState.healthy, PersonState.immune) : (.immune, .healthy)
    write(
      people.filter { states[Int($0)] == old }.map { StateChange(Int($0), from: old, to: new) })
  }

  /// Has an intervention wait for the next step.
  ///
  /// - Throws: if it cannot be made.
  package mutating func intervene(_ values: SessionIntervention) throws(Parameters.Mistake) {
    if let refusal = refusal(of: values) {
      throw Parameters.Mistake(field: ModelKey.interventions.name, message: refusal)
    }
    interventions.add(values)
  }

  /// Why an intervention cannot be made now; nil if it can.
  package func refusal(of values: SessionIntervention) -> String? {
    refusalOfInterventions ?? interventions.refusal(of: values, in: scenario)
  }

  /// Why no intervention can be made now; nil if some can.
  package var refusalOfInterventions: String? {
    hasEnded ? "The run has ended." : nil
  }

  // MARK: What the engine did

  /// What the engine has to begin with once more, because people were painted; nil if it has.
  ///
  /// - Returns: with whom and what was handed over at step 0.
  package mutating func takeRestart() -> (
    run: Int, scenario: Scenario, states: [PersonState], introduced: [Int],
    interventions: [Intervention]
  )? {
    guard needsRestart, isReady, log.step == 0 else { return nil }
    needsRestart = false
    let people = introduced.flatMap(\.people).map { Int($0) }
    return (run, painted, states, people, interventions.list())
  }

  /// The engine stands at step 0 once more.
  ///
  /// - Parameters:
  ///   - started: who is infected without any tap.
  ///   - changes: who is not what they were when the paint was taken.
  package mutating func repainted(
    _ started: [Int], _ changes: [StateChange], _ count: EngineCount
  ) {
    // Painted in the meantime: the engine begins once more.
    guard !needsRestart else { return }
    self.started = started.map { Int32($0) }
    extendLog(changes, count)
    dropWaiting()
  }
}
