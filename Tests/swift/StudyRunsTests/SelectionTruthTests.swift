import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles
import TestSupport
import Testing

/// Selections among groups so small that all means are known: 1,000 of each in the deep tier, the
/// first of each in the quick one.
@Suite("Selections among alternatives whose means are known") struct SelectionTruthTests {
  private static let selections = TestDepth.choose(quick: 1, deep: 1_000)

  /// Of so many people on a grid, some of them infected at random, the mean number infected after two steps.
  struct Alternative: Sendable {
    let people: Int
    let columns: Int
    let rule: String
    let factor: Int
    let probability: Double
    var boundary = "bounded"
    let infected: Int
    /// By adding up all that can happen.
    let mean: Double

    var point: String {
      """
      { "group_size": \(people), "columns": \(columns), "rule": "\(rule)", "infection_factor": \(factor),
        "infection_probability": \(probability), "boundary": "\(boundary)", "start_people": \(infected) }
      """
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let alternatives: [Alternative]
    /// At most the distance of the best mean to all others.
    let indifference: Double
    let isLargestBest: Bool
    let confidence: Double
  }

  private static let low = Alternative(
    people: 12, columns: 3, rule: "uniform_healthy", factor: 2, probability: 0.7, infected: 1,
    mean: 2.7986033380594133)
  /// Where infected people are candidates, too, the order of updates changes nothing.
  private static let next = ["sequential", "synchronous"].map {
    Alternative(
      people: 11, columns: 4, rule: "exact_\($0)", factor: 3, probability: 0.35, infected: 1,
      mean: 3.50480069833392)
  }
  private static let high = Alternative(
    people: 12, columns: 3, rule: "push", factor: 2, probability: 0.5, boundary: "torus",
    infected: 2, mean: 5.890146583017677)
  private static let below = ["sequential", "synchronous"].map {
    Alternative(
      people: 10, columns: 4, rule: "uniform_\($0)", factor: 4, probability: 1, infected: 1,
      mean: 5.141805070294785)
  }
  private static let between = [
    Alternative(
      people: 7, columns: 3, rule: "neighbors_capped", factor: 2, probability: 0.7, infected: 1,
      mean: 4.17149961562963),
    Alternative(
      people: 12, columns: 4, rule: "neighbors_at_least_one", factor: 2, probability: 0.5,
      infected: 2, mean: 4.7498626708984375),
  ]

  private static let cases = [
    Case(
      testDescription: "two", alternatives: [next[0], low], indifference: 0.7061,
      isLargestBest: false, confidence: 0.95),
    Case(
      testDescription: "slippage", alternatives: [low] + next, indifference: 0.7061,
      isLargestBest: false, confidence: 0.95),
    Case(
      testDescription: "slippage, largest", alternatives: below + [high], indifference: 0.7483,
      isLargestBest: true, confidence: 0.95),
    Case(
      testDescription: "slippage at 0.8", alternatives: below + [high], indifference: 0.7483,
      isLargestBest: true, confidence: 0.8),
    Case(
      testDescription: "monotone", alternatives: [high, below[0]] + between + [next[1], low],
      indifference: 0.7061, isLargestBest: false, confidence: 0.95),
  ]

  private static let rules = """
    {
      "uniform_healthy": \(rule("moore", "healthy", "uniform", "synchronous")),
      "exact_sequential": \(rule("moore", "all", "exact", "sequential")),
      "exact_synchronous": \(rule("moore", "all", "exact", "synchronous")),
      "uniform_sequential": \(rule("moore", "all", "uniform", "sequential")),
      "uniform_synchronous": \(rule("moore", "all", "uniform", "synchronous")),
      "neighbors_capped": \(rule("von_neumann", "all", "capped", "sequential")),
      "neighbors_at_least_one": \(rule("von_neumann", "all", "at_least_one", "synchronous"))
    }
    """

  private static func rule(
    _ neighborhood: String, _ pool: String, _ draw: String, _ update: String
  ) -> String {
    """
    { "neighborhood": "\(neighborhood)", "pool": "\(pool)", "draw": "\(draw)", "update": "\(update)" }
    """
  }

  private static func study(_ one: Case, numbers: RandomNumbers, seed: Int) throws -> Study {
    try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "selection", "seed": \(seed),
        "model": { "stop": { "max_steps": 2 } }, "rules": \(rules),
        "random_numbers": "\(numbers.rawValue)",
        "design": {
          "type": "select", "response": "final_infected",
          "best": "\(one.isLargestBest ? "largest" : "smallest")",
          "indifference": \(one.indifference), "confidence": \(one.confidence), "max_runs": 1000000,
          "points": [\(one.alternatives.map(\.point).joined(separator: ", "))]
        }
      }
      """)
  }

  /// A selection in memory: its points and replicates are those of a session.
  private static func selection(_ study: Study) throws -> Selection {
    var selection = Selection(try #require(study.selectionRule))
    let response = try #require(study.selection?.response)
    let points = try study.points()
    while !selection.round.isEmpty {
      selection.add(
        selection.survivors.map { survivor in
          let point = points[survivor]
          let keys = selection.round.map { study.key(of: point, replicate: $0) }
          return [
            Simulator(point.scenario).runs(keys, isCancelled: { false }).map {
              response.value(RunSummary($0, on: point.scenario.grid))
            }
          ]
        })
    }
    return selection
  }

  @Test(
    "name the best at least as often as promised, less 3 standard errors", arguments: cases,
    RandomNumbers.allCases)
  func guarantee(of one: Case, numbers: RandomNumbers) throws {
    let means = one.alternatives.map(\.mean)
    let best = one.isLargestBest ? means.max() : means.min()
    #expect(
      means.filter { $0 != best }.allSatisfy { abs($0 - (best ?? 0)) >= one.indifference })
    var right = 0
    var runs = 0
    var digest = Digest()
    for seed in 0..<Self.selections {
      let found = try Self.selection(Self.study(one, numbers: numbers, seed: seed))
      // Where the better one of two that are always equal is lost, these are tied.
      #expect(found.best != nil)
      if found.best.map({ means[$0] }) == best { right += 1 }
      runs += found.runs
      if seed == 0 { for number in [found.best ?? -1, runs] { digest.add(number) } }
    }
    try expectDigest(digest, "\(one.testDescription), \(numbers)", of: "selections")
    guard TestDepth.isDeep else { return }
    let count = Double(Self.selections)
    let share = Double(right) / count
    print("\(one.testDescription), \(numbers): \(share), \(runs / Self.selections) runs")
    let error = (one.confidence * (1 - one.confidence) / count).squareRoot()
    #expect(share >= one.confidence - 3 * error, "\(share)")
  }
}
