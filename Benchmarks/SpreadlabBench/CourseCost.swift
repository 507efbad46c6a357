internal import Foundation
import SpreadEngine
internal import SpreadModel

/// What an infection costs where people recover, as a multiple of what it costs where nobody does:
/// the same rule and size, interleaved in one process.
struct CourseCost {
  /// A course, by its name in the table.
  private struct Kind: Sendable {
    let name: String
    let change: @Sendable (inout Scenario) -> Void
  }

  private static let kinds: [Kind] = [
    Kind(name: "base") { _ in },
    Kind(name: "SIR D=3") { $0.course.infectiousSteps = .steps(3) },
    Kind(name: "SIR c=0.3") { $0.course.recoveryProbability = 0.3 },
    Kind(name: "SIS D=3") {
      $0.course.infectiousSteps = .steps(3)
      $0.course.immuneSteps = .steps(0)
    },
    Kind(name: "SIS c=0.3") {
      $0.course.recoveryProbability = 0.3
      $0.course.immuneSteps = .steps(0)
    },
  ]

  static var names: [String] { kinds.map(\.name) }

  /// Lines of the table: workload, course, ns per infection, ratio to the base.
  ///
  /// - Parameter only: the course that is measured, for a profile; its ratio is to itself.
  static func measure(_ workload: Workload, only: String?, rounds: Int, slice: Double) -> [String] {
    let kinds = kinds.filter { only == nil || $0.name == only }
    let engines = kinds.map { kind in
      var scenario = workload.scenario
      kind.change(&scenario)
      // An endemic infection goes on for ever; another one for as long as a study lets it.
      if scenario.hasCourse { scenario.maxSteps = scenario.letsPeopleReturn ? 100 : 10_000 }
      return Simulator(scenario)
    }
    var costs = [[Double]](repeating: [], count: kinds.count)
    for round in 0..<rounds {
      for (place, engine) in engines.enumerated() {
        costs[place].append(cost(engine, people: workload.people, first: round << 20, slice: slice))
      }
    }
    return kinds.indices.map { place in
      let ratios = zip(costs[place], costs[0]).map { $0 / $1 }.sorted()
      let sorted = costs[place].sorted()
      return [
        workload.name.padding(toLength: 8, withPad: " ", startingAt: 0),
        kinds[place].name.padding(toLength: 12, withPad: " ", startingAt: 0),
        String(format: "%8.2f ns/infection", sorted[sorted.count / 2]),
        String(format: "%8.3f", ratios[ratios.count / 2]),
      ].joined(separator: " ")
    }
  }

  /// Nanoseconds per infection of as many runs as fill a slice.
  private static func cost(
    _ engine: Simulator, people: Int, first: Int, slice: Double
  ) -> Double {
    let begun = threadSeconds()
    var infected = 0
    var number = first
    // Reading the clock takes as long as a step of a small group.
    let together = people <= 1_000 ? 64 : 1
    repeat {
      infected += infections(engine, runs: number..<number + together)
      number += together
    } while threadSeconds() - begun < slice
    return 1e9 * (threadSeconds() - begun) / Double(infected)
  }

  /// Infections of these runs, introductions included.
  static func infections(_ engine: Simulator, runs: Range<Int>) -> Int {
    engine.runs(runs.map(Workload.key)).reduce(0) {
      $0 + ($1.course.map { $0.infections + $0.introduced } ?? Int($1.curve[$1.steps]))
    }
  }
}
