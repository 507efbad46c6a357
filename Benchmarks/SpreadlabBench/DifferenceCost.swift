internal import Foundation
import SpreadEngine
internal import SpreadModel

/// What an infection costs where contacts, people or lengths differ, as a multiple of what it costs where they do not: the
/// same structure and size, interleaved in one process.
enum DifferenceCost {
  /// A scenario beside the one it is compared with.
  private struct Row: Sendable {
    let name: String
    let plain: Scenario
    var changed: Scenario
    var recordsGroups = false
    let runs: Int
  }

  /// Lines of the table: what, nanoseconds per infection without and with it, their ratio; medians of the rounds.
  ///
  /// - Parameter only: a part of the names that are measured.
  static func measure(rounds: Int, only: String?) -> [String] {
    let isWanted: Wanted = { name in only.map { name.contains($0) } ?? true }
    let rows =
      lists(people: people, runs: 40, isWanted)
      + lists(people: 1_000_000, runs: 1, isWanted) + courses.filter { isWanted($0.name) }
    return rows.map { measure($0, rounds) }
  }

  private static func measure(_ row: Row, _ rounds: Int) -> String {
    let engines = [Simulator(row.plain), Simulator(row.changed)]
    var costs: [[Double]] = [[], []]
    for engine in engines { _ = engine.run(Workload.key(0), recordMap: false) }
    for round in 0..<rounds {
      for (place, engine) in engines.enumerated() {
        costs[place].append(
          cost(engine, row.runs, round, recordsGroups: place == 1 && row.recordsGroups))
      }
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return row.name.padding(toLength: 44, withPad: " ", startingAt: 0)
      + String(
        format: "%8.2f %8.2f ns/infection %6.2f", median(costs[0]), median(costs[1]),
        median(zip(costs[1], costs[0]).map { $0 / $1 }))
  }

  private static func cost(
    _ engine: Simulator, _ runs: Int, _ round: Int, recordsGroups: Bool
  ) -> Double {
    let begun = threadSeconds()
    var infections = 0
    for run in 0..<runs {
      let course = engine.run(
        Workload.key(round << 20 + run), recordMap: false, recordGroups: recordsGroups
      ).course
      infections += course.map { $0.infections + $0.introduced } ?? 0
    }
    return 1e9 * (threadSeconds() - begun) / Double(max(1, infections))
  }

  private static let people = 10_000

  /// Whether the row of a name is measured.
  private typealias Wanted = (_ name: String) -> Bool

  /// On lists of 8 people on average, where every contact may infect and people recover with probability 0.3.
  private static func lists(people: Int, runs: Int, _ isWanted: Wanted) -> [Row] {
    func table(_ key: Int, meanDegree: Double = 8) -> NeighborTable? {
      ContactDrawer.table(
        .random(meanDegree: meanDegree, per: .replicate), people: people, key: Workload.key(key))
    }
    guard let one = table(1), let other = table(2) else { return [] }
    let plain = base(.edges(one), people, .each, p: 0.1)
    var rows: [Row] = []
    func add(_ name: String, _ contacts: @autoclosure () -> Contacts, p: Double = 0.1) {
      let name = "\(name), \(people)"
      guard isWanted(name) else { return }
      var changed = plain
      changed.contacts = contacts()
      changed.infectionProbability = p
      rows.append(Row(name: name, plain: plain, changed: changed, runs: runs))
    }
    add("layers: one", .layers([ContactLayer(.edges(one), multiply: 0.5)]), p: 0.2)
    add("weights", .edges(weighted(one, exposure: nil)))
    add("weights: durations", .edges(weighted(one, exposure: 1)))
    add(
      "layers: two",
      .layers([
        ContactLayer(.edges(one), multiply: 0.5), ContactLayer(.edges(other), multiply: 0.5),
      ])
    )
    // 8, 3 and 9 people: the sum of their chances is that of the list alone.
    add(
      "layers: three with places",
      .layers([
        ContactLayer(.edges(one), multiply: 0.4),
        ContactLayer(.places(Places(.equal(4)), per: .study), multiply: 0.4),
        ContactLayer(.places(Places(.equal(10), shuffles: true), per: .study), multiply: 0.4),
      ]))
    return rows
  }

  /// The lists with weights from 0.5 to 1.5, the same both ways.
  private static func weighted(_ table: NeighborTable, exposure: Double?) -> NeighborTable {
    var (from, to): ([UInt32], [UInt32]) = ([], [])
    for person in 0..<table.people {
      for neighbor in table.neighbors(of: person) where neighbor > person {
        from.append(UInt32(person))
        to.append(neighbor)
      }
    }
    return NeighborTable(
      people: table.people, from: from, to: to,
      weights: from.indices.map { 0.5 + Float($0 % 1_024) / 1_024 }, exposure: exposure,
      isDirected: false, isMerged: true)
  }

  private static func base(
    _ contacts: Contacts, _ people: Int, _ draw: SpreadRule.Draw, p: Double
  ) -> Scenario {
    var scenario = Scenario(
      grid: Grid(
        people: people, columns: Int(Double(people).squareRoot()), boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: draw, update: .synchronous),
      infectionFactor: 3, infectionProbability: p,
      introductions: [Introduction(step: 0, place: .random(people / 1_000))])
    scenario.contacts = contacts
    scenario.course.recoveryProbability = 0.3
    return scenario
  }

  /// On lists with `each`, and on the grid with `capped`.
  private static var courses: [Row] {
    let lists = base(.random(meanDegree: 8, per: .study), people, .each, p: 0.1)
    let grid = base(.grid, people, .capped, p: 0.2)
    var ages = Groups(
      names: ["young", "middle", "old"], membership: .shares([0.3, 0.4, 0.3], inOrder: false),
      multiply: [[1.5, 1, 0.6], [1, 1, 0.8], [0.6, 0.8, 1]])
    var rows: [Row] = []
    for (name, plain) in [("lists", lists), ("grid", grid)] {
      func add(_ what: String, _ plain: Scenario, _ change: (inout Scenario) -> Void) {
        var changed = plain
        change(&changed)
        rows.append(Row(name: "\(what), \(name)", plain: plain, changed: changed, runs: 40))
      }
      var inGroups = plain
      inGroups.groups = ages
      add("groups: three", plain) { $0.groups = ages }
      add("groups: curves", inGroups) { _ in }
      rows[rows.count - 1].recordsGroups = true
      var lasting = plain
      lasting.course.recoveryProbability = 0
      lasting.course.infectiousSteps = .steps(3)
      lasting.course.latentSteps = .steps(2)
      add("distributions of length", lasting) {
        $0.course.infectiousSteps = .gamma(mean: 3, sd: 1.5)
        $0.course.latentSteps = .gamma(mean: 2, sd: 1)
      }
      add("observed", plain) {
        $0.observed = [
          ObservedSeries(name: "cases", probability: 0.3, delay: .gamma(mean: 5, sd: 2))
        ]
      }
      // Runs last until nobody may come any more: so do those without imports.
      var toStep60 = plain
      toStep60.introductions.append(Introduction(step: 60, place: .random(0)))
      add("imports", toStep60) {
        $0.introductions.append(Introduction(step: 1, place: .rate(mean: 0.5, to: 60)))
      }
    }
    ages.multiply = ages.multiply.map { $0.map { _ in 1 } }
    var alike = lists
    alike.groups = ages
    rows.append(
      Row(name: "groups: three of one chance, lists", plain: lists, changed: alike, runs: 40))
    return rows
  }
}
