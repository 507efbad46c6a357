/// What is counted by step, in the order of the rows of a step.
package enum CurveSeries: String, CaseIterable, Sendable {
  case infected
  case everInfected = "ever_infected"
  case immune, latent
  case newInfections = "new_infections"

  /// Nil where a run does not have it.
  package func values(of curves: RunCurves) -> [UInt32]? {
    switch self {
    case .infected: curves.infected
    case .everInfected: curves.course?.everInfected
    case .immune: curves.course?.immune
    case .latent: curves.course?.latent
    // Nobody is infected after the last step, where the others keep their last value.
    case .newInfections: (curves.course?.newInfections).map { $0 + [0] }
    }
  }

  /// The value at a step, which may lie behind the last one of the run; nil where a run does not have
  /// it. Where nobody recovers, those ever infected are the infected, and new ones their differences.
  package func value(of curves: RunCurves, at step: Int) -> Double? {
    let last = curves.steps
    let place = min(step, last)
    switch self {
    case .infected: return Double(curves.infected[place])
    case .everInfected: return Double(curves.everInfected[place])
    case .immune: return (curves.course?.immune[place]).map { Double($0) }
    case .latent: return (curves.course?.latent[place]).map { Double($0) }
    case .newInfections:
      guard step <= last else { return 0 }
      if let course = curves.course { return Double(course.newInfections[step]) }
      let before = step > 0 ? curves.infected[step - 1] : 0
      return Double(curves.infected[step]) - Double(before)
    }
  }

  /// Whether only runs of studies in which people recover have it.
  package var needsRecovery: Bool {
    switch self {
    case .infected, .everInfected, .newInfections: false
    case .immune, .latent: true
    }
  }
}
