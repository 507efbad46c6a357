/// The share of pairs in which the first level is smaller.
private struct SmallerShare: Inference {
  let share: Proportion
  var estimate: Double { share.estimate }
  var fallsWithValues: Bool { true }

  func interval(level: Double) -> Interval? { share.interval(level: level) }
  func p(against value: Double) -> OneSided? { share.p(against: value) }
}

extension ComparedValues {
  /// The share of pairs in which the first level is smaller, equal ones as half; nil without pairs.
  var smallerShare: Proportion? {
    guard let differences = pairs?.differences, differences.count > 0 else { return nil }
    let halves = differences.rows.reduce(0) {
      $0 + ($1.value < -$1.rounding ? 2 : $1.value <= $1.rounding ? 1 : 0) * $1.count
    }
    return Proportion(halves: halves, trials: differences.count)
  }
}

extension ComparisonEffect {
  package static let smallerShare = ComparisonEffect(
    "smaller_share",
    MethodWords(
      "share of pairs in which the first level is smaller",
      "Share of pairs in which the value of the first level is smaller; equal values count as half.",
      assumption:
        "Interval: nothing but independent pairs; with equal values it is wider than needed.",
      source: "Wilson (1927), doi:10.1080/01621459.1927.10502953"),
    scale: .share, unit: .none, test: .wilcoxon, needs: .counts, needsPairs: true
  ) { $0.smallerShare.map { SmallerShare(share: $0) } }
}
