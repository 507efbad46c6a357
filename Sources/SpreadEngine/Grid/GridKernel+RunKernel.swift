import SpreadModel

/// What a kernel of masks answers about a run.
extension GridKernel: RunKernel {
  init(_ scenario: Scenario, _ plan: Plan) { self.init(scenario, plan, areSeveral: false) }

  var people: Int { grid.people }
  var center: Int { grid.center }
  var layout: NeighborTemplate? { template }

  func cell(of person: Int) -> UInt32 { UInt32(truncatingIfNeeded: grid.cell(of: person)) }

  @inline(__always) func person(at cell: UInt32) -> Int {
    grid.person(at: course.copies.place(of: cell))
  }

  mutating func reset(_ key: RunKey, isCancelled: () -> Bool) -> Bool {
    reset(key.word)
    return true
  }

  func forEachState(_ body: (_ person: Int, _ state: PersonState) -> Void) {
    for first in stride(from: 0, to: grid.people, by: grid.columns) {
      // Cells of a row lie side by side: a division per row, not per person.
      let offset = grid.cell(of: first) - first
      for person in first..<min(first + grid.columns, grid.people) {
        body(
          person,
          PersonState(
            health[UInt32(truncatingIfNeeded: person + offset)], isTracked: course.isTracked))
      }
    }
  }

  @inline(__always) mutating func endStep(_ introductions: [PlannedIntroduction]) {
    if course.isTracked { return endTrackedStep(introductions) }
    becomeSources(from: 0)
    infected &+= newlyInfectedCount
    introduce(introductions)
  }

  /// Makes those infected from outside, the people of `newlyInfected` from `first` on, sources.
  mutating func admit(from first: Int) {
    if course.isTracked { admitTracked(from: first) } else { becomeSources(from: first) }
  }

  @inline(__always) mutating func takeShapeIfReached() {
    if course.isTracked {
      shape.take(ofInfected: course.everInfected, grid, health, bit: PersonBits.neverInfected)
    } else {
      shape.take(ofInfected: infected, grid, health, bit: PersonBits.healthy)
    }
  }
}
