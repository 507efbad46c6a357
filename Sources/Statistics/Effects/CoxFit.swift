import Glibc

/// The ratio of the hazards of two groups of censored times: how many times as fast those of the
/// first group get there, at any time, as those of the second who have not got there either.
///
/// By Cox's partial likelihood with Efron's form for ties. Strata, such as the combinations of other
/// factors, have hazards of their own and one ratio. Where replicates share their random numbers, a
/// replicate is a cluster: the ratio means the same as of independent runs, and its error is the
/// robust one by replicate (the sum over replicates of the squared sums of score residuals). A
/// replicate is not a stratum: the ratio within replicates is another one, which grows with what
/// they share, and the many pairs that get there in the same step would pull it towards 1.
///
/// Interval and p are Wald's, log ratio ± quantile × error: of the normal distribution, of pairs of
/// Student's with one degree of freedom less than pairs.
/// Source: Cox (1972), doi:10.1111/j.2517-6161.1972.tb00899.x; ties: Efron (1977),
/// doi:10.1080/01621459.1977.10480613; robust errors: Lin and Wei (1989),
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
  /// Pairs less one; nil where runs are independent.
  private let degreesOfFreedom: Double?
  /// Of proportional hazards; nil where they cannot be tested.
  package let proportionality: TestResult?

  /// Independent groups.
  package init(_ a: CountedTimes, _ b: CountedTimes) { self.init(strata: [(a, b)]) }

  /// Pairs of runs that share their random numbers.
  package init(_ pairs: CountedTimePairs) { self.init(strata: [pairs]) }

  /// Independent groups in each of several strata.
  package init(strata: [(a: CountedTimes, b: CountedTimes)]) {
    self.init(strata.map { CoxStratum($0.a, $0.b) }, pairs: [])
  }

  /// Pairs in each of several strata.
  package init(strata: [CountedTimePairs]) {
    self.init(strata.map { CoxStratum($0.a, $0.b) }, pairs: strata)
  }

  /// - Parameter pairs: of each stratum; none where runs are independent.
  private init(_ strata: [CoxStratum], pairs: [CountedTimePairs]) {
    degreesOfFreedom =
      pairs.isEmpty ? nil : Double(max(1, pairs.reduce(0) { $0 + $1.count } - 1))
    let deaths = strata.flatMap(\.times).filter { $0.atRisk.a > 0 && $0.atRisk.b > 0 }
    let (first, second) = (deaths.contains { $0.events.a > 0 }, deaths.contains { $0.events.b > 0 })
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
    let beta = Self.search(strata)
    logRatio = beta
    let information = strata.reduce(0) { $0 + $1.score(beta).information }
    standardError =
      pairs.isEmpty
      ? 1 / information.squareRoot()
      : Self.squares(strata, pairs, beta).squareRoot() / information
    proportionality = Self.proportionality(strata, pairs, beta)
  }

  /// The maximum of the concave log-likelihood: Newton's steps between bounds.
  private static func search(_ strata: [CoxStratum]) -> Double {
    var beta = 0.0
    var (lower, upper) = (-Double.infinity, Double.infinity)
    for _ in 0..<200 {
      let (score, information) = strata.reduce(into: (0.0, 0.0)) { sum, stratum in
        let one = stratum.score(beta)
        sum.0 += one.score
        sum.1 += one.information
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
    let quantile =
      degreesOfFreedom.map { StudentT(degreesOfFreedom: $0).twoSided(level: level) }
      ?? Normal.twoSided(level: level)
    let half = quantile * standardError
    return Interval(
      lower: exp(logRatio - half), upper: exp(logRatio + half), method: .normal)
  }

  /// What the data say against the ratio `value`, above 0.
  package func against(_ value: Double) -> OneSided? {
    guard isDefined else { return nil }
    let distance = (logRatio - log(value)) / standardError
    return degreesOfFreedom.map { OneSided(t: distance, degreesOfFreedom: $0) }
      ?? OneSided(z: distance)
  }

  /// The test that both hazards are equal.
  package var result: TestResult? { against(1)?.difference }

  /// Is the ratio the same at all times? Small p: no.
  ///
  /// The score test of a ratio that changes with the share of runs that have got there, as by
  /// `cox.zph` of R's survival 3; of pairs with the robust error. Source: Grambsch and Therneau
  /// (1994), doi:10.1093/biomet/81.3.515.
  private static func proportionality(
    _ strata: [CoxStratum], _ pairs: [CountedTimePairs], _ beta: Double
  ) -> TestResult? {
    var share: [Double: Double] = [:]  // of all runs, those that got there before a time
    var before = 0.0
    for row in KaplanMeier(CountedTimes(joining: strata.map(\.all))).rows {
      share[row.time] = before
      before = 1 - row.survival
    }
    let steps = strata.flatMap { stratum in
      stratum.times.map { (step: stratum.step($0, beta), share: share[$0.time] ?? 0) }
    }
    let information = steps.reduce(0) { $0 + $1.step.information }
    // So that a change of the ratio itself does not count.
    let mean = steps.reduce(0) { $0 + $1.step.information * $1.share } / information
    let score = steps.reduce(0) { $0 + $1.step.score * ($1.share - mean) }
    let expected = steps.reduce(0) { sum, next in
      sum + next.step.information * (next.share - mean) * (next.share - mean)
    }
    guard expected > 1e-12 * information else { return nil }
    let variance =
      pairs.isEmpty
      ? expected : squares(strata, pairs, beta) { (share[$0] ?? 0) - mean }
    guard variance > 0 else { return nil }
    let chiSquare = score * score / variance
    return TestResult(
      statistic: chiSquare, degreesOfFreedom: [1],
      p: ChiSquare(degreesOfFreedom: 1).above(chiSquare))
  }

  /// The sum over pairs of the squares of what both runs add to the score, with a weight of each time.
  private static func squares(
    _ strata: [CoxStratum], _ pairs: [CountedTimePairs], _ beta: Double,
    weight: (Double) -> Double = { _ in 1 }
  ) -> Double {
    zip(strata, pairs).reduce(0) { sum, next in
      let residuals = CoxResiduals(next.0, beta, weight)
      return next.1.rows.reduce(sum) { sum, row in
        let both = residuals.of(row.a, inFirst: true) + residuals.of(row.b, inFirst: false)
        return sum + Double(row.count) * both * both
      }
    }
  }
}

/// The runs of one stratum, as Cox's likelihood looks at them.
struct CoxStratum {
  struct Both {
    var a = 0.0, b = 0.0
  }

  /// A time at which somebody got there.
  struct EventTime {
    let time: Double
    let atRisk, events: Both
  }

  let all: CountedTimes
  /// In ascending order.
  let times: [EventTime]

  init(_ a: CountedTimes, _ b: CountedTimes) {
    all = CountedTimes(joining: [a, b])
    var left = Both(a: Double(a.count), b: Double(b.count))
    var times: [EventTime] = []
    [a, b].flatMap { [$0.reached.rows, $0.unreached.rows] }.forEachValue { time, counts in
      let events = Both(a: Double(counts[0]), b: Double(counts[2]))
      if events.a + events.b > 0 {
        times.append(EventTime(time: time, atRisk: left, events: events))
      }
      left.a -= Double(counts[0] + counts[1])
      left.b -= Double(counts[2] + counts[3])
    }
    self.times = times
  }

  /// Passes the events at a time by: the first group's share of the hazard, the part of the events
  /// that has left, and the hazard. Those of a tie leave one by one, each of all of them by an equal
  /// part.
  func forEachEvent(
    _ time: EventTime, _ beta: Double,
    _ body: (_ share: Double, _ left: Double, _ hazard: Double) -> Void
  ) {
    let ratio = exp(beta)
    let count = time.events.a + time.events.b
    for place in 0..<Int(count) {
      let left = Double(place) / count
      let a = ratio * (time.atRisk.a - left * time.events.a)
      let all = a + time.atRisk.b - left * time.events.b
      body(a / all, left, all)
    }
  }

  /// The first derivative of the log-likelihood at a time, and minus the second.
  func step(_ time: EventTime, _ beta: Double) -> (score: Double, information: Double) {
    var (score, information) = (time.events.a, 0.0)
    forEachEvent(time, beta) { share, _, _ in
      score -= share
      information += share * (1 - share)
    }
    return (score, information)
  }

  func score(_ beta: Double) -> (score: Double, information: Double) {
    times.reduce(into: (0.0, 0.0)) { sum, time in
      let step = step(time, beta)
      sum.0 += step.score
      sum.1 += step.information
    }
  }
}

/// What each run adds to the score of Cox's likelihood.
struct CoxResiduals {
  private struct Step {
    let time, weight: Double
    /// The hazard of a run at risk up to here, and the same times the first group's share.
    let hazard, weighted: Double
    /// What is left of that for those who get there now, and the mean share they are held against.
    let eventHazard, eventWeighted, share: Double
  }

  private let ratio: Double
  private var steps: [Step] = []

  /// - Parameter weight: of a time.
  init(_ stratum: CoxStratum, _ beta: Double, _ weight: (Double) -> Double) {
    ratio = exp(beta)
    var (hazard, weighted) = (0.0, 0.0)
    for time in stratum.times {
      let weight = weight(time.time)
      var (own, ownWeighted) = (hazard, weighted)
      var share = 0.0
      let count = time.events.a + time.events.b
      stratum.forEachEvent(time, beta) {
        let part = weight / $2
        hazard += part
        weighted += part * $0
        own += (1 - $1) * part
        ownWeighted += (1 - $1) * part * $0
        share += $0 / count
      }
      steps.append(
        Step(
          time: time.time, weight: weight, hazard: hazard, weighted: weighted, eventHazard: own,
          eventWeighted: ownWeighted, share: share))
    }
  }

  /// Of a run of the first group, or of the second.
  func of(_ run: CensoredTime, inFirst: Bool) -> Double {
    let seen = (0..<steps.count).bisected { steps[$0].time > run.time }
    guard seen > 0 else { return 0 }
    let last = steps[seen - 1]
    let happensNow = run.happened && last.time == run.time
    let (hazard, weighted) =
      happensNow ? (last.eventHazard, last.eventWeighted) : (last.hazard, last.weighted)
    let x = inFirst ? 1.0 : 0.0
    let expected = (inFirst ? ratio : 1) * (x * hazard - weighted)
    return (happensNow ? last.weight * (x - last.share) : 0) - expected
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
