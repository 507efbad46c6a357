internal import Foundation
import SpreadEngine
internal import SpreadModel

/// What contacts off the grid cost: making a random graph, an infection on one that stands, and memory.
enum ContactCost {
  private static let meanDegree = 8.0

  /// Lines of the table: what, number, unit; medians of the rounds.
  static func measure(rounds: Int) -> [String] {
    [
      line("graph of 10,000", "ns/edge", graph(people: 10_000, graphs: 40, rounds: rounds)),
      line("graph of 1,000,000", "ns/edge", graph(people: 1_000_000, graphs: 1, rounds: rounds)),
      line(
        "Reed-Frost, p 0.25", "ns/infection", infections(rounds) { $0.infectiousSteps = .steps(1) }),
      line(
        "SIR, c 0.3, p 0.1", "ns/infection",
        infections(rounds, p: 0.1) { $0.recoveryProbability = 0.3 }),
      line(
        "SIR, c 0.3, k 2, p 0.3", "ns/infection",
        infections(rounds, k: 2, p: 0.3) { $0.recoveryProbability = 0.3 }),
      line("Reed-Frost, everybody", "ns/infection", everybody(rounds)),
    ]
  }

  /// The most memory of a run of a million people with four million edges, beyond what the program had.
  static func memory() -> String {
    let before = peak()
    let engine = Simulator(
      sir(people: 1_000_000, p: 0.25, per: .replicate) { $0.infectiousSteps = .steps(1) })
    var infections = 0
    for replicate in 0..<2 {
      infections += Int(
        engine.run(Workload.key(replicate), recordMap: false)
          .curves.everInfected.last ?? 0)
    }
    let bytes = Double(peak() - before) * 1024 / 1e6
    return line("memory, 1,000,000 people", "bytes/person", [bytes])
      + "  (\(infections) infected in 2 runs)"
  }

  private static func sir(
    people: Int, k: Int = 1_000_000, p: Double, per: Contacts.Drawing,
    _ change: (inout Course) -> Void
  ) -> Scenario {
    var scenario = Scenario(
      grid: Grid(people: people, columns: 100, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: k, infectionProbability: p,
      introductions: [Introduction(step: 0, place: .random(max(10, people / 1_000)))])
    scenario.contacts = .random(meanDegree: meanDegree, per: per)
    change(&scenario.course)
    return scenario
  }

  private static func graph(people: Int, graphs: Int, rounds: Int) -> [Double] {
    let contacts = Contacts.random(meanDegree: meanDegree, per: .replicate)
    return (0..<rounds).map { round in
      let begun = threadSeconds()
      var entries = 0
      for graph in 0..<graphs {
        let key = Workload.key(round * graphs + graph)
        entries += ContactDrawer.table(contacts, people: people, key: key)?.entries ?? 0
      }
      return 1e9 * (threadSeconds() - begun) / Double(entries / 2)
    }
  }

  private static func infections(
    _ rounds: Int, k: Int = 1_000_000, p: Double = 0.25, _ change: (inout Course) -> Void
  ) -> [Double] {
    perInfection(Simulator(sir(people: 10_000, k: k, p: p, per: .study, change)), rounds)
  }

  private static func everybody(_ rounds: Int) -> [Double] {
    var scenario = sir(people: 10_000, p: 2e-4, per: .study) { $0.infectiousSteps = .steps(1) }
    scenario.contacts = .everybody
    return perInfection(Simulator(scenario), rounds)
  }

  private static func perInfection(_ engine: Simulator, _ rounds: Int) -> [Double] {
    // The graph stands before the clock runs.
    _ = engine.run(Workload.key(0), recordMap: false)
    return (0..<rounds).map { round in
      let begun = threadSeconds()
      var infections = 0
      for replicate in 0..<60 {
        let course = engine.run(Workload.key(round * 60 + replicate), recordMap: false).course
        infections += course.map { $0.infections + $0.introduced } ?? 0
      }
      return 1e9 * (threadSeconds() - begun) / Double(infections)
    }
  }

  private static func line(_ what: String, _ unit: String, _ values: [Double]) -> String {
    let sorted = values.sorted()
    return [
      what.padding(toLength: 26, withPad: " ", startingAt: 0),
      String(format: "%8.2f", sorted[sorted.count / 2]), unit,
    ].joined(separator: " ")
  }

  /// The most memory the program has had, in KiB.
  private static func peak() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }
}
