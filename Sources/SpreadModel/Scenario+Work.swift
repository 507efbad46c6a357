extension Scenario {
  /// Expected nanoseconds of one run, a rough model fitted to measurements.
  package var expectedWork: Double {
    let people = Double(grid.people)
    let activity = max(infectionProbability * Double(min(infectionFactor, 8)), 0.05)
    let sourceSteps = min(people * max(1, 3 / activity), people * Double(maxSteps))
    return 500 + 8 * sourceSteps
  }
}
