import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite("Responses of a study's own") struct OwnResponseTests {
  private static let grid = Grid(people: 10, columns: 4, boundary: .bounded)

  private func values(
    _ measure: OwnResponse.Measure, _ result: RunResult, on grid: Grid = grid
  ) -> [Double?] {
    ResponseList(OwnResponse(name: "r", measure: measure).responses).values(of: result, on: grid)
  }

  private let plain = RunResult(
    stopReason: .maxSteps, curve: [1, 1, 3, 5, 7, 8], shape: nil, infectionSteps: nil)

  @Test(
    "are read off a curve as worked out by hand; after its last step a run keeps its last values",
    arguments: [
      (OwnResponse.Measure.stepToShare(0.1), [0, 1]), (.stepToShare(0.11), [2, 1]),
      (.stepToShare(0.3), [2, 1]), (.stepToShare(0.8), [5, 1]), (.stepToShare(0.81), [nil, 0]),
      (.stepToShare(1), [nil, 0]), (.infectedAt(0), [1]), (.infectedAt(3), [5]),
      (.infectedAt(5), [8]), (.infectedAt(6), [8]), (.infectedAt(1_000_000_000), [8]),
      (.newInfectionsBetween(0...0), [1]), (.newInfectionsBetween(0...2), [3]),
      (.newInfectionsBetween(1...1), [0]), (.newInfectionsBetween(2...4), [6]),
      (.newInfectionsBetween(4...9), [3]), (.newInfectionsBetween(6...9), [0]),
      (.meanInfectedBetween(2...2), [3]), (.meanInfectedBetween(1...4), [4]),
      (.meanInfectedBetween(4...8), [39.0 / 5]), (.meanInfectedBetween(7...8), [8]),
      (.meanInfectedBetween(0...999_999_999), [(25 + 8 * 999_999_994.0) / 1e9]),
      (.peakOf(.infected), [8]), (.peakOf(.everInfected), [8]), (.peakOf(.newInfections), [2]),
      (.peakOf(.immune), [nil]),
    ] as [(OwnResponse.Measure, [Double?])])
  func byHand(measure: OwnResponse.Measure, expected: [Double?]) {
    #expect(values(measure, plain) == expected)
    let responses = OwnResponse(name: "r", measure: measure).responses
    let grid = Self.grid
    #expect(responses.map { $0.value(of: plain.curves, on: grid) } == expected)
  }

  @Test("of a course count who is infected now, and shares those ever infected")
  func course() {
    let curves = CourseCurves(
      newInfections: [2, 1, 0, 4], everInfected: [2, 3, 3, 6], immune: [0, 1, 3, 2],
      latent: [0, 0, 0, 0])
    let result = RunResult(
      stopReason: .maxSteps, curve: [2, 2, 0, 4], shape: nil, infectionSteps: nil,
      course: CourseResult(
        curves: curves, infections: 5, introduced: 2, infectionsByIntroduced: 5))
    #expect(values(.stepToShare(0.5), result) == [3, 1])
    #expect(values(.infectedAt(2), result) == [0])
    #expect(values(.infectedAt(9), result) == [4])
    #expect(values(.newInfectionsBetween(0...1), result) == [3])
    #expect(values(.newInfectionsBetween(3...9), result) == [4])
    #expect(values(.newInfectionsBetween(4...9), result) == [0])
    #expect(values(.meanInfectedBetween(1...4), result) == [2.5])
    for (series, most) in zip(CurveSeries.allCases, [4.0, 6, 3, 0, 4]) {
      #expect(values(.peakOf(series), result) == [most], "\(series)")
    }
  }

  private static func own(_ measure: OwnResponse.Measure) -> Response {
    OwnResponse(name: "inner", measure: measure).responses[0]
  }

  /// What a run has by itself, and what is read of it in a store that has `stored`.
  private func everywhere(
    _ measure: OwnResponse.Measure, _ result: RunResult, stored: ResponseList = .all,
    level: Double? = nil
  ) -> Double? {
    let response = OwnResponse(name: "r", measure: measure).responses[0]
    let made = ResponseList([response]).values(of: result, on: Self.grid) { _ in level }[0]
    let kept = stored.values(of: result, on: Self.grid)
    let read = ResponseReader(response, stored: stored).value(
      StoredRun(
        result.stopReason, curves: result.curves, on: Self.grid, level: { _ in level },
        value: { kept[$0] }))
    #expect(read == made, "\(measure)")
    return made
  }

  @Test("follow from others, that one knows or knows not to be reached yet")
  func derived() {
    func held(_ bound: OwnBound, _ inner: Response, _ end: StopReason = .maxSteps) -> Double? {
      var run = plain
      run.stopReason = end
      return everywhere(.within(bound, of: inner), run)
    }
    let infected = Self.own(.infectedAt(3))  // 5
    #expect(held(.atMost(5), infected) == 1 && held(.atMost(4.9), infected) == 0)
    #expect(held(.atLeast(5), infected) == 1 && held(.atLeast(5.1), infected) == 0)
    // 81 % are not reached in 5 steps: in step 6 or later, or never.
    let time = Self.own(.stepToShare(0.81))
    #expect(held(.atMost(5), time) == 0 && held(.atMost(5.5), time) == 0)
    #expect(held(.atMost(6), time) == nil && held(.atMost(1e15), time) == nil)
    #expect(held(.atLeast(5), time) == 1 && held(.atLeast(6), time) == 1)
    #expect(held(.atLeast(6.5), time) == nil && held(.atLeast(7), time) == nil)
    #expect(held(.atMost(1e15), time, .noSpread) == 0 && held(.atLeast(1e15), time, .extinct) == 1)
    // 30 % are, in step 2.
    let early = Self.own(.stepToShare(0.3))
    #expect(held(.atMost(2), early) == 1 && held(.atLeast(3), early) == 0)
    let reached = OwnResponse(name: "x", measure: .stepToShare(0.81)).responses[1]
    #expect(held(.atMost(0), reached) == 1)
    // No run has a shape here.
    #expect(held(.atMost(9), .driftX) == nil)
    #expect(everywhere(.multiplied(-0.5, of: infected), plain) == -2.5)
    #expect(everywhere(.multiplied(2, of: .finalShare), plain) == 1.6)
    #expect(everywhere(.multiplied(2, of: .driftX), plain) == nil)
    for percent in 1...99 {
      // The decimal that a person would write, whatever binary products make of it.
      let wanted = Double(percent * 5) / 100
      #expect(everywhere(.multiplied(Double(percent) / 100, of: infected), plain) == wanted)
      // A share of 0.8.
      #expect(
        everywhere(.multiplied(Double(percent) / 100, of: .finalShare), plain)
          == Double(percent * 8) / 1_000)
    }
    let zero = everywhere(.multiplied(-1, of: Self.own(.newInfectionsBetween(6...9))), plain)
    #expect(zero == 0 && zero?.sign == .plus)
    let twice = Self.own(.multiplied(2, of: infected))
    #expect(held(.atLeast(10), twice) == 1 && held(.atLeast(11), twice) == 0)
    #expect(everywhere(.levelOf(.immuneShare), plain, level: 0.25) == 0.25)
    let share = Self.own(.levelOf(.immuneShare))
    #expect(everywhere(.within(.atMost(0.3), of: share), plain, level: 0.25) == 1)
    // A store that is older than a response has no value of what follows from it.
    let reader = ResponseReader(
      OwnResponse(name: "r", measure: .multiplied(2, of: .finalShare)).responses[0],
      stored: ResponseList([.steps]))
    let old = StoredRun(
      .maxSteps, curves: plain.curves, on: Self.grid, level: { _ in nil }, value: { _ in 5 })
    #expect(reader.value(old) == nil && !reader.needsCurves)
  }

  @Test("share_in counts the people of a rectangle infected by then, in a partial row those there")
  func areas() {
    // 0 1 2 3 / 4 5 6 7 / 8 9, by the step at which each was infected.
    let map: [Int32] = [0, 2, -1, 1, 3, 3, -1, 5, 4, 1]
    var result = plain
    result.infectionSteps = map
    func share(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>, _ step: Int) -> [Double?] {
      values(.shareIn(GridArea(rows: rows, columns: columns), atStep: step), result)
    }
    #expect(share(0...0, 0...0, 0) == [1])
    #expect(share(0...1, 0...1, 2) == [0.5])
    #expect(share(0...1, 0...1, 3) == [1])
    #expect(share(0...2, 0...3, 9) == [0.8])
    #expect(share(2...2, 1...3, 1) == [1])  // person 9 alone
    #expect(share(1...2, 2...3, 4) == [0])
    #expect(share(1...2, 2...3, 5) == [0.5])
    #expect(!GridArea(rows: 2...2, columns: 2...3).hasPeople(on: Self.grid))
    #expect(GridArea(rows: 1...2, columns: 2...3).hasPeople(on: Self.grid))
    result.infectionSteps = nil
    #expect(share(0...0, 0...0, 0) == [nil])
  }

  @Test("say what they are in a store, and are read back from it; nonsense is not")
  func definitions() {
    let all: [OwnResponse.Measure] = [
      .stepToShare(1.0 / 3), .infectedAt(0), .newInfectionsBetween(3...3),
      .meanInfectedBetween(2...1_000_000_000), .peakOf(.newInfections),
      .shareIn(GridArea(rows: 1...2, columns: 0...7), atStep: 9),
    ]
    for measure in all {
      for response in OwnResponse(name: "a.b:c-d_e", measure: measure).responses {
        let again = Response(definition: response.definition)
        #expect(again == response && again?.own == response.own && again?.kind == response.kind)
      }
    }
    for response in Response.allCases {
      let again = Response(definition: response.definition)
      #expect(again == response && again?.own == nil)
    }
    let known = ResponseList(definitions: ResponseList.all.responses.map(\.definition))
    #expect(known == ResponseList.all && known != ResponseList.basic)
    for text in [
      "own x", "own x infected_at", "own x infected_at -1", "own x infected_at 1 2",
      "own x step_to_share 0", "own x step_to_share a", "own x mean_infected_between 3 2",
      "own x share_in 0 1 1 0 5", "own x peak_of", "own x peak_of people",
      "event x infected_at 3", "other x infected_at 3", "own x y 3",
    ] {
      #expect(Response(definition: text) == nil, "\(text)")
    }
  }

  @Test(
    "of the engine's runs are those counted from the reference's maps and curves, person by person")
  func reference() {
    for round in 0..<TestDepth.choose(quick: 400, deep: 10_000) {
      let scenario =
        round.isMultiple(of: 2)
        ? RandomScenarios.course(round) : Self.withoutCourse(round)
      let key = RunKey(seed: 18, point: nil, replicate: round)
      var reference = ReferenceSimulator(scenario)
      let expected = reference.run(key, recordMap: true, describesCourse: scenario.hasCourse)
      let result = Simulator(scenario).run(key, recordMap: true)
      let grid = scenario.grid
      let step = round % 9
      let rows = 0...(grid.rows - 1) / 2
      let columns = 0...(min(grid.columns, grid.people) - 1) / 2
      var inside: [Int32] = []
      for (person, at) in (expected.infectionSteps ?? []).enumerated()
      where rows.contains(person / grid.columns) && columns.contains(person % grid.columns) {
        inside.append(at)
      }
      let infected = inside.filter { $0 >= 0 && $0 <= Int32(step) }
      #expect(
        values(
          .shareIn(GridArea(rows: rows, columns: columns), atStep: step), result, on: grid)
          == [Double(infected.count) / Double(inside.count)], "\(scenario)")
      let least = (expected.infectionSteps ?? []).filter { $0 >= 0 }.sorted()
      let wanted = grid.leastPeople(ofShare: 0.35)
      let reached = least.count >= wanted ? Double(least[wanted - 1]) : nil
      #expect(
        values(.stepToShare(0.35), result, on: grid) == [reached, reached == nil ? 0 : 1],
        "\(scenario)")
      var sum = 0
      for later in step...step + 6 {
        sum += Int(expected.curve[min(later, expected.curve.count - 1)])
      }
      #expect(
        values(.meanInfectedBetween(step...step + 6), result, on: grid) == [Double(sum) / 7],
        "\(scenario)")
    }
  }

  @Test("k % of 100 people are k, however the product is rounded; a little more is one more")
  func percents() {
    let grid = Grid(people: 100, columns: 10, boundary: .bounded)
    for people in 1...100 {
      let share = Double(people) / 100
      #expect(grid.leastPeople(ofShare: share) == people)
      #expect(grid.leastPeople(ofShare: share + 1e-6) == people + 1)
    }
    #expect(grid.leastPeople(ofShare: 0) == 1)
  }

  private static func withoutCourse(_ round: Int) -> Scenario {
    let (rule, boundary) = RandomScenarios.combinations[
      round * 7 % RandomScenarios.combinations.count]
    return RandomScenarios.scenario(round, rule, boundary)
  }
}
