import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

/// Synthetic studies whose curve is known: 2,000 of each.
@Suite("Intervals of dose-response curves cover the truth", .deep)
struct DoseCoverageTests {
  private static let studies = 2_000
  private static let doses = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
  private static let level = 0.95

  /// How replicate r of different doses is correlated.
  enum Draws: CaseIterable {
    /// Each dose has its own.
    case independent
    /// All doses have the same, so that a larger dose never turns a response into none.
    case common
    /// The same in every second replicate.
    case half
  }

  /// eta at dose 0 and its change per dose: means from 0.1 to 0.9 within the doses.
  private static func truth(_ link: ResponseLink) -> (intercept: Double, slope: Double) {
    let (low, high) = (link.predictor(0.15), link.predictor(0.85))
    let slope = (high - low) / 0.4
    return (low - 0.15 * slope, slope)
  }

  /// By dose, then by replicate; shares are those of `people` events.
  private static func responses(
    _ link: ResponseLink, _ draws: Draws, replicates: Int, people: Int, _ stream: inout RandomStream
  ) -> [[Double]] {
    let (intercept, slope) = truth(link)
    let means = doses.map { link.mean(intercept + slope * $0) }
    var values = doses.map { _ in [Double]() }
    for replicate in 0..<replicates {
      let isShared = draws == .common || draws == .half && replicate % 2 == 0
      let units = (0..<people).map { _ in stream.unit() }
      for dose in doses.indices {
        let count = units.count { (isShared ? $0 : stream.unit()) < means[dose] }
        values[dose].append(Double(count) / Double(people))
      }
    }
    return values
  }

  private static func fit(
    _ link: ResponseLink, _ draws: Draws, replicates: Int, people: Int, study: Int
  ) -> DoseResponseFit {
    var stream = RandomStream(key: 18, UInt64(study))
    let values = responses(link, draws, replicates: replicates, people: people, &stream)
    let levels = zip(doses, values).map { dose, values in
      var level = DoseLevel(dose: dose)
      for value in values { level.add(value) }
      return level
    }
    var correlation: DoseCorrelation?
    if draws != .independent {
      correlation = DoseCorrelation(count: doses.count)
      correlation?.add(values)
    }
    let data = DoseData(people == 1 ? .events : .shares, levels, correlation: correlation)
    return DoseResponseFit(link, data, level: level)
  }

  /// The share of studies whose set covers the truth, by what is estimated; last, how often the test
  /// of fit rejects the right curve.
  private func expectCoverage(
    _ link: ResponseLink, _ draws: Draws, replicates: Int, people: Int
  ) {
    let truth = Self.truth(link)
    let means = [0.1, 0.5, 0.9]
    var covered = [Int](repeating: 0, count: means.count + 2)
    var rejected = 0
    for study in 0..<Self.studies {
      let fit = Self.fit(link, draws, replicates: replicates, people: people, study: study)
      let sets =
        [(fit.slopeSet, truth.slope), (fit.interceptSet, truth.intercept)]
        + means.map { (fit.doseSet(at: $0), (link.predictor($0) - truth.intercept) / truth.slope) }
      for (place, (set, value)) in sets.enumerated() where set.contains(value) {
        covered[place] += 1
      }
      if fit.scatter.lackOfFitP.map({ $0 < 0.05 }) ?? false { rejected += 1 }
    }
    let what = "\(link), \(draws), \(replicates) replicates, \(people) people"
    let error = (Self.level * (1 - Self.level) / Double(Self.studies)).squareRoot()
    for (name, count) in zip(["slope", "intercept", "dose 0.1", "0.5", "0.9"], covered) {
      let share = Double(count) / Double(Self.studies)
      print("coverage: \(name), \(what): \(share)")
      #expect(abs(share - Self.level) < 3.5 * error, "\(name), \(what): \(share)")
    }
    let share = Double(rejected) / Double(Self.studies)
    print("rejected: \(what): \(share)")
    #expect(abs(share - 0.05) < 3.5 * error, "misfit, \(what): \(share)")
  }

  @Test("events", arguments: Draws.allCases)
  func events(draws: Draws) {
    for link in ResponseLink.allCases {
      expectCoverage(link, draws, replicates: 80, people: 1)
    }
  }

  @Test("shares", arguments: Draws.allCases)
  func shares(draws: Draws) {
    for link in ResponseLink.allCases {
      expectCoverage(link, draws, replicates: 40, people: 12)
    }
  }

  @Test("taken for independent, doses with common numbers would be trusted too far")
  func correlationMatters() {
    var covered = 0
    for study in 0..<Self.studies {
      var stream = RandomStream(key: 18, UInt64(study))
      let values = Self.responses(.logit, .common, replicates: 80, people: 1, &stream)
      let levels = zip(Self.doses, values).map {
        DoseLevel(dose: $0, responded: $1.reduce(0, +), of: 80)
      }
      let fit = DoseResponseFit(.logit, DoseData(.events, levels), level: Self.level)
      if fit.doseSet(at: 0.5).contains(0.35) { covered += 1 }
    }
    #expect(Double(covered) < 0.85 * Double(Self.studies))
  }
}
