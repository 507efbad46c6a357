import Glibc

/// The ratio of the hazards of two groups of censored times: how many times as fast those of the
/// first group get there, at any time, as those of the second who have not got there either.
///
/// By Cox's partial likelihood with Efron's form for ties. Where replicates share their random
/// numbers, each replicate is a stratum with a hazard of its own: the ratio is the one within
/// replicates, and its error is the robust one by replicate. It is then the number of pairs in which
/// the first run gets there before the second, divided by those the other way round; a pair that
/// gets there in one step counts on both sides, which pulls the ratio towards 1.
///
/// Interval and p are Wald's: log ratio ± z × error.
/// Source: Cox (1972), doi:10.1111/j.2517-6161.1972.tb00899.x; ties: Efron (1977),
/// doi:10.1080/01621459.1977.10480613; strata: Kalbfleisch and Prentice (2002),
/// doi:10.1002/9781118032985, section 4.4; robust errors: Lin and Wei (1989),
/// doi:10.1080/01621459.1989.10478874.
package struct CoxFit: Hashable, Sendable {
  /// Whether there is a ratio.
  package enum Status: String, CaseIterable, Sendable {
    case found
    /// Nobody got there while both groups were waiting.
    case noEvents = "no_events"
    /// All who got there while both were waiting were of the first group: it grows without end.
    case onlyFirst = "only_first"
    /// All of them were of the second group: it falls to 0.
    case onlySecond = "only_second"
  }

  package let status: Status
  /// The logarithm of the hazard ratio; 0 where there is none.
  package let logRatio: Double
  package let standardError: Double
  /// Of proportional hazards; nil where they cannot be tested.
  package let proportionality: TestResult?

  /// Independent groups.
  package init(_ a: CountedTimes, _ b: CountedTimes) {
    self.init(RiskSet.all(a, b), of: CountedTimes(joining: [a, b]), arePairs: false)
  }

  /// Pairs of runs that share their random numbers.
  package init(_ pairs: CountedTimePairs) {
    self.init(
      pairs.rows.map(RiskSet.init), of: CountedTimes(joining: [pairs.a, pairs.b]),
      arePairs: true)
  }

  /// - Parameters:
  ///   - sets: in one in which nobody got there all terms are 0.
  ///   - all: the times of both groups.
  ///   - arePairs: each set is a stratum, and their scores are independent.
  private init(_ sets: [RiskSet], of all: CountedTimes, arePairs: Bool) {
    let sets = sets.filter { $0.atRisk.a > 0 && $0.atRisk.b > 0 }
    let (first, second) = (sets.contains { $0.events.a > 0 }, sets.contains { $0.events.b > 0 })
    status =
      switch (first, second) {
      case (true, true): .found
      case (true, false): .onlyFirst
      case (false, true): .onlySecond
      case (false, false): .noEvents
      }
    guard status == .found else {
      (logRatio, standardError, proportionality) = (0, .nan, nil)
      return
    }
    logRatio = Self.search(sets)
    let terms = Terms(sets, logRatio, all)
    let information = terms.information { _ in 1 }
    standardError = (arePairs ? terms.squares { _ in 1 } : information).squareRoot() / information
    proportionality = terms.proportionality(arePairs: arePairs)
  }

  /// The maximum of the concave log-likelihood: Newton's steps between bounds.
  private static func search(_ sets: [RiskSet]) -> Double {
    var beta = 0.0
    var (lower, upper) = (-Double.infinity, Double.infinity)
    for _ in 0..<200 {
      let (score, information) = sets.reduce(into: (0.0, 0.0)) { sum, set in
        let one = set.derivatives(beta)
        sum.0 += set.count * one.score
        sum.1 += set.count * one.information
      }
      let wanted = score / information
      if abs(wanted) <= 1e-13 * max(1, abs(beta)) { break }
      if score > 0 { lower = beta } else { upper = beta }
      // Far out the information is next to nothing, and its steps are too long by far.
      var next = beta + max(-2, min(2, wanted.isFinite ? wanted : score > 0 ? 2 : -2))
      if !(lower < next && next < upper) { next = lower + (upper - lower) / 2 }
      guard next != beta else { break }
      beta = next
    }
    return beta
  }

  package var estimate: Double? { status == .found ? exp(logRatio) : nil }

  private var isDefined: Bool { status == .found && standardError > 0 && standardError.isFinite }

  /// exp(log ratio ± z error); nil where there is no ratio, or no error.
  package func interval(level: Double) -> Interval? {
    guard isDefined else { return nil }
    let half = Normal.twoSided(level: level) * standardError
    return Interval(
      lower: exp(logRatio - half), upper: exp(logRatio + half), method: .normal)
  }

  /// What the data say against the ratio `value`, above 0.
  package func against(_ value: Double) -> OneSided? {
    isDefined ? OneSided(z: (logRatio - log(value)) / standardError) : nil
  }

  /// The test that both hazards are equal.
  package var result: TestResult? { against(1)?.difference }
}

/// A time at which runs get there or end, and who is still waiting for it.
private struct RiskSet {
  let time: Double
  let atRisk, events: (a: Double, b: Double)
  /// How often it came.
  var count = 1.0

  /// Of two groups, in ascending order.
  static func all(_ a: CountedTimes, _ b: CountedTimes) -> [RiskSet] {
    var left = (a: Double(a.count), b: Double(b.count))
    var sets: [RiskSet] = []
    [a, b].flatMap { [$0.reached.rows, $0.unreached.rows] }.forEachValue { time, counts in
      let events = (a: Double(counts[0]), b: Double(counts[2]))
      sets.append(RiskSet(time, left, events))
      left.a -= Double(counts[0] + counts[1])
      left.b -= Double(counts[2] + counts[3])
    }
    return sets
  }

  init(_ time: Double, _ atRisk: (a: Double, b: Double), _ events: (a: Double, b: Double)) {
    (self.time, self.atRisk, self.events) = (time, atRisk, events)
  }

  /// Of a pair, while both wait. What comes after says nothing.
  init(_ row: CountedTimePairs.Row) {
    let time = min(row.a.time, row.b.time)
    func events(_ run: CensoredTime) -> Double { run.happened && run.time == time ? 1 : 0 }
    self.init(time, (1, 1), (events(row.a), events(row.b)))
    count = Double(row.count)
  }

  /// The first derivative of the log-likelihood, and minus the second.
  ///
  /// Those of a tie leave one by one, each of all of them by an equal part.
  func derivatives(_ beta: Double) -> (score: Double, information: Double) {
    var (score, information) = (events.a, 0.0)
    let (ratio, count) = (exp(beta), events.a + events.b)
    for place in 0..<Int(count) {
      let left = Double(place) / count
      let a = ratio * (atRisk.a - left * events.a)
      let share = a / (a + atRisk.b - left * events.b)
      score -= share
      information += share * (1 - share)
    }
    return (score, information)
  }
}

/// What each risk set adds at the ratio that was found.
private struct Terms {
  private let rows: [(count: Double, score: Double, information: Double, share: Double)]

  init(_ sets: [RiskSet], _ beta: Double, _ all: CountedTimes) {
    var share: [Double: Double] = [:]  // of all runs, those that got there before a time
    var before = 0.0
    for row in KaplanMeier(all).rows {
      share[row.time] = before
      before = 1 - row.survival
    }
    rows = sets.map {
      let found = $0.derivatives(beta)
      return ($0.count, found.score, found.information, share[$0.time] ?? 0)
    }
  }

  private func sum(_ term: (Double, Double, Double) -> Double) -> Double {
    rows.reduce(0) { $0 + $1.count * term($1.score, $1.information, $1.share) }
  }

  /// - Parameter weight: of the share of runs that have got there.
  func information(_ weight: (Double) -> Double) -> Double { sum { $1 * weight($2) } }

  func squares(_ weight: (Double) -> Double) -> Double { sum { $0 * $0 * weight($2) } }

  /// Is the ratio the same at all times? Small p: no.
  ///
  /// The score test of a ratio that changes with the share of runs that have got there, as by
  /// `cox.zph` of R's survival 3; of pairs with the robust error. Source: Grambsch and Therneau
  /// (1994), doi:10.1093/biomet/81.3.515.
  func proportionality(arePairs: Bool) -> TestResult? {
    let information = information { _ in 1 }
    // So that a change of the ratio itself does not count.
    let mean = self.information { $0 } / information
    func square(_ share: Double) -> Double { (share - mean) * (share - mean) }
    let expected = self.information(square)
    guard expected > 1e-12 * information else { return nil }
    let variance = arePairs ? squares(square) : expected
    guard variance > 0 else { return nil }
    let score = sum { $0 * ($2 - mean) }
    let chiSquare = score * score / variance
    return TestResult(
      statistic: chiSquare, degreesOfFreedom: [1],
      p: ChiSquare(degreesOfFreedom: 1).above(chiSquare))
  }
}

extension ComparedValues {
  /// Of two groups of times; nil for more, or without any.
  package var hazards: CoxFit? {
    if let timePairs { return CoxFit(timePairs) }
    return times.count == 2 && times.allSatisfy { $0.count > 0 } ? CoxFit(times[0], times[1]) : nil
  }
}

extension ComparisonTest {
  package static let cox = ComparisonTest(
    "cox",
    MethodWords(
      "Cox regression", "Are the hazards the same, by Cox\u{2019}s partial likelihood?",
      assumption:
        "Many runs; one ratio of hazards at all times; censoring does not depend on what would have come.",
      source: "Cox (1972), doi:10.1111/j.2517-6161.1972.tb00899.x"),
    data: .times, pairing: .wherePossible, needs: .times
  ) { $0.hazards?.result }
}

extension ComparisonEffect {
  package static let hazardRatio = ComparisonEffect(
    "hazard_ratio",
    MethodWords(
      "hazard ratio", "How many times as fast those of one level get there as those of the other.",
      assumption:
        "Interval: many runs; one ratio of hazards at all times; censoring does not depend on what "
        + "would have come.",
      source: "Cox (1972), doi:10.1111/j.2517-6161.1972.tb00899.x"),
    scale: .ratio, unit: .none, data: .times, test: .cox, agreesWith: ["cox"], needs: .times,
    against: { $0.hazards?.against($1) },
    remark: { groups in
      guard let fit = groups.hazards else { return nil }
      guard fit.status == .found else { return .noHazardRatio(fit.status) }
      guard let p = fit.proportionality?.p, p < 1 - groups.level else { return nil }
      return .changingHazards(p: p)
    },
    run: { groups in
      groups.hazards.flatMap { fit in
        fit.estimate.map { ($0, fit.interval(level: groups.level)) }
      }
    })
}
