import Foundation
import KeyedRandom
import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles
import StudyRuns
import TestSupport
import Testing
import WorkStealing

/// Calibrations with the engine and the store.
@Suite struct CalibrationRunTests {
  private static func text(_ value: Int, draws: Int, seed: Int = 7) -> String {
    """
    {
      "spreadlab": 1, "study": "known", "seed": \(seed),
      "model": {
        "group_size": 13, "infection_factor": 12, "rule": "known", "contacts": "everybody",
        "introductions": [{ "step": 0, "people": [0] }], "stop": { "max_steps": 1 }
      },
      "rules": { "known": {
        "neighborhood": "moore", "pool": "healthy", "draw": "exact", "update": "synchronous"
      } },
      "factors": { "infection_probability": { "from": 0, "to": 1 } },
      "design": {
        "type": "calibration", "draws": \(draws), "tolerance": 0,
        "data": [{ "response": "final_infected", "values": [\(value)] }]
      }
    }
    """
  }

  @Test("threads change nothing, and the store alone leads to the same draws")
  func replayed() throws {
    let one = try StoredStudy(Self.text(6, draws: 60))
    let outcome = try one.run(threads: 1)
    let search = try #require(outcome.rounds.abc)
    #expect(search.stop == .tolerance && outcome.runsMade == search.shares.count)
    #expect(try outcome.rounds.plan.points.count == outcome.judgement.counted.count)
    let three = try StoredStudy(Self.text(6, draws: 60))
    #expect(
      try three.run(threads: 3).rounds.plan.points.map(\.identity)
        == outcome.rounds.plan.points.map(\.identity))
    let rounds = try one.advanced()
    #expect(
      rounds.plan.points == outcome.rounds.plan.points
        && rounds.abc?.accepted == search.accepted)
    #expect(try one.judgement().isComplete)
    let again = try one.run()
    #expect(again.runsMade == 0 && again.runsFound == outcome.runsMade)
  }

  @Test("a search that was cut short has the next generation before it, and is not complete")
  func cutShort() throws {
    let stored = try StoredStudy(Self.text(6, draws: 60))
    let cancelled = CancelToken()
    cancelled.cancel()
    let runner = StudyRunner(
      stored.rounds, store: stored.store, pool: WorkPool(workers: 2), cancel: cancelled,
      progress: ProgressMeter())
    #expect(try runner.run().wasCancelled)
    let rounds = try stored.advanced()
    #expect(rounds.plan.points.count == 120 && rounds.abc?.accepted.isEmpty == true)
    #expect(try !stored.judgement().isComplete)
  }

  @Test("no two draws share their random numbers")
  func fresh() throws {
    let stored = try StoredStudy(Self.text(6, draws: 60))
    let plan = try stored.run().rounds.plan
    #expect(plan.study.randomNumbers == .independent)
    #expect(
      Set(plan.points.map { plan.study.key(of: $0, replicate: 0).word }).count == plan.points.count)
  }

  @Test(
    "simulation-based calibration with the engine: ranks of 200 truths are uniform", .deep)
  func ranks() throws {
    var counts = [Int](repeating: 0, count: 10)
    for set in 0..<200 {
      var stream = RandomStream(key: 99, UInt64(set))
      let truth = stream.unit()
      let study = try StoredStudy.read(Self.text(1, draws: 100, seed: set))
      var maker = PointMaker(study)
      let point = try maker.point(study.levels(atShares: [truth]))
      let made = Simulator(point.scenario, of: study).run(
        RunKey(seed: 1_000_000, point: nil, replicate: set), recordMap: false)
      let value = Int(made.curve.last ?? 0)
      let search = try #require(
        try StoredStudy(Self.text(value, draws: 100, seed: set)).run().rounds.abc)
      let below = search.accepted.reduce(0) {
        $0 + (search.shares[$1.draw][0] < truth ? $1.weight : 0)
      }
      counts[min(9, Int(below * 10))] += 1
    }
    let square = counts.reduce(0) { $0 + pow(Double($1) - 20, 2) / 20 }
    print("ranks of 200 truths: \(counts), chi-square \(square)")
    // The 0.1 % point with 9 degrees of freedom.
    #expect(square < 27.88)
  }

  /// An outbreak of which only a part is reported; both how infectious it is and which part that is have a prior.
  private static func reported(_ cases: [Int], seed: Int) -> String {
    let data = cases.enumerated().map {
      #"{ "curve": "cases", "step": \#($0 + 1), "values": [\#($1)] }"#
    }
    return """
      {
        "spreadlab": 1, "study": "reported", "seed": \(seed),
        "model": {
          "group_size": 40, "start_people": 8, "rule": "mixing", "contacts": "everybody",
          "infection_factor": 3.0, "infectious_steps": 1, "stop": { "max_steps": \(cases.count) }
        },
        "observed": { "cases": { "of": "new_infections", "probability": 0.5 } },
        "factors": {
          "infection_probability": { "from": 0.1, "to": 1 },
          "observed.cases.probability": { "from": 0.1, "to": 1 }
        },
        "design": {
          "type": "calibration", "draws": 100, "tolerance": 0, "data": [\(data.joined(separator: ", "))]
        }
      }
      """
  }

  @Test(
    "intervals of an infection probability and of the part that is reported cover as asked: 300 data sets",
    .deep)
  func coverage() throws {
    let sets = 300
    // By parameter, then by level.
    var covered = [[0, 0], [0, 0]]
    let levels = [0.9, 0.95]
    for set in 0..<sets {
      var stream = RandomStream(key: 2_025, UInt64(set))
      let truth = [stream.unit(), stream.unit()]
      let study = try StoredStudy.read(Self.reported([0, 0], seed: set))
      var maker = PointMaker(study)
      let point = try maker.point(study.levels(atShares: truth))
      let made = Simulator(point.scenario, of: study).run(
        RunKey(seed: 1_000_000, point: nil, replicate: set), recordMap: false)
      // A run that has ended keeps no cases.
      let cases = (1...2).map { made.observed[0].count > $0 ? Int(made.observed[0][$0]) : 0 }
      let search = try #require(
        try StoredStudy(Self.reported(cases, seed: set)).run(threads: 2).rounds.abc)
      try #require(search.stop == .tolerance)
      for parameter in truth.indices {
        let sample = WeightedSample(
          search.accepted.map { search.shares[$0.draw][parameter] },
          weights: search.accepted.map(\.weight))
        for (place, level) in levels.enumerated()
        where sample.quantile((1 - level) / 2) <= truth[parameter]
          && truth[parameter] <= sample.quantile((1 + level) / 2)
        {
          covered[parameter][place] += 1
        }
      }
    }
    print("of \(sets) data sets cover 90 and 95 % intervals of p, of the reported part: \(covered)")
    for (place, level) in levels.enumerated() {
      for counts in covered {
        let measured = Proportion(successes: counts[place], trials: sets)
        #expect(
          measured.interval(level: 0.99)?.contains(level) == true, "\(level): \(counts[place])")
      }
    }
  }
}
