import SpreadModel

/// What people are, for those who watch a run from step to step.
extension KernelRunner where Kernel: ~Copyable {
  func state(of person: Int) -> PersonState { kernel.state(of: person) }

  /// See `Simulator.update`.
  func update(_ states: inout [PersonState]) -> [StateChange] {
    guard kernel.course.isTracked else {
      return newlyInfected.compactMap { person in
        guard states[person] == .healthy else { return nil }
        states[person] = .infectious
        return StateChange(person, from: .healthy, to: .infectious)
      }
    }
    var changes: [StateChange] = []
    kernel.forEachState { person, new in
      let old = states[person]
      guard old != new else { return }
      states[person] = new
      changes.append(StateChange(person, from: old, to: new))
    }
    return changes
  }
}
