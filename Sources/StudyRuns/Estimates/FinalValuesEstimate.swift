import SpreadEngine
import SpreadModel
import Statistics
package import StudyFiles

/// How the runs of a study of final values are made, and what they take.
package struct FinalValuesEstimate: Sendable {
  /// Why they are made one by one.
  package enum Reason: Sendable {
    case condition(PassCondition)
    /// Runs of so few levels take less time.
    case fewLevels
  }

  /// Nil: by passes.
  package let reason: Reason?
  /// The factor whose levels a pass makes together, and how many these are.
  package let factor: String
  package let levels: Double
  /// Whether something is asked that passes alone tell.
  package let needsPasses: Bool
  /// Seconds on one core of passes for one replicate of all points.
  let secondsPerReplicate: Double
  /// Seconds on one core that all runs would take one by one.
  package internal(set) var secondsByRuns = 0.0
  /// Whether no pass came to its end in the time for it.
  package let isCutShort: Bool

  /// Passes that are tried.
  private static let tries = 4
  /// What a pass of many levels takes, and a critical probability, in runs of the level that takes longest.
  /// Measured: docs/performance.md.
  private static let runsPerPass = 3.0
  private static let runsPerCriticalProbability = 6.0

  /// - Parameters:
  ///   - scenarios: of some points.
  ///   - seconds: of the tries.
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  init?(
    _ study: Study, _ scenarios: [Scenario], seconds: Double, _ clock: () -> Double
  ) throws(StudyFileError) {
    guard study.record.responses == .final else { return nil }
    let condition = try study.failedPassCondition()
    needsPasses = study.needsPasses
    let varied = study.factors.first { $0.parameter == study.passFactor }
    factor = (study.passFactor ?? .infectionProbability).name
    let ofPoints = study.levelsTogether(of: varied)
    let isOfProbability = varied?.parameter == .infectionProbability
    let shares = Set(
      (isOfProbability ? varied?.allLevels().compactMap(\.number) ?? [] : [])
        + (study.record.finalSizeCurves?.probabilities ?? [])
    ).sorted()
    // A level of points and of curves is one.
    levels =
      shares.isEmpty || !isOfProbability ? ofPoints + Double(shares.count) : Double(shares.count)
    if let condition {
      (reason, secondsPerReplicate, isCutShort) = (.condition(condition), 0, false)
      return
    }
    var (taken, tried, ended) = (0.0, 0.0, 0.0)
    let begin = clock()
    for index in stride(
      from: 0, to: scenarios.count, by: max(1, scenarios.count / Self.tries))
    {
      let family = Self.family(scenarios[index], shares, count: Int(saturating: levels))
      guard ScenarioPass.obstacle(to: family) == nil,
        study.needsPasses || PointFamilies.isWorthwhile(family.map(\.expectedWork))
      else { continue }
      tried += 1
      let start = clock()
      if let found = Self.seconds(of: family, study, most: seconds / Double(Self.tries), clock) {
        taken += found
        ended += 1
      } else {
        let longest = family.map(\.expectedWork).max() ?? 0
        let critical = Self.runsPerCriticalProbability * Double(study.criticalShares.count)
        // Where all are reached by a few it ends soon, which runs do not tell.
        taken += min(longest * 1e-9 * (Self.runsPerPass + critical), 10 * (clock() - start))
      }
      if clock() - begin > seconds { break }
    }
    reason = tried > 0 ? nil : .fewLevels
    isCutShort = tried > 0 && ended == 0
    secondsPerReplicate = tried > 0 ? taken / tried * study.pointCount / ofPoints : 0
  }

  /// The points of a pass, or such that take about as long.
  private static func family(_ scenario: Scenario, _ shares: [Double], count: Int) -> [Scenario] {
    let most = scenario.infectionProbability
    let shares = shares.isEmpty ? (1...count).map { most * Double($0) / Double(count) } : shares
    return shares.map { share in
      var one = scenario
      one.infectionProbability = share
      return one
    }
  }

  /// Of one replicate; nil if it was too long to come to its end.
  private static func seconds(
    of family: [Scenario], _ study: Study, most: Double, _ clock: () -> Double
  ) -> Double? {
    let pass = ScenarioPass(family)
    let begin = clock()
    func isTooLong() -> Bool { clock() - begin > 10 * most }
    var replicates = 0
    repeat {
      let key = RunKey(seed: study.seed, point: nil, replicate: replicates)
      guard pass.begin(key, isCancelled: isTooLong),
        pass.finalValues(isCancelled: isTooLong) != nil,
        pass.criticalProbabilities(study.criticalShares, isCancelled: isTooLong) != nil
      else { break }
      replicates += 1
    } while replicates < 50 && clock() - begin < most
    return replicates == 0 ? nil : (clock() - begin) / Double(replicates)
  }
}
