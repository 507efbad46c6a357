import SpreadModel

/// Which interventions of a run are still to come, hold, or are over; `Intervention` says what that means.
struct InterventionLog {
  private enum State {
    /// Judged from this step on.
    case ahead(from: Int)
    /// Begun at the end of this step.
    case holding(since: Int)
    case over
  }

  private static let atStart = State.ahead(from: 0)

  private let scenario: Scenario
  /// The scenario's, and behind them those that came during the run.
  private var list: [Intervention]
  private var states: [State]
  /// The numbers that hold in the next step.
  private(set) var values: ChangingValues
  /// So far.
  private(set) var result = InterventionResult()
  private var judged = Now()
  /// Whether `values` do not know of the list as it is.
  private var hasNewList = false
  private var followsSeries: Bool
  var isEmpty: Bool { states.isEmpty }

  init(_ scenario: Scenario) {
    self.scenario = scenario
    list = scenario.interventions
    followsSeries = Self.followsSeries(list)
    states = list.map { _ in Self.atStart }
    values = ChangingValues(scenario)
  }

  mutating func reset() {
    set([])
    for place in states.indices { states[place] = Self.atStart }
    values = ChangingValues(scenario)
    (result, judged) = (InterventionResult(), Now())
  }

  /// Changes of the run's own, behind those of the scenario. Of those there were before, the ones
  /// that have begun are in their places.
  mutating func set(_ own: [Intervention]) {
    list = scenario.interventions + own
    followsSeries = Self.followsSeries(list)
    hasNewList = true
    let known = states.prefix(list.count)
    states = known + list.dropFirst(known.count).map { _ in Self.atStart }
  }

  /// Judges all conditions at the end of a step, also once more. Returns those that begin and immunize people,
  /// in list order.
  mutating func judge(step: Int, infected: Int, everInfected: Int, latent: Int) -> [Intervention] {
    let now = Now(step: step, infected: infected, everInfected: everInfected, latent: latent)
    if step > judged.step && changesNumbers { result.steps += 1 }
    judged = now
    var immunizing: [Intervention] = []
    var changed = false
    for (place, intervention) in list.enumerated() {
      switch states[place] {
      case .ahead(let first)
      where step >= first && begins(intervention.when, now):
        states[place] = .holding(since: step)
        changed = true
        result.firstStep = result.firstStep ?? step
        if intervention.immunizeShare != nil { immunizing.append(intervention) }
      case .holding(let since) where since < step:
        if let end = intervention.until, ends(end, since: since, now) {
          states[place] = intervention.repeats ? .ahead(from: step + 1) : .over
          changed = true
        }
      case .ahead, .holding, .over: break
      }
    }
    guard changed || hasNewList || followsSeries else { return immunizing }
    hasNewList = false
    values = ChangingValues(
      scenario, at: step + 1,
      under: zip(list, states).compactMap { if case .holding = $1 { $0 } else { nil } })
    return immunizing
  }

  /// Whether one of them has values that may change while nothing begins or ends.
  private static func followsSeries(_ list: [Intervention]) -> Bool {
    list.contains { $0.effects.values.contains { !$0.value.isConstant } }
  }

  /// Whether some intervention that sets or multiplies something is in force.
  private var changesNumbers: Bool {
    zip(list, states).contains { intervention, state in
      if case .holding = state { intervention.changesSteps } else { false }
    }
  }

  /// Whether some intervention will begin, end, or have another value though nobody is infected any more: by time, because
  /// a share is reached that is judged in the next step, or because latent people become infectious.
  var waits: Bool {
    var once = judged
    once.latent = 0
    return zip(list, states).contains { intervention, state in
      switch (state, intervention.when, intervention.until) {
      case (.ahead, .step, _), (.holding, _, .step?), (.holding, _, .afterSteps?): true
      case (.ahead, let when, _): begins(when, once)
      case (.holding(let since), _, let end?) where ends(end, since: since, judged): true
      case (.holding, _, _):
        intervention.effects.values.contains { $0.value.changes(after: judged.step + 1) }
      case (.over, _, _): false
      }
    }
  }

  /// What conditions are about.
  private struct Now {
    var step = 0
    var infected = 0
    var everInfected = 0
    var latent = 0
  }

  private func begins(_ condition: Intervention.Condition, _ now: Now) -> Bool {
    switch condition {
    case .step(let first): now.step >= first
    case .infectedShare(let share): now.infected >= scenario.grid.people(reaching: share)
    case .everInfectedShare(let share): now.everInfected >= scenario.grid.people(reaching: share)
    case .infectiousShare(let share):
      now.infected - now.latent >= scenario.grid.people(reaching: share)
    case .afterSteps: false
    }
  }

  private func ends(_ condition: Intervention.Condition, since: Int, _ now: Now) -> Bool {
    switch condition {
    case .infectedShare, .infectiousShare: !begins(condition, now)
    case .afterSteps(let steps): now.step - since >= steps
    case .step, .everInfectedShare: begins(condition, now)
    }
  }
}

extension Grid {
  /// The fewest people that make up a share (0...1) of the group; none are a share of 0.
  fileprivate func people(reaching share: Double) -> Int {
    share > 0 ? leastPeople(ofShare: share) : 0
  }
}
