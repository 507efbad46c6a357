extension OwnResponse.Measure {
  /// Whether curves do not tell it: it is taken from the map while the run is made.
  package var needsMap: Bool {
    switch self {
    case .shareIn, .shareInGroup, .finalShareOf: true
    case .stepToShare, .infectedAt, .newInfectionsBetween, .meanInfectedBetween: false
    }
  }

  /// Its value; nil for a share that was not reached, a map that is not there, and nobody to have a share of.
  func value(of summary: RunSummary) -> Double? {
    guard needsMap else { return value(of: summary.curves, on: summary.grid) }
    guard let map = summary.infectionSteps else { return nil }
    switch self {
    case .shareIn(let area, let step):
      var (people, infected) = (0, 0)
      for person in area.people(on: summary.grid) {
        people += 1
        if (0...step).contains(Int(map[person])) { infected += 1 }
      }
      return people > 0 ? Double(infected) / Double(people) : nil
    case .shareInGroup(let group, let step):
      return summary.groups?.shareInfected(of: group, by: step, map)
    case .finalShareOf(let group):
      return summary.groups?.shareInfected(of: group, by: summary.steps, map)
    case .stepToShare, .infectedAt, .newInfectionsBetween, .meanInfectedBetween: return nil
    }
  }

  /// What the curves of a run tell: its value; nil for a share that was not reached, and of what
  /// needs the map.
  func value(of curves: RunCurves, on grid: Grid) -> Double? {
    switch self {
    case .stepToShare(let share):
      curves.everInfected.firstStep(withAtLeast: grid.leastPeople(ofShare: share)).map(Double.init)
    case .infectedAt(let step): Double(curves.infected[min(step, curves.steps)])
    case .newInfectionsBetween(let steps): Double(curves.newInfections(in: steps))
    case .meanInfectedBetween(let steps):
      Double(curves.infectedSum(over: steps)) / Double(steps.count)
    case .shareIn, .shareInGroup, .finalShareOf: nil
    }
  }
}

extension RunCurves {
  fileprivate func newInfections(in steps: ClosedRange<Int>) -> Int {
    guard let course else {
      let before = steps.lowerBound == 0 ? 0 : Int(infected[min(steps.lowerBound - 1, self.steps)])
      return Int(infected[min(steps.upperBound, self.steps)]) - before
    }
    return course.newInfections.dropFirst(steps.lowerBound).prefix(steps.count)
      .reduce(0) { $0 + Int($1) }
  }

  fileprivate func infectedSum(over steps: ClosedRange<Int>) -> Int {
    let made = infected.dropFirst(steps.lowerBound).prefix(steps.count)
    let kept = steps.count - made.count
    return made.reduce(0) { $0 + Int($1) } + kept * Int(infected[self.steps])
  }
}

extension [UInt32] {
  /// Of a curve that never falls: the first step with so many people; nil if there is none.
  func firstStep(withAtLeast people: Int) -> Int? {
    guard let last, Int(last) >= people else { return nil }
    var (before, reached) = (-1, count - 1)
    while reached - before > 1 {
      let middle = (before + reached) / 2
      if Int(self[middle]) >= people { reached = middle } else { before = middle }
    }
    return reached
  }
}
