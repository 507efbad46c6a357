/// The effects that a comparison may ask for; raw values are those of the column `effect`.
package enum EffectEstimate: String, CaseIterable, Sendable {
  case meanDifference = "mean_difference"
  case hedgesG = "hedges_g"
  case cliffsDelta = "cliffs_delta"
  case hodgesLehmann = "hodges_lehmann"
  case restrictedMeanDifference = "restricted_mean_difference"

  package var needs: ValueNeeds {
    switch self {
    case .meanDifference, .hedgesG: []
    case .cliffsDelta: .pairs
    case .hodgesLehmann: .counts
    case .restrictedMeanDifference: .times
    }
  }

  /// The effect of two groups and its interval; nil where not defined.
  package func estimate(of groups: ComparedValues) -> (value: Double, interval: Interval?)? {
    let level = groups.level
    switch self {
    case .meanDifference:
      return groups.difference.map { ($0.estimate, $0.interval(level: level)) }
    case .hedgesG:
      let size =
        groups.pairs.map { StandardizedDifference($0.summary) }
        ?? groups.two { StandardizedDifference($0.summary, $1.summary) }
      return size.map { ($0.hedgesG, $0.interval(level: level)) }
    case .cliffsDelta:
      let delta =
        groups.pairs.map { CliffsDelta($0.counts) }
        ?? groups.two { CliffsDelta($0.counts, $1.counts) }
      return delta.map { ($0.estimate, $0.interval(level: level)) }
    case .hodgesLehmann:
      let shift =
        groups.pairs.map { HodgesLehmann(differences: $0.differences, level: level) }
        ?? groups.two { HodgesLehmann($0.counts, $1.counts, level: level) }
      return shift.map { ($0.estimate, $0.interval) }
    case .restrictedMeanDifference:
      return groups.restrictedMeans.map { ($0.estimate, $0.interval(level: level)) }
    }
  }
}
