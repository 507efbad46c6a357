/// The effects that a comparison may ask for; raw values are those of the column `effect`.
package enum EffectEstimate: String, CaseIterable, Sendable {
  case meanDifference = "mean_difference"
  case hedgesG = "hedges_g"
  case cliffsDelta = "cliffs_delta"
  case hodgesLehmann = "hodges_lehmann"

  /// The effect of two groups and its interval; nil where not defined.
  package func estimate(of groups: ComparedValues) -> (value: Double, interval: Interval?)? {
    guard groups.values.count == 2 else { return nil }
    let (x, y) = (groups.values[0], groups.values[1])
    let level = groups.level
    switch self {
    case .meanDifference:
      return groups.difference.map { ($0.estimate, $0.interval(level: level)) }
    case .hedgesG:
      let size =
        groups.isPaired ? StandardizedDifference(paired: x, y) : StandardizedDifference(x, y)
      return size.map { ($0.hedgesG, $0.interval(level: level)) }
    case .cliffsDelta:
      let delta = groups.isPaired ? CliffsDelta(paired: x, y) : CliffsDelta(x, y)
      return delta.map { ($0.estimate, $0.interval(level: level)) }
    case .hodgesLehmann:
      let shift =
        groups.isPaired
        ? HodgesLehmann(paired: x, y, level: level) : HodgesLehmann(x, y, level: level)
      return shift.map { ($0.estimate, $0.interval) }
    }
  }
}
