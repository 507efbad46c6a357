import KeyedRandom
import RunStore
import SpreadModel
import StudyFiles
import StudyRuns
import StudySupport
import TestSupport
import Testing

/// Adaptive studies against `AdaptiveReference`, which knows nothing of the program's judge.
@Suite struct AdaptiveJudgementTests {
  /// A rule of stopping, in the study file's words and in the reference's.
  private struct Rule {
    var json: String
    var reference: AdaptiveReference
    var responses: [Response]
    /// Whether people recover.
    var hasCourse = false
  }

  private func study(_ rule: Rule, points: Int) -> String {
    """
    {
      "spreadlab": 1, "study": "adaptive", "seed": 5,
      "model": { "group_size": 36, "infection_factor": 1, "rule": "exact"\(rule.hasCourse ? #", "infectious_steps": 4"# : ""), "stop": { "max_steps": 9 } },
      "factors": { "infection_probability": { "from": 0.1, "to": 0.9, "count": \(points) } },
      "replicates": \(rule.json), "record": { "curves": "none" },
      "analysis": { "confidence": \(rule.reference.level) }
    }
    """
  }

  private func draw(_ stream: inout RandomStream) -> Rule {
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(stream.below(UInt64(elements.count)))]
    }
    let min = 30 + Int(stream.below(40))
    let max = min + Int(stream.below(250))
    let batch = 1 + Int(stream.below(80))
    var responses: [Response] = []
    var targets: [AdaptiveReference.Target] = []
    var texts: [String] = []
    for _ in 0...stream.below(2) {
      let name = pick([
        "steps", "final_share", "step_to_50pct", "step_to_50pct", "reached_50pct",
      ])
      guard let response = Response(rawValue: name) else { preconditionFailure(name) }
      let isRelative = stream.unit() < 0.5
      let limit =
        (isRelative || response.unit == "1" || response.kind == .flag ? 0.02 : 0.2)
        * pick([1, 2, 4, 8, 16])
      responses.append(response)
      targets.append(
        .init(response.kind == .flag ? .share : .mean, limit, isRelative: isRelative))
      let key = isRelative ? "relative_half_width" : "half_width"
      texts.append(#"{ "response": "\#(response.rawValue)", "\#(key)": \#(limit) }"#)
    }
    let json =
      #"{ "min": \#(min), "max": \#(max), "batch": \#(batch), "until": [\#(texts.joined(separator: ", "))] }"#
    let level = pick([0.8, 0.9, 0.95, 0.99])
    return Rule(
      json: json,
      reference: AdaptiveReference(
        min: min, max: max, batch: batch, level: level, targets: targets),
      responses: responses)
  }

  /// Those of studies in which people recover; those of others come first.
  private static let ofCourse = ResponseList.builtIn([.nothing, .grid, .recovery])

  /// The values of a stored run as the reference takes them; nil if it failed.
  private func values(
    _ run: RunRecord, _ responses: [Response]
  ) throws -> [AdaptiveReference.Value]? {
    guard let values = run.finished?.responses else { return nil }
    let byName = Dictionary(uniqueKeysWithValues: zip(Self.ofCourse.responses, values))
    let steps = try #require(byName[.steps] ?? nil)
    return responses.map { response in
      // Not reached until the run's last step.
      (byName[response] ?? nil).map { .init($0) } ?? .init(steps, happened: false)
    }
  }

  /// A run of made-up outcomes: half is reached after `time` steps if those are at most `end`.
  private func run(
    _ replicate: Int, time: Int, end: Int, share: Double,
    of responses: ResponseList = .basic
  ) -> RunRecord {
    let reached = time <= end
    let values = responses.responses.map { response -> Double? in
      switch response.name {
      case "steps": Double(min(time, end))
      case "final_share": share
      case "step_to_50pct": reached ? Double(time) : nil
      case "reached_50pct": reached ? 1 : 0
      default: 0
      }
    }
    return RunRecord(
      replicate: replicate,
      outcome: .finished(
        .init(
          stopReason: reached ? .shareReached : .maxSteps, responses: values)))
  }

  @Test("made-up outcomes of every kind stop where the definition says")
  func madeUp() throws {
    var stream = RandomStream(key: 41)
    var seen: [AdaptiveReference.Stop: Int] = [:]
    var censored = 0
    for _ in 0..<10 {
      let rule = draw(&stream)
      let stored = try StoredStudy(study(rule, points: TestDepth.choose(quick: 10, deep: 25)))
      let runs: [[RunRecord]] = stored.plan.points.map { _ in
        // How widely times scatter, how many are cut off, and how many runs fail.
        let spread = [0.0, 1, 2, 6][Int(stream.below(4))]
        let end = [3, 7, 8, 100][Int(stream.below(4))]
        let failing = [0.0, 0, 0.05, 1][Int(stream.below(4))]
        return (0..<rule.reference.max).map { replicate in
          let time = 7 + Int((spread * (stream.unit() + stream.unit() - 1)).rounded())
          let share = spread == 0 ? 0.25 : stream.unit()
          return stream.unit() < failing
            ? RunRecord(replicate: replicate, outcome: .failed(reason: "asked for"))
            : run(replicate, time: max(1, time), end: end, share: share)
        }
      }
      try stored.keep(runs)
      let judged = try stored.judgement()
      #expect(judged.isComplete)
      for (point, runs) in runs.enumerated() {
        let values = try runs.map { try self.values($0, rule.responses) }
        let wanted = rule.reference.stop(values)
        #expect(
          judged.counted[point].count == wanted.count
            && judged.converged[point] == wanted.isPrecise,
          "\(rule.json) at \(rule.reference.level), point \(point): \(wanted)")
        seen[wanted, default: 0] += 1
        if rule.responses.contains(where: { $0.name == "step_to_50pct" }), wanted.isPrecise,
          values.contains(where: { $0?.contains { !$0.happened } ?? false })
        {
          censored += 1
        }
      }
    }
    // Some stop at the first chance, some later, some never; some with times cut off.
    #expect(seen.keys.contains { !$0.isPrecise })
    #expect(Set(seen.keys.filter(\.isPrecise).map(\.count)).count > 10, "\(seen)")
    #expect(censored > 5)
  }

  /// One of 36 people is introduced, so that is what an outbreak that dies out at once leaves.
  @Test("made-up outbreaks that die out now and then stop where the definition says")
  func rareOutbreaks() throws {
    var stream = RandomStream(key: 42)
    var stops: [Int: Int] = [:]
    for chance in [0.0, 0.002, 0.01, 0.3] {
      for limit in [0.02, 0.05, 0.2] {
        let target = AdaptiveReference.Target(.mean, limit, diedOut: 1.0 / 36)
        let rule = Rule(
          json:
            #"{ "min": 30, "max": 400, "batch": 20, "until": [{ "response": "final_share", "half_width": \#(limit) }] }"#,
          reference: AdaptiveReference(
            min: 30, max: 400, batch: 20, level: 0.95, targets: [target]),
          responses: [.finalShare], hasCourse: true)
        let stored = try StoredStudy(study(rule, points: TestDepth.choose(quick: 2, deep: 10)))
        let runs = stored.plan.points.map { _ in
          (0..<400).map { replicate in
            let share = stream.unit() < chance ? 1.0 / 36 : 0.85 + 0.1 * stream.unit()
            return run(replicate, time: 5, end: 9, share: share, of: Self.ofCourse)
          }
        }
        try stored.keep(runs)
        let judged = try stored.judgement()
        for (point, runs) in runs.enumerated() {
          let wanted = rule.reference.stop(try runs.map { try values($0, rule.responses) })
          #expect(
            judged.counted[point].count == wanted.count
              && judged.converged[point] == wanted.isPrecise,
            "\(chance), \(limit), point \(point): \(wanted)")
          stops[wanted.count, default: 0] += 1
        }
      }
    }
    #expect(stops.count > 4, "\(stops)")
  }

  @Test("a study adds batches to each point until it stops where the definition says")
  func simulated() throws {
    var stream = RandomStream(key: 43)
    var (precise, exhausted) = (0, 0)
    for _ in 0..<6 {
      let rule = draw(&stream)
      let stored = try StoredStudy(study(rule, points: 5))
      let outcome = try stored.run()
      let runs = try stored.runs()
      let counted = try outcome.judgement
      // Nothing is run beyond the stop.
      #expect(counted.counted.map(\.count) == runs.map(\.count))
      for (point, runs) in runs.enumerated() {
        let values = try runs.map { try self.values($0, rule.responses) }
        // Replicates that were never made would be needed only if it should have gone on.
        let padded =
          values
          + [[AdaptiveReference.Value]?](
            repeating: nil, count: rule.reference.max - values.count)
        let wanted = rule.reference.stop(padded)
        #expect(
          counted.counted[point].count == wanted.count
            && counted.converged[point] == wanted.isPrecise, "\(rule.json), point \(point)")
        if wanted.isPrecise { precise += 1 } else { exhausted += 1 }
      }
      let judged = try stored.judgement()
      #expect(judged.counted == counted.counted && judged.converged == counted.converged)
    }
    #expect(precise > 3 && exhausted > 3, "\(precise) \(exhausted)")
  }

  @Test("a shape that runs do not have is no value: it takes as many more runs")
  func missingShapes() throws {
    let rule = Rule(
      json:
        #"{ "min": 30, "max": 150, "batch": 30, "until": [{ "response": "elongation", "half_width": 1 }] }"#,
      reference: AdaptiveReference(min: 30, max: 150, batch: 30, level: 0.95, targets: []),
      responses: [])
    // 18 values of 30, 36 of 60 and 54 of 90: the target holds at the second and the third judgement.
    let runs = (0..<150).map { replicate in
      RunRecord(
        replicate: replicate,
        outcome: .finished(
          .init(
            stopReason: .maxSteps,
            responses: ResponseList.basic.responses.map { response in
              response.name != "elongation"
                ? 5 : replicate % 5 < 3 ? 1 + 0.01 * Double(replicate) : nil
            })))
    }
    let stored = try StoredStudy(study(rule, points: 2))
    try stored.keep([runs, runs])
    let judged = try stored.judgement()
    #expect(judged.counted.map(\.count) == [90, 90] && judged.converged == [true, true])
  }

  @Test("a replicate that is missing before the stop leaves the study unfinished")
  func unfinished() throws {
    let rule = Rule(
      json:
        #"{ "min": 30, "max": 90, "batch": 30, "until": [{ "response": "steps", "half_width": 5 }] }"#,
      reference: AdaptiveReference(
        min: 30, max: 90, batch: 30, level: 0.95, targets: [.init(.mean, 5)]),
      responses: [.steps])
    let runs = (0..<90).map { run($0, time: 5 + $0 % 3, end: 9, share: 0.5) }
    for (gap, isComplete) in [
      (0, false), (29, false), (30, false), (59, false), (60, true), (89, true),
    ] {
      let stored = try StoredStudy(study(rule, points: 2))
      try stored.keep([runs, runs.filter { $0.replicate != gap }])
      let judged = try stored.judgement()
      #expect(judged.isComplete == isComplete, "without replicate \(gap)")
      #expect(judged.counted[0].count == 60 && judged.converged[0] == true)
      #expect(try stored.advanced().plan.replicates[0] == 0..<60)
    }
  }
}
