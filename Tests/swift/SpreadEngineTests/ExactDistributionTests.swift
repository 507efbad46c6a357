import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The exact distributions of small grids (docs/validation.md, "The model's own tests").
@Suite(.slow) struct ExactDistributionTests {
  static let cases = Result {
    try ReferenceCase<ExactDistribution>.load("exact-small-grids.json")
  }

  /// Chance that a right engine fails one of the checks: 10^-6 for all of them together. Every
  /// case has fewer than 200 checks.
  static func level(cases: Int) -> Double { 1e-6 / Double(200 * cases) }

  @Test("the engine obeys the exact distribution of every small case")
  func engineObeys() throws {
    let cases = try Self.cases.get()
    #expect(cases.count == 92)
    let runs = TestDepth.choose(quick: 5_000, deep: 20_000)
    for item in cases {
      let engine = Simulator(try item.scenario())
      let failed = item.expected.failures(runs: runs, level: Self.level(cases: cases.count)) {
        engine.run(RunKey(seed: 31, point: nil, replicate: $0), recordMap: true)
      }
      #expect(failed.isEmpty, "\(item.id)")
    }
  }
}
