/// The effects that a comparison may ask for; raw values are those of the column `effect`.
package enum EffectEstimate: String, CaseIterable, Sendable {
  case meanDifference = "mean_difference"
  case hedgesG = "hedges_g"
  case cliffsDelta = "cliffs_delta"
  case hodgesLehmann = "hodges_lehmann"

  /// Whether it looks at the values one by one: memory and time grow with their number.
  package var needsValues: Bool { self == .cliffsDelta || self == .hodgesLehmann }

  /// The effect of two groups and its interval; nil where not defined.
  package func estimate(of groups: ComparedValues) -> (value: Double, interval: Interval?)? {
    let level = groups.level
    if needsValues {
      guard groups.values.count == 2 else { return nil }
      return estimate(of: groups.values[0], groups.values[1], groups)
    }
    guard groups.pairs != nil || groups.groups.count == 2 else { return nil }
    switch self {
    case .meanDifference:
      return groups.difference.map { ($0.estimate, $0.interval(level: level)) }
    case .hedgesG:
      let size =
        groups.pairs.map { StandardizedDifference($0) }
        ?? StandardizedDifference(groups.groups[0], groups.groups[1])
      return size.map { ($0.hedgesG, $0.interval(level: level)) }
    case .cliffsDelta, .hodgesLehmann: return nil
    }
  }

  private func estimate(
    of x: [Double], _ y: [Double], _ groups: ComparedValues
  ) -> (value: Double, interval: Interval?)? {
    let level = groups.level
    switch self {
    case .meanDifference, .hedgesG: return nil
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
