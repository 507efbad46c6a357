import Statistics

// Tests and effects of values in a list, which the program never has: it counts or sums them as they come.

extension AnalysisOfVariance {
  init?(_ groups: [[Double]]) { self.init(groups.map { ValueSummary($0) }) }
}

extension ConstantGroups {
  init?(_ groups: [[Double]]) { self.init(groups.map { ValueSummary($0) }) }
}

extension PairSummary {
  init(_ x: [Double], _ y: [Double]) {
    precondition(x.count == y.count)
    self.init()
    for (one, other) in zip(x, y) { add(one, other) }
  }
}

extension CountedPairs {
  init(_ x: [Double], _ y: [Double]) {
    precondition(x.count == y.count)
    self.init()
    for (one, other) in zip(x, y) { add(one, other) }
  }
}

/// Of pairs, x - y.
private func differences(_ x: [Double], _ y: [Double]) -> CountedValues {
  precondition(x.count == y.count)
  return CountedValues(zip(x, y).map { $0 - $1 })
}

extension WilcoxonSignedRank {
  init?(_ x: [Double], _ y: [Double]) { self.init(differences: differences(x, y)) }
  init?(differences: [Double]) { self.init(differences: CountedValues(differences)) }
}

extension KolmogorovSmirnov {
  init?(_ x: [Double], _ y: [Double]) { self.init(CountedValues(x), CountedValues(y)) }
}

extension MannWhitney {
  init?(_ x: [Double], _ y: [Double]) { self.init(CountedValues(x), CountedValues(y)) }
}

extension KruskalWallis {
  static func test(_ groups: [[Double]]) -> TestResult? { test(groups.map { CountedValues($0) }) }
}

extension HotellingTest {
  static func test(_ vectors: [[Double]], center: [Double]) -> TestResult? {
    test(center: center) { vectors.forEach($0) }.result
  }
}

extension DominanceProducts {
  static func sum(_ x: [Double], _ y: [Double]) -> Int { sum(CountedPairs(x, y)) }
}

extension StandardizedDifference {
  init?(_ x: [Double], _ y: [Double]) { self.init(ValueSummary(x), ValueSummary(y)) }
  init?(paired x: [Double], _ y: [Double]) { self.init(PairSummary(x, y)) }
}

extension CliffsDelta {
  init?(_ x: [Double], _ y: [Double]) { self.init(CountedValues(x), CountedValues(y)) }
  init?(paired x: [Double], _ y: [Double]) { self.init(CountedPairs(x, y)) }
}

extension MeanDifference {
  init?(welch x: [Double], _ y: [Double]) { self.init(welch: ValueSummary(x), ValueSummary(y)) }
  init?(pooled x: [Double], _ y: [Double]) { self.init(pooled: ValueSummary(x), ValueSummary(y)) }
  init?(paired x: [Double], _ y: [Double]) { self.init(PairSummary(x, y)) }
}

extension HodgesLehmann {
  init?(_ x: [Double], _ y: [Double], level: Double) {
    self.init(CountedValues(x), CountedValues(y), level: level)
  }
  init?(paired x: [Double], _ y: [Double], level: Double) {
    self.init(differences: differences(x, y), level: level)
  }
}

extension ConfidenceSet {
  func contains(_ value: Double) -> Bool {
    switch self {
    case .between(let lower, let upper): lower <= value && value <= upper
    case .atLeast(let lower): lower <= value
    case .atMost(let upper): value <= upper
    case .outside(let lower, let upper): value <= lower || upper <= value
    case .everything: true
    case .unknown: false
    }
  }
}
