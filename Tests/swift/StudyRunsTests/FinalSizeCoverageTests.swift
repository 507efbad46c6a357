import SpreadEngine
import SpreadModel
import Statistics
import TestSupport
import Testing

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

  @Test("of 2,000 studies", arguments: [100, 1_000])
  func coverage(replicates: Int) throws {
    let truth = Self.make(0..<Self.known)
    let means = Self.levels.indices.map { level in
      truth.reduce(0) { $0 + $1.shares[level] } / Double(Self.known)
    }
    let median = truth.map(\.critical).sorted()[Self.known / 2]
    var (bands, medians, narrowest) = (0, 0, Double.infinity)
    for study in 0..<Self.studies {
      let first = Self.known + study * replicates
      let runs = Self.make(first..<first + replicates)
      let band = try #require(
        ShareBand(
          runs.map(\.shares), count: replicates, within: 0...1, level: 0.95,
          key: UInt64(study)))
      let isCovered = Self.levels.indices.allSatisfy { level in
        let ends = band.ends(Moments(of: runs.map { $0.shares[level] }), at: level)
        narrowest = min(narrowest, ends.high - ends.low)
        return ends.low <= means[level] && means[level] <= ends.high
      }
      if isCovered { bands += 1 }
      let sorted = runs.map(\.critical).sorted()
      let ranks = SortedSample.quantileRanks(count: sorted.count, p: 0.5, level: 0.95)
      let (low, high) = (ranks.lower.map { sorted[$0 - 1] }, ranks.upper.map { sorted[$0 - 1] })
      if low ?? 0 <= median, median <= high ?? 1 { medians += 1 }
    }
    print(
      "\(replicates) replicates: bands \(bands), medians \(medians) of \(Self.studies), "
        + "narrowest \(narrowest)")
    #expect(narrowest > 0)
    // 99 % of right intervals: 2.58 standard errors, 0.0126.
    #expect(abs(Double(bands) / Double(Self.studies) - 0.95) <= 0.0126)
    #expect(abs(Double(medians) / Double(Self.studies) - 0.95) <= 0.0126 + 0.014)
  }
}
