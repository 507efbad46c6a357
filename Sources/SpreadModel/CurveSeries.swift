/// What is counted by step, in the order of the rows of a step.
package enum CurveSeries: Hashable, Sendable {
  case infected, everInfected
  case immune, latent
  case newInfections
  /// What the study says is seen: by its place among those, and whether it counts people who stay.
  case observed(String, place: Int, isStock: Bool)

  /// Those of every study in which people recover.
  package static let allCases: [CurveSeries] = [
    .infected, .everInfected, .immune, .latent, .newInfections,
  ]

  /// Those that a study defines.
  package static func observed(_ list: [ObservedSeries]) -> [CurveSeries] {
    list.enumerated().map { place, series in
      .observed(series.name, place: place, isStock: series.stay != nil)
    }
  }

  /// The column of `curves.csv`.
  package var rawValue: String {
    switch self {
    case .infected: "infected"
    case .everInfected: "ever_infected"
    case .immune: "immune"
    case .latent: "latent"
    case .newInfections: "new_infections"
    case .observed(let name, _, _): name
    }
  }

  /// Whether it counts what happens in a step, and not how many people there are.
  package var isFlow: Bool {
    switch self {
    case .newInfections: true
    case .observed(_, _, let isStock): !isStock
    case .infected, .everInfected, .immune, .latent: false
    }
  }

  /// Nil where a run does not have it.
  package func values(of curves: RunCurves) -> [UInt32]? {
    switch self {
    case .infected: curves.infected
    case .everInfected: curves.course?.everInfected
    case .immune: curves.course?.immune
    case .latent: curves.course?.latent ?? curves.latent
    // Nobody is infected after the last step, where the others keep their last value.
    case .newInfections: (curves.course?.newInfections).map { $0 + [0] }
    case .observed(_, let place, let isStock):
      curves.observed.indices.contains(place) ? curves.observed[place] + (isStock ? [] : [0]) : nil
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
    case .observed(_, let index, let isStock):
      guard curves.observed.indices.contains(index) else { return nil }
      return step <= last || isStock ? Double(curves.observed[index][place]) : 0
    }
  }

  /// Whether only runs of studies in which people recover have it.
  package var needsRecovery: Bool {
    switch self {
    case .infected, .everInfected, .newInfections, .observed: false
    case .immune, .latent: true
    }
  }
}
