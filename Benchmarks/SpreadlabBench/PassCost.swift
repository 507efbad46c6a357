internal import Foundation
import SpreadEngine
internal import SpreadModel

/// What final values at many infection probabilities cost, in runs at the largest one (`ScenarioPass`).
enum PassCost {
  /// A scenario at the largest level, by its name in the table.
  private struct Row: Sendable {
    let name: String
    let scenario: Scenario
    let replicates: Int
  }

  private static let levelCounts = [20, 256, 4_096]

  /// Lines of the table: microseconds of a run and of passes over so many levels, critical probabilities; medians of the
  /// rounds, interleaved, and their ratios to the run.
  ///
  /// - Parameter only: a part of the names that are measured.
  static func measure(rounds: Int, only: String?) -> [String] {
    let title = "microseconds".padding(toLength: 34, withPad: " ", startingAt: 0)
    let heads = ["run"] + levelCounts.map { "\($0) levels" } + ["critical"]
    let head =
      title + heads.map { String(repeating: " ", count: max(0, 18 - $0.count)) + $0 }.joined()
    return [head]
      + rows.filter { only == nil || $0.name.contains(only ?? "") }.map { measure($0, rounds) }
  }

  private static func measure(_ row: Row, _ rounds: Int) -> String {
    let engine = Simulator(row.scenario)
    let passes = levelCounts.map { count in
      ScenarioPass(
        (1...count).map { level in
          var scenario = row.scenario
          scenario.infectionProbability *= Double(level) / Double(count)
          return scenario
        })
    }
    let tasks: [(Int) -> Void] =
      [{ _ = engine.run(Workload.key($0), recordMap: false) }]
      + passes.map { pass in
        { replicate in
          _ = pass.begin(Workload.key(replicate))
          _ = pass.finalValues()
        }
      }
      + [
        { replicate in
          _ = passes[0].begin(Workload.key(replicate))
          _ = passes[0].criticalProbability(share: 0.1)
        }
      ]
    for task in tasks { task(0) }
    var costs = [[Double]](repeating: [], count: tasks.count)
    for round in 0..<rounds {
      for (place, task) in tasks.enumerated() {
        let begun = threadSeconds()
        for replicate in 0..<row.replicates { task(round << 20 + replicate) }
        costs[place].append(1e6 * (threadSeconds() - begun) / Double(row.replicates))
      }
    }
    let medians = costs.map { $0.sorted()[$0.count / 2] }
    return row.name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + medians.enumerated().map { place, cost in
        place == 0
          ? String(format: "%18.1f", cost)
          : String(format: "%10.1f (%5.1f)", cost, cost / medians[0])
      }.joined()
  }

  private static var rows: [Row] {
    func row(
      _ name: String, _ people: Int, _ contacts: Contacts, p: Double, replicates: Int,
      _ neighborhood: SpreadRule.Neighborhood = .moore,
      _ change: (inout Scenario) -> Void = { $0.course.infectiousSteps = .steps(1) }
    ) -> Row {
      var scenario = Scenario(
        grid: Grid(
          people: people, columns: Int(Double(people).squareRoot()), boundary: .bounded),
        rule: SpreadRule(neighborhood: neighborhood, pool: .all, draw: .each, update: .synchronous),
        infectionFactor: 3, infectionProbability: p, maxSteps: 1_000_000)
      scenario.contacts = contacts
      change(&scenario)
      return Row(name: name, scenario: scenario, replicates: replicates)
    }
    func recovery(_ chance: Double) -> (inout Scenario) -> Void {
      { $0.course.recoveryProbability = chance }
    }
    let lists = Contacts.random(meanDegree: 8, per: .study)
    return [
      row("grid 4, 10^4, D 1, p to 1", 10_000, .grid, p: 1, replicates: 50, .vonNeumann),
      row("grid 4, 10^4, D 1, p to 0.6", 10_000, .grid, p: 0.6, replicates: 50, .vonNeumann),
      row("grid 8, 10^4, D 1, p to 1", 10_000, .grid, p: 1, replicates: 50),
      row("grid 8, 10^4, D 3, p to 0.3", 10_000, .grid, p: 0.3, replicates: 50) {
        $0.course.infectiousSteps = .steps(3)
      },
      row(
        "grid 8, 10^4, c 0.3, p to 0.3", 10_000, .grid, p: 0.3, replicates: 50, .moore,
        recovery(0.3)),
      row("lists 10^4, D 1, p to 1", 10_000, lists, p: 1, replicates: 30),
      row("lists 10^4, D 1, p to 0.3", 10_000, lists, p: 0.3, replicates: 30),
      row(
        "lists 10^4, c 0.3, p to 0.3", 10_000, lists, p: 0.3, replicates: 30, .moore, recovery(0.3)),
      row("lists 10^6, D 1, p to 0.3", 1_000_000, lists, p: 0.3, replicates: 1),
      row("everybody 10^4, D 1, p to 3e-4", 10_000, .everybody, p: 3e-4, replicates: 30),
      row(
        "everybody 10^4, c 0.3, p to 1e-4", 10_000, .everybody, p: 1e-4, replicates: 30, .moore,
        recovery(0.3)),
      row("groups, lists 10^4, p to 0.3", 10_000, lists, p: 0.3, replicates: 10) {
        $0.course.infectiousSteps = .steps(3)
        $0.groups = Groups(
          names: ["young", "old"], membership: .shares([0.5, 0.5], inOrder: false),
          multiply: [[1, 0.5], [0.5, 0.2]])
      },
    ]
  }
}
