internal import Foundation
import SpreadEngine
internal import SpreadModel

/// What an infection costs where every contact may infect (the draw `each`).
enum ClockCost {
  /// A scenario, by its name in the table.
  private struct Row: Sendable {
    let name: String
    let scenario: Scenario
    let runs: Int
  }

  /// Lines of the table: what, nanoseconds per infection; beside it those of the C program, and the ratio. Medians of
  /// the rounds, interleaved.
  ///
  /// - Parameters:
  ///   - only: a part of the names that are measured.
  ///   - library: of the C program; nil: without it.
  static func measure(rounds: Int, only: String?, library: String?) -> [String] {
    let rows = rows.filter { only == nil || $0.name.contains(only ?? "") }
    let engines = rows.map { Simulator($0.scenario) }
    let programs = rows.map { row in library.flatMap { ClockYardstick(library: $0, row.scenario) } }
    var (costs, others) = (rows.map { _ in [Double]() }, rows.map { _ in [Double]() })
    for engine in engines { _ = engine.run(Workload.key(0), recordMap: false) }
    for round in 0..<rounds {
      for (place, row) in rows.enumerated() {
        let runs = round << 20..<round << 20 + row.runs
        let begun = threadSeconds()
        let infections = CourseCost.infections(engines[place], runs: runs)
        costs[place].append(1e9 * (threadSeconds() - begun) / Double(max(1, infections)))
        guard let cost = programs[place]?.cost(runs) else { continue }
        precondition(cost.infections == infections, "\(row.name): \(cost.infections) infections")
        others[place].append(1e9 * cost.seconds / Double(max(1, infections)))
      }
    }
    return rows.indices.map { place in
      let cost = median(costs[place])
      let beside = others[place].isEmpty ? nil : median(others[place])
      return rows[place].name.padding(toLength: 34, withPad: " ", startingAt: 0)
        + String(format: "%8.2f ns/infection", cost)
        + (beside.map { String(format: ", %8.2f in C: %.2f", $0, cost / $0) } ?? "")
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static var rows: [Row] {
    func row(
      _ name: String, _ people: Int, _ contacts: Contacts, p: Double, runs: Int = 1,
      _ change: (inout Scenario) -> Void
    ) -> Row {
      var scenario = Scenario(
        grid: Grid(
          people: people, columns: Int(Double(people).squareRoot()), boundary: .bounded),
        rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
        infectionFactor: 3, infectionProbability: p,
        introductions: [Introduction(step: 0, place: .random(max(1, people / 1_000)))])
      scenario.contacts = contacts
      change(&scenario)
      return Row(name: name, scenario: scenario, runs: runs)
    }
    func removal(_ chance: Double) -> (inout Scenario) -> Void {
      { $0.course.recoveryProbability = chance }
    }
    func season(_ p: Double) -> [Intervention] {
      let steps = Array(0..<100)
      let values: [Double] = steps.map { step in p * (1 + 0.4 * sin(Double(step) / 10)) }
      let series = SteppedValue(steps: steps, values: values)
      return [Intervention(when: .step(0), effects: [.infectionProbability: .set(series)])]
    }
    let lists = Contacts.random(meanDegree: 8, per: .study)
    var rows = [
      row("lists 10^4, c 0.3, p 0.1", 10_000, lists, p: 0.1, runs: 40, removal(0.3)),
      row("lists 10^4, D 1, p 0.25", 10_000, lists, p: 0.25, runs: 40) {
        $0.course.infectiousSteps = .steps(1)
      },
      row("lists 10^5, c 0.3, p 0.1", 100_000, lists, p: 0.1, runs: 4, removal(0.3)),
      row("lists 10^6, c 0.3, p 0.1", 1_000_000, lists, p: 0.1, removal(0.3)),
      row("lists 10^7, c 0.3, p 0.1", 10_000_000, lists, p: 0.1, removal(0.3)),
      row("lists 10^4, c 0.1, p 0.05", 10_000, lists, p: 0.05, runs: 40, removal(0.1)),
      row("lists 10^4, c 0.1, season 0.05", 10_000, lists, p: 0.05, runs: 40) {
        removal(0.1)(&$0)
        $0.interventions = season(0.05)
      },
      row("everybody 10^4, D 3", 10_000, .everybody, p: 7e-5, runs: 40) {
        $0.course.infectiousSteps = .steps(3)
      },
      row("everybody 10^5, D 3", 100_000, .everybody, p: 7e-6, runs: 4) {
        $0.course.infectiousSteps = .steps(3)
      },
      row("small grid 10 x 10, c 0.3, p 0.3", 100, .grid, p: 0.3, runs: 2_000, removal(0.3)),
    ]
    for p in [0.05, 0.3, 1] {
      rows.append(row("grid 100 x 100, p \(p)", 10_000, .grid, p: p, runs: 20) { _ in })
      rows.append(
        row("grid 100 x 100, p \(p), D 3", 10_000, .grid, p: p, runs: 20) {
          $0.course.infectiousSteps = .steps(3)
        })
      rows.append(row("grid 100 x 100, p \(p), c 0.3", 10_000, .grid, p: p, runs: 20, removal(0.3)))
    }
    return rows
  }
}
