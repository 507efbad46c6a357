import Statistics

// Tests and effects of values in a list, which the program never has: it counts or sums them as they come.

extension WelchAnalysisOfVariance {
  static func test(_ groups: [[Double]]) -> TestResult? { test(groups.map { ValueSummary($0) }) }
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

/// Of pairs, x - y.
private func differences(_ x: [Double], _ y: [Double]) -> CountedValues {
  precondition(x.count == y.count)
  return CountedValues(zip(x, y).map { $0 - $1 })
}

extension WilcoxonSignedRank {
  var result: TestResult? { sides.difference }
  var pExact: Double? { exact?.difference?.p }
  var pAsymptotic: Double? { asymptotic.difference?.p }
  init?(_ x: [Double], _ y: [Double]) { self.init(differences: differences(x, y)) }
  init?(differences: [Double]) { self.init(differences: CountedValues(differences)) }
}

extension KolmogorovSmirnov {
  init?(_ x: [Double], _ y: [Double], key: UInt64 = 1) {
    self.init(CountedValues(x), CountedValues(y), key: key)
  }
}

extension MannWhitney {
  var result: TestResult? { sides.difference }
  var pExact: Double? { exact?.difference?.p }
  var pAsymptotic: Double? { asymptotic.difference?.p }
  init?(_ x: [Double], _ y: [Double]) { self.init(CountedValues(x), CountedValues(y)) }
}

extension MeanDifference {
  init?(welch x: [Double], _ y: [Double]) { self.init(welch: ValueSummary(x), ValueSummary(y)) }
  init?(paired x: [Double], _ y: [Double]) { self.init(PairSummary(x, y)) }
}

extension HodgesLehmann {
  init?(_ x: [Double], _ y: [Double]) { self.init(CountedValues(x), CountedValues(y)) }
  init?(paired x: [Double], _ y: [Double]) { self.init(differences: differences(x, y)) }
}

extension Inference {
  /// The test that it is 0.
  var result: TestResult? { p(against: 0)?.difference }
  func equivalence(margin: Double) -> TestResult? {
    test(within: -margin...margin, better: nil, alpha: 0.05)
  }
  func nonInferiority(margin: Double, better: Better) -> TestResult? {
    test(within: -margin...margin, better: better, alpha: 0.05)
  }
}

extension RiskRatio {
  init?(_ x: ValueSummary, _ y: ValueSummary) {
    guard let counts = ShareCounts(x, y) else { return nil }
    self.init(counts)
  }
  init?(_ pairs: PairSummary) {
    guard let counts = ShareCounts(pairs) else { return nil }
    self.init(counts)
  }
  init(events a: Int, of n: Int, and b: Int, of m: Int) {
    self.init(ShareCounts(events: a, of: n, and: b, of: m))
  }
  init(both: Int, first: Int, second: Int, pairs: Int) {
    self.init(ShareCounts(both: both, first: first, second: second, pairs: pairs))
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
