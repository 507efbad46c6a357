import SpreadEngine
import SpreadModel
import Statistics
import Synchronization
import TestSupport
import Testing
import WorkStealing

/// How often bands of final size curves, and intervals of the median of critical probabilities, contain what is so.
@Suite("Bands of final sizes and medians of critical probabilities cover 95 %", .deep)
struct FinalSizeCoverageTests {
  /// 60 people of whom everybody meets everybody, below, at and above the threshold (1/59).
  private static let levels = (1...20).map { 0.003 * Double($0) }
  private static let (studies, known) = (2_000, 200_000)

  private static func scenario(_ probability: Double) -> Scenario {
    var scenario = Scenario(
      grid: Grid(people: 60, columns: 8, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous))
    scenario.contacts = .everybody
    scenario.infectionProbability = probability
    scenario.course.infectiousSteps = .steps(1)
    return scenario
  }

  /// By replicate: final shares by level, and the critical probability of a tenth.
  private static func make(_ replicates: Range<Int>) -> [(shares: [Double], critical: Double)] {
    let pass = ScenarioPass(levels.map(scenario))
    return replicates.map { replicate in
      _ = pass.begin(RunKey(seed: 5, point: nil, replicate: replicate))
      return (
        pass.finalValues().map { Double($0.everInfected) / 60 },
        pass.criticalProbability(share: 0.1) ?? 1
      )
    }
  }

  /// Of very many replicates: the mean shares by level, and the median of the critical probabilities.
  private static let truth: (means: [Double], median: Double) = {
    let replicates = make(0..<known)
    return (
      levels.indices.map { level in
        replicates.reduce(0) { $0 + $1.shares[level] } / Double(known)
      },
      replicates.map(\.critical).sorted()[known / 2]
    )
  }()

  /// Whether the ends that a study finds are around the truth.
  private struct Study {
    let bandCovers, medianCovers: Bool
    /// Of the narrowest place of the band; 0 without one.
    let width: Double

    init(_ number: Int, of replicates: Int) {
      let first = known + number * replicates
      let runs = make(first..<first + replicates)
      let band = ShareBand(
        runs.map(\.shares), count: replicates, within: 0...1, level: 0.95, key: UInt64(number))
      let ends = levels.indices.compactMap { level in
        band?.ends(Moments(of: runs.map { $0.shares[level] }), at: level)
      }
      bandCovers =
        ends.count == levels.count
        && zip(ends, truth.means).allSatisfy { $0.low <= $1 && $1 <= $0.high }
      width = ends.map { $0.high - $0.low }.min() ?? 0
      let critical = runs.map(\.critical).sorted()
      let ranks = SortedSample.continuousMedianRanks(count: replicates, level: 0.95)
      let median = ranks.ends { critical[$0 - 1] }
      medianCovers = median.lower ?? 0 <= truth.median && truth.median <= median.upper ?? 1
    }
  }

  @Test("of 2,000 studies", arguments: [100, 1_000])
  func coverage(replicates: Int) {
    let found = Mutex<[Study]>([])
    _ = WorkPool(workers: AllowedCores.count()).run(tasks: Self.studies, cancel: CancelToken()) {
      _, number in
      let study = Study(number, of: replicates)
      found.withLock { $0.append(study) }
    }
    let studies = found.withLock { $0 }
    #expect(studies.count == Self.studies)
    let narrowest = studies.map(\.width).min() ?? 0
    #expect(narrowest > 0)
    let counts = [\Study.bandCovers, \.medianCovers].map { covers in
      studies.count { $0[keyPath: covers] }
    }
    print("\(replicates) replicates: bands, medians \(counts), narrowest \(narrowest)")
    // 99 % of right intervals: 2.58 standard errors, 0.0126.
    for count in counts { #expect(abs(Double(count) / Double(studies.count) - 0.95) <= 0.0126) }
  }
}
