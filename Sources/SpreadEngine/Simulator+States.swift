import SpreadModel

/// What people are, for those who watch a run from step to step.
extension Simulator {
  package func state(of person: Int) -> PersonState {
    kernel.state(in: UInt32(truncatingIfNeeded: kernel.grid.cell(of: person)))
  }

  /// Brings `states`, by person, from what they were after an earlier look at this run to what they
  /// are now; all of them are healthy before the first look.
  ///
  /// Where people only get infected, those of the last step are looked at: no step may be left out.
  /// In other runs everybody is, so whatever changes people is seen.
  ///
  /// - Returns: who changed, in person order.
  package func update(_ states: inout [PersonState]) -> [StateChange] {
    guard kernel.course.isTracked else {
      return newlyInfected.compactMap { person in
        guard states[person] == .healthy else { return nil }
        states[person] = .infectious
        return StateChange(person, from: .healthy, to: .infectious)
      }
    }
    var changes: [StateChange] = []
    let columns = kernel.grid.columns
    for first in stride(from: 0, to: states.count, by: columns) {
      // Cells of a row lie side by side: a division per row, not per person.
      let offset = kernel.grid.cell(of: first) - first
      for person in first..<min(first + columns, states.count) {
        let new = kernel.state(in: UInt32(truncatingIfNeeded: person + offset))
        let old = states[person]
        guard old != new else { continue }
        states[person] = new
        changes.append(StateChange(person, from: old, to: new))
      }
    }
    return changes
  }
}

extension SpreadKernel {
  @inline(__always) fileprivate func state(in cell: UInt32) -> PersonState {
    let bits = health[cell]
    if bits & PersonBits.healthy != 0 { return .healthy }
    if !course.isTracked || bits & PersonBits.acting != 0 { return .infectious }
    return bits & PersonBits.latent != 0 ? .latent : .immune
  }
}
