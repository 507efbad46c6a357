import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles
import TestSupport
import Testing

/// Searches on groups so small that the crossing is known: 2,000 of each, under common and
/// independent random numbers, in the deep tier; the first of each in the quick one.
@Suite("Threshold searches of runs whose distribution is known") struct ThresholdTruthTests {
  struct Case: CustomStringConvertible, Sendable {
    let name: String
    let model: String
    let response: String
    let target: Double
    let halfWidth: Double
    /// The infection probability at which the mean response is the target.
    let crossing: Double
    let isRising: Bool
    var from = 0.02
    var to = 0.98
    var description: String { name }
  }

  /// The first three by a closed form: single rows go on by one person per step with probability p,
  /// and one step from the center infects 3 p people. The others by adding up all that can happen.
  private static let cases = [
    Case(
      name: "everybody in a row of ten", model: row(10, "exact", 1, steps: 20),
      response: "reached_all", target: 0.5, halfWidth: 0.01, crossing: 0.4262619330320941,
      isRising: true),
    Case(
      name: "half of a row of twelve", model: row(12, "virus_app", 2, steps: 11),
      response: "reached_50pct", target: 0.9, halfWidth: 0.01, crossing: 0.5994731837193623,
      isRising: true),
    Case(
      name: "a first step", model: grid(9, 3, "exact", 3, at: 4, steps: 1),
      response: "final_share", target: 0.25, halfWidth: 0.005, crossing: 5.0 / 12,
      isRising: true),
    Case(
      name: "two by two", model: grid(4, 2, "capped", 1, at: 0, steps: 3),
      response: "reached_all", target: 0.3, halfWidth: 0.01, crossing: 0.25325941409715774,
      isRising: true),
    Case(
      name: "three by three, subset", model: grid(9, 3, "subset", 8, at: 4, steps: 3),
      response: "reached_50pct", target: 0.5, halfWidth: 0.01, crossing: 0.26689514371478534,
      isRising: true),
    Case(
      name: "three by three, virus_app", model: grid(9, 3, "virus_app", 3, at: 0, steps: 3),
      response: "reached_90pct", target: 0.8, halfWidth: 0.01, crossing: 0.645330786177197,
      isRising: true),
    Case(
      name: "falling steps", model: grid(4, 2, "exact", 3, at: 0, steps: 10), response: "steps",
      target: 2.5, halfWidth: 0.01, crossing: 0.448379862676685, isRising: false),
    Case(
      name: "narrow", model: grid(9, 3, "capped", 2, at: 4, steps: 4), response: "reached_all",
      target: 0.5, halfWidth: 0.002, crossing: 0.2916625285157216, isRising: true),
  ]

  private static func row(_ people: Int, _ rule: String, _ factor: Int, steps: Int) -> String {
    grid(people, people, rule, factor, at: 0, steps: steps)
  }

  private static func grid(
    _ people: Int, _ columns: Int, _ rule: String, _ factor: Int, at person: Int, steps: Int
  ) -> String {
    """
    { "group_size": \(people), "columns": \(columns), "rule": "\(rule)",
      "infection_factor": \(factor), "introductions": [{ "step": 0, "people": [\(person)] }],
      "stop": { "max_steps": \(steps) } }
    """
  }

  private static func study(_ one: Case, numbers: RandomNumbers, seed: Int) throws -> Study {
    try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "threshold", "seed": \(seed), "model": \(one.model),
        "random_numbers": "\(numbers.rawValue)",
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": \(one.from), "to": \(one.to),
          "response": "\(one.response)", "target": \(one.target), "half_width": \(one.halfWidth)
        }
      }
      """)
  }

  /// A search in memory: its points and replicates are those of a session.
  private static func search(_ study: Study) throws -> ThresholdSearch {
    var search = ThresholdSearch(try #require(study.thresholdRule))
    let response = try #require(study.threshold?.response)
    var replicate = 0
    var placed: [Double: Int] = [:]
    while !search.round.isEmpty {
      var seen: [OutbreakSample] = []
      for placement in search.round {
        let equals = placed[placement.level, default: 0]
        placed[placement.level] = equals + 1
        var maker = PointMaker(study)
        let point = try maker.point(
          study.levels(at: placement.level, of: [:]), number: 0, repeatIndex: equals)
        let keys = (replicate..<replicate + placement.runs).map {
          study.key(of: point, replicate: $0)
        }
        replicate += placement.runs
        var sample = OutbreakSample()
        for result in Simulator(point.scenario).runs(keys, isCancelled: { false }) {
          if let value = response.value(RunSummary(result, on: point.scenario.grid)) {
            sample.add(value)
          }
        }
        seen.append(sample)
      }
      search.add(seen)
    }
    return search
  }

  @Test(
    "cover it within 3.5 standard errors of their level", arguments: cases, RandomNumbers.allCases)
  func coverage(of one: Case, numbers: RandomNumbers) throws {
    var covered = 0
    var found = 0
    var runs = 0
    let searches = TestDepth.choose(quick: 1, deep: 2_000)
    var digest = Digest()
    for seed in 0..<searches {
      let search = try Self.search(Self.study(one, numbers: numbers, seed: seed))
      runs += search.runs
      if seed == 0 {
        digest.add(runs)
        for end in [search.estimate?.lower, search.estimate?.upper] { digest.add(end ?? .nan) }
      }
      guard search.outcome == .narrowEnough, let estimate = search.estimate,
        let lower = estimate.lower, let upper = estimate.upper
      else { continue }
      found += 1
      #expect(search.isRising == one.isRising)
      if lower <= one.crossing, one.crossing <= upper { covered += 1 }
    }
    try expectDigest(digest, "\(one.name), \(numbers)", of: "threshold searches")
    guard TestDepth.isDeep else { return }
    let share = Double(covered) / Double(found)
    print("\(one.name), \(numbers): \(share), \(runs / searches) runs")
    #expect(found >= searches * 99 / 100)
    #expect(abs(share - 0.95) < 3.5 * (0.95 * 0.05 / Double(found)).squareRoot(), "\(share)")
  }

  /// Mean shares at both ends of the range: 0.118 and 0.487; 0.371 and 0.912.
  private static let sides = [
    Case(
      name: "below", model: grid(9, 3, "push", 1, at: 0, steps: 3), response: "final_share",
      target: 0.9, halfWidth: 0.01, crossing: .nan, isRising: true),
    Case(
      name: "above", model: grid(9, 3, "exact", 3, at: 4, steps: 2), response: "final_share",
      target: 0.2, halfWidth: 0.01, crossing: .nan, isRising: true, from: 0.3, to: 0.9),
  ]

  @Test(
    "find no crossing where the mean stays on one side, and no number",
    arguments: sides, RandomNumbers.allCases)
  func noCrossing(of one: Case, numbers: RandomNumbers) throws {
    for seed in 0..<TestDepth.choose(quick: 2, deep: 2_000) {
      let search = try Self.search(Self.study(one, numbers: numbers, seed: seed))
      #expect(search.outcome == .noCrossing(isAbove: one.name == "above"), "seed \(seed)")
      #expect(search.estimate == nil && search.isRising == nil, "seed \(seed)")
    }
  }
}
