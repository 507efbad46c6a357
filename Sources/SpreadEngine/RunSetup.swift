import SpreadModel

/// What the runs of a scenario are made from, beside the keys.
struct RunSetup {
  let scenario: Scenario
  let plan: Plan
  /// Whether results have a `CourseResult`.
  let describesCourse: Bool
  /// Whether steps stay open when they have been made, until `closeStep`: people may still be
  /// infected from outside, changes may come, and none is judged before that.
  let keepsStepsOpen: Bool

  /// - Parameter inLayers: see `Plan.init`.
  init(
    _ scenario: Scenario, vectors: SIMDLevel, describesCourse: Bool, keepsStepsOpen: Bool,
    inLayers: Bool = false
  ) {
    self.scenario = scenario
    self.describesCourse = describesCourse || scenario.hasCourse
    self.keepsStepsOpen = keepsStepsOpen
    plan = Plan(
      scenario, vectors: vectors, describesCourse: self.describesCourse,
      mayBeChanged: keepsStepsOpen, inLayers: inLayers)
  }

  /// The plan under other values of the numbers that changes may set.
  func plan(under values: ChangingValues) -> Plan {
    var changed = plan
    changed.use(values, scenario)
    return changed
  }
}
