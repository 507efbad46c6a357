/// What the responses of a run are read from: its curve and shape, looked at once.
package struct RunSummary: Sendable {
  /// People of the group.
  package let people: Int
  /// Infected people after each step, from step 0 on.
  package let curve: [UInt32]
  package let shape: Shape?
  /// The largest number of new infections in one step after step 0, and the first step with it;
  /// 0, 0 if there was none.
  package let peak: (people: Int, step: Int)

  package init(_ result: RunResult, people: Int) {
    self.people = people
    curve = result.curve
    shape = result.shape
    peak = Self.peak(of: result.curve)
  }

  /// Steps simulated.
  package var steps: Int { curve.count - 1 }
  /// People infected at the end.
  package var infected: Int { Int(curve[curve.count - 1]) }

  /// Whether 100 infected >= percent people at the end.
  func reaches(percent: Int) -> Bool { 100 * infected >= percent * people }

  /// First step with 100 infected >= percent people; nil if there is none.
  func step(toPercent percent: Int) -> Int? {
    guard reaches(percent: percent) else { return nil }
    // The curve never falls: the step is found by halving.
    var before = -1
    var reached = steps
    while reached - before > 1 {
      let middle = (before + reached) / 2
      if 100 * Int(curve[middle]) >= percent * people { reached = middle } else { before = middle }
    }
    return reached
  }

  private static func peak(of curve: [UInt32]) -> (people: Int, step: Int) {
    var most: UInt32 = 0
    var first = 0
    curve.withUnsafeBufferPointer { curve in
      for step in 1..<max(1, curve.count) where curve[step] &- curve[step - 1] > most {
        most = curve[step] &- curve[step - 1]
        first = step
      }
    }
    return (Int(most), first)
  }
}
