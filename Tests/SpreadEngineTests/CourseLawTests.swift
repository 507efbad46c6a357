import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The exact laws of small groups in which people recover, are latent or immune, or meet otherwise
/// than by four or eight directions.
@Suite(.slow) struct CourseLawTests {
  static let cases = Result {
    try CourseCase.load().compactMap { item in item.scenario.map { (item, $0) } }
  }

  /// Chance that right runs fail one of the checks: 10^-6 for all of them together. Every case has
  /// fewer than 250 checks; engine, twin and program take them.
  static func level(cases: Int) -> Double { 1e-6 / Double(3 * 250 * cases) }

  @Test("the engine obeys the exact law of every small case")
  func engineObeys() throws {
    let cases = try Self.cases.get()
    #expect(cases.count == 86)
    let runs = TestDepth.choose(quick: 3_000, deep: 20_000)
    for (item, scenario) in cases {
      let engine = Simulator(scenario)
      let failed = item.expected.failures(runs: runs, level: Self.level(cases: cases.count)) {
        .init(engine.run(RunKey(seed: 33, point: nil, replicate: $0), recordMap: true))
      }
      #expect(failed.isEmpty, "\(item.id)")
    }
  }

  @Test("the slow twin obeys the exact law of every small case")
  func twinObeys() throws {
    let cases = try Self.cases.get()
    let runs = TestDepth.choose(quick: 300, deep: 20_000)
    for (item, scenario) in cases {
      var twin = SlowTwin(scenario)
      let failed = item.expected.failures(runs: runs, level: Self.level(cases: cases.count)) {
        .init(twin.run(RunKey(seed: 34, point: nil, replicate: $0), recordMap: true))
      }
      #expect(failed.isEmpty, "\(item.id)")
    }
  }

  struct Catch: CustomTestStringConvertible, Sendable {
    let fault: Fault
    /// Start of a case's id.
    let caseID: String
    var testDescription: String { "\(fault.rawValue) in \(caseID)" }
  }

  static let catches = [
    Catch(fault: .recoversBeforeActing, caseID: "CS09"),
    Catch(fault: .latentPlusOne, caseID: "CS05"),
    Catch(fault: .actsOnceMore, caseID: "CS09"),
    Catch(fault: .actsOnceLess, caseID: "CS09"),
    Catch(fault: .waningPlusOne, caseID: "CS15"),
    Catch(fault: .geometricFromZero, caseID: "CS11"),
    Catch(fault: .immuneAsCandidates, caseID: "CS60"),
    Catch(fault: .recoveriesSeenWithinStep, caseID: "CS21"),
    Catch(fault: .againAsFirst, caseID: "CS12"),
    Catch(fault: .firstSourceCounts, caseID: "CS84"),
    Catch(fault: .edgesDirected, caseID: "CS29"),
    Catch(fault: .loopsKept, caseID: "CS32"),
    Catch(fault: .idsOffByOne, caseID: "CS37"),
    Catch(fault: .degreesBiased, caseID: "CS86"),
    Catch(fault: .hexagonalRowsExchanged, caseID: "CS48"),
    Catch(fault: .metricExchanged, caseID: "CS51"),
  ]

  @Test("a fault in the course is caught", arguments: catches)
  func isCaught(_ expected: Catch) throws {
    let cases = try Self.cases.get()
    let (item, scenario) = try #require(cases.first { $0.0.id.hasPrefix(expected.caseID + "-") })
    var twin = SlowTwin(scenario, fault: expected.fault)
    let failed = item.expected.failures(runs: 4_000, level: Self.level(cases: cases.count)) {
      .init(twin.run(RunKey(seed: 35, point: nil, replicate: $0), recordMap: true))
    }
    #expect(!failed.isEmpty)
  }
}
