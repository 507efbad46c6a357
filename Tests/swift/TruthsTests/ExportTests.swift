import DurableFiles
import Foundation
import SpreadModel
import StudyFiles
import TestSupport
import Testing

import Truths

/// Truths as files: what Tests/system/Validation/exported.py reads and runs.
@Suite struct ExportTests {
  @Test("the study of every truth, read from its file, has the truth's scenarios and runs")
  func studies() throws {
    let truths = [Truth].all(upTo: .deep)
    let scratch = try Scratch()
    try TruthExport.write(truths, to: scratch.path)
    for truth in truths {
      let study = try Study.load(path: scratch.path + "/\(truth.id)/study.json")
      #expect(study.seed == truth.seed && study.replicates == .fixed(truth.runs), "\(truth.id)")
      let found = try study.points().map(\.scenario)
      #expect(found.count == truth.arms.count, "\(truth.id)")
      for (scenario, arm) in zip(found, truth.arms) {
        #expect(Self.settings(scenario) == Self.settings(arm), "\(truth.id)")
      }
    }
  }

  /// What decides a scenario's runs; lists of neighbors person by person.
  private static func settings(_ scenario: Scenario) -> [String] {
    var scenario = scenario
    var lists: [[UInt32]] = []
    if case .edges(let table) = scenario.contacts {
      lists = (0..<table.people).map { Array(table.neighbors(of: $0)) }
      scenario.contacts = .everybody
    }
    if case .number(.weights) = scenario.rule.draw { scenario.infectionFactor = 0 }
    scenario.realInfectionFactor = scenario.realInfectionFactor ?? Double(scenario.infectionFactor)
    scenario.infectionFactor = 0
    return ModelKey.all.flatMap { $0.identityLines(scenario) } + ["\(lists)"]
      + ["\(scenario.maxSteps)", "\(scenario.stopShare)"]
  }

  @Test("the chances of all outcomes of a distribution are 1 together")
  func chances() {
    for truth in [Truth].all(upTo: .deep) {
      guard case .distribution(let chances) = truth.expected else { continue }
      #expect(chances.allSatisfy { $0 >= 0 }, "\(truth.id)")
      #expect(abs(chances.reduce(0, +) - 1) < 1e-9, "\(truth.id)")
    }
  }
}
