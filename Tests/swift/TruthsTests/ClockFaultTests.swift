import Foundation
import SlowReference
import SpreadModel
import StudyFiles
import TestSupport
import Testing

/// Faults of contact clocks and of contacts that differ, built into the slow reference implementation: the exact distributions
/// see them, and so do the random scenarios over which the engine is compared with it.
@Suite(.serialized, .deep) struct ClockFaultTests {
  /// A case of differ.json that each fault must break; nil: it leaves every distribution as it is.
  private static let catches: [(fault: Fault, id: String?)] = [
    (.ringsOnce, "ES34"), (.productGoesOn, "ES34"), (.nextAtOnce, "ES40"),
    (.firstChanceCounts, "ES34"), (.productBeginsAnew, "ES34"), (.ringsLate, "ES39"),
    (.latentClocksRun, "ES44"), (.closedClocksRun, "ES50"), (.targetsAlike, "ES39"),
    (.directionsAlike, "ES44"), (.layersAlike, "ES44"), (.infectionsAlike, "ES44"),
    (.numberOfIndex, nil), (.clocksGoOn, nil), (.gapsAlike, "ES34"),
    (.firstClocksInOrder, "ES34"), (.weightOfHazard, "ES39"), (.weightsIgnored, "ES39"),
    (.multiplyIgnored, "ES44"), (.groupsTransposed, "ES47"), (.factorsIgnored, "ES47"),
    (.cutOffBeforeGroups, "DS43"), (.pairsClosedAnew, "ES50"),
  ]

  private static let runs = 20_000
  /// A case has fewer than 250 checks.
  private static let level = 1e-6 / Double(250 * 2 * catches.count)

  private static func load(_ id: String) throws -> (scenario: Scenario, exact: CourseDistribution) {
    struct File: Decodable {
      struct Case: Decodable {
        let id: String
        let expected: CourseDistribution
      }
      let cases: [Case]
    }
    let data = try Data(contentsOf: Repository.data("engine/differ.json"))
    let exact = try #require(
      try JSONDecoder().decode(File.self, from: data).cases.first { $0.id.hasPrefix(id) })
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let cases = try #require(root?["cases"] as? [[String: Any]])
    let raw = try #require(cases.first { $0["id"] as? String == exact.id })
    let folder = try Scratch()
    for (name, table) in raw["files"] as? [String: [String: Any]] ?? [:] {
      let rows = [table["columns"] as? [Any] ?? []] + (table["rows"] as? [[Any]] ?? [])
      try folder.write(
        rows.map { $0.map { "\($0)" }.joined(separator: ",") }.joined(separator: "\n"), to: name)
    }
    var study: [String: Any] = ["spreadlab": 1, "study": "case", "seed": 37, "replicates": runs]
    for name in ["model", "rules", "contacts", "groups", "interventions"] {
      study[name] = raw[name]
    }
    let path = try folder.write(
      try JSONSerialization.data(withJSONObject: study), to: "study.json")
    let points = try Study.load(path: path).points()
    return (try #require(points.first).scenario, exact.expected)
  }

  private func failures(_ id: String, _ fault: Fault?) throws -> [String] {
    let (scenario, exact) = try Self.load(id)
    var reference = ReferenceSimulator(scenario, fault: fault)
    return exact.failures(runs: Self.runs, level: Self.level) {
      .init(
        reference.run(RunKey(seed: 37, point: nil, replicate: $0), recordMap: true))
    }
  }

  @Test("each fault breaks the exact distribution of its case", arguments: catches)
  func isCaught(_ item: (fault: Fault, id: String?)) throws {
    guard let id = item.id else { return }
    #expect(try !failures(id, item.fault).isEmpty)
  }

  @Test("the cases are right without a fault", arguments: Set(catches.compactMap(\.id)))
  func noFault(_ id: String) throws { #expect(try failures(id, nil) == []) }

  @Test("each fault changes runs of the random scenarios that are compared", arguments: catches)
  func isSeen(_ item: (fault: Fault, id: String?)) {
    let isSeen = (0..<600).contains { round in
      let scenario = RandomScenarios.differing(round)
      let key = RunKey(seed: 31, point: nil, replicate: round)
      var (right, wrong) = (
        ReferenceSimulator(scenario), ReferenceSimulator(scenario, fault: item.fault)
      )
      return right.run(key, recordMap: true) != wrong.run(key, recordMap: true)
    }
    #expect(isSeen)
  }

  @Test("every fault of a clock is listed")
  func allAreListed() { #expect(Set(Self.catches.map(\.fault)) == Fault.ofClocks) }
}
