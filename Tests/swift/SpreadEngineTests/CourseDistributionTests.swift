import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The exact distributions of small groups in which people recover, are latent or immune, or meet otherwise
/// than by four or eight directions.
@Suite(.deep) struct CourseDistributionTests {
  static let cases = Result {
    try (CourseCase.load() + CourseCase.load(CourseCase.fileOfEach))
      .compactMap { item in item.scenario.map { (item, $0) } }
  }

  /// Chance that right runs fail one of the checks: 10^-6 for all of them together. Every case has
  /// fewer than 250 checks; engine and program take them.
  static func level(cases: Int) -> Double { 1e-6 / Double(2 * 250 * cases) }

  @Test("the engine obeys the exact distribution of every small case")
  func engineObeys() throws {
    let cases = try Self.cases.get()
    #expect(cases.count == 116)
    for (item, scenario) in cases {
      let engine = Simulator(scenario)
      let failed = item.expected.failures(runs: 20_000, level: Self.level(cases: cases.count)) {
        .init(engine.run(RunKey(seed: 33, point: nil, replicate: $0), recordMap: true))
      }
      #expect(failed.isEmpty, "\(item.id)")
    }
  }
}
