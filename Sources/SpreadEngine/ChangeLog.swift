import SpreadModel

/// Which changes of a run are still to come, hold, or are over; `Change` says what that means.
struct ChangeLog {
  private enum State {
    case ahead
    /// Begun at the end of this step.
    case holding(since: Int)
    case over
  }

  private let scenario: Scenario
  private var states: [State]
  /// The numbers that hold in the next step.
  private(set) var values: ChangingValues
  var isEmpty: Bool { states.isEmpty }

  init(_ scenario: Scenario) {
    self.scenario = scenario
    states = scenario.changes.map { _ in .ahead }
    values = ChangingValues(scenario)
  }

  mutating func reset() {
    for place in states.indices { states[place] = .ahead }
    values = ChangingValues(scenario)
  }

  /// Judges all conditions at the end of a step. Returns the shares of the group that become immune
  /// at that moment, in list order.
  mutating func judge(step: Int, infected: Int, everInfected: Int) -> [Double] {
    var immunized: [Double] = []
    for (place, change) in scenario.changes.enumerated() {
      switch states[place] {
      case .ahead where begins(change.when, step, infected, everInfected):
        states[place] = .holding(since: step)
        if let share = change.immunizeShare { immunized.append(share) }
      case .holding(let since):
        if let end = change.until, ends(end, since: since, step, infected, everInfected) {
          states[place] = .over
        }
      case .ahead, .over: break
      }
    }
    values = ChangingValues(
      scenario,
      under: zip(scenario.changes, states).lazy.compactMap {
        if case .holding = $1 { $0 } else { nil }
      })
    return immunized
  }

  /// Whether some change will begin or end by time alone.
  var waitsForStep: Bool {
    zip(scenario.changes, states).contains { change, state in
      switch (state, change.when, change.until) {
      case (.ahead, .step, _), (.holding, _, .step?), (.holding, _, .afterSteps?): true
      default: false
      }
    }
  }

  private func begins(
    _ condition: Change.Condition, _ step: Int, _ infected: Int, _ everInfected: Int
  ) -> Bool {
    switch condition {
    case .step(let first): step >= first
    case .infectedShare(let share): infected >= scenario.grid.people(reaching: share)
    case .everInfectedShare(let share): everInfected >= scenario.grid.people(reaching: share)
    case .afterSteps: false
    }
  }

  private func ends(
    _ condition: Change.Condition, since: Int, _ step: Int, _ infected: Int, _ everInfected: Int
  ) -> Bool {
    switch condition {
    case .infectedShare(let share): infected < scenario.grid.people(reaching: share)
    case .afterSteps(let steps): step - since >= steps
    case .step, .everInfectedShare: begins(condition, step, infected, everInfected)
    }
  }
}

extension Grid {
  /// The fewest people that make up a share (0...1) of the group; none are a share of 0.
  fileprivate func people(reaching share: Double) -> Int {
    share > 0 ? leastPeople(ofShare: share) : 0
  }
}
