import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Contacts that differ: the engine and the slow reference implementation, and the engine and itself.
@Suite(.slow) struct LayerReferenceTests {
  @Test("give the same runs over random layers, weights, places, groups and closed pairs")
  func differing() {
    for round in 0..<TestDepth.choose(quick: 600, deep: 5_000) {
      let key = RunKey(seed: 31, point: nil, replicate: round)
      guard expectReference(RandomScenarios.differing(round), key) else { return }
    }
  }

  @Test(
    "layers of one structure with m = 1 are that structure; two with m = 0 in one are the other")
  func oneLayer() {
    for round in 0..<100 {
      let alone = RandomScenarios.contacts(round)
      let key = RunKey(seed: 32, point: nil, replicate: round)
      var same = alone
      same.contacts = .layered([ContactLayer(alone.contacts)])
      #expect(same == alone)
      // On the grid draws among directions have orders and coins of their own, and noone has said which pairs meet.
      guard alone.contacts != .grid else { continue }
      var layered = alone
      layered.contacts = .layers([ContactLayer(alone.contacts)])
      let expected = Simulator(alone, describesCourse: true).run(key, recordMap: true)
      let run = Simulator(layered, describesCourse: true).run(key, recordMap: true)
      guard expectSame(run, expected, "\(alone)") else { return }
      layered.contacts = .layers([
        ContactLayer(alone.contacts), ContactLayer(.everybody, multiply: 0),
      ])
      let second = Simulator(layered, describesCourse: true).run(key, recordMap: true)
      guard expectSame(second, expected, "\(alone)") else { return }
    }
  }

  @Test("many sources in large places, and in several, infect as the reference's do")
  func largePlaces() {
    let people = 300
    var scenario = Scenario(
      grid: Grid(people: people, columns: 20, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
      infectionFactor: 1, infectionProbability: 0.001,
      introductions: [Introduction(step: 0, place: .random(100))], maxSteps: 5)
    scenario.course.recoveryProbability = 0.3
    scenario.course.immuneSteps = .steps(1)
    // More pairs of sources and people than are gone through together; of two people in two places one is the first.
    let one = (0..<UInt32(people)).map { ($0, $0 % 2) }
    let other = (0..<UInt32(people)).filter { $0 % 3 > 0 }.map { ($0, UInt32(2)) }
    let table = PlaceTable(
      people: people, count: 3, persons: (one + other).map(\.0), places: (one + other).map(\.1))
    scenario.contacts = .layered([
      ContactLayer(.places(Places(.listed(table)), per: .replicate)),
      ContactLayer(.places(Places(.equal(people)), per: .replicate), multiply: 0.5),
    ])
    _ = expectReference(scenario, RunKey(seed: 34, point: nil, replicate: 0))
  }

  @Test("so many people that those of a step are gone through in their order", .deep)
  func manyPeople() {
    let people = 140_000
    var scenario = Scenario(
      grid: Grid(people: people, columns: 400, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
      infectionFactor: 1, infectionProbability: 0.1,
      introductions: [Introduction(step: 0, place: .random(people / 20))], maxSteps: 2)
    scenario.course.recoveryProbability = 0.3
    // Lists that are given: the reference draws none of so many people.
    let persons = (0..<UInt32(people)).map(\.self)
    func edges(_ other: (UInt32) -> UInt32) -> Contacts {
      .edges(
        NeighborTable(people: people, from: persons, to: persons.map(other), isDirected: true))
    }
    scenario.contacts = .layers([
      ContactLayer(edges { ($0 + 1) % UInt32(people) }), ContactLayer(edges { $0 ^ 1 }),
      ContactLayer(edges { ($0 &* 7 + 3) % UInt32(people) }, multiply: 2),
    ])
    _ = expectReference(scenario, RunKey(seed: 35, point: nil, replicate: 0))
  }

  @Test("a larger m or w, and more contacts kept, never lose an infection of the same replicate")
  func monotone() {
    for replicate in 0..<60 {
      var scenario = Scenario(
        grid: Grid(people: 60, columns: 60, boundary: .bounded),
        rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
        infectionFactor: 1, infectionProbability: 0.1,
        introductions: [Introduction(step: 0, place: .center)], maxSteps: 400)
      scenario.course.infectiousSteps = .steps(4)
      let key = RunKey(seed: 33, point: nil, replicate: replicate)
      func infected(_ m: Double, _ w: Float, keep: Double) -> [Bool] {
        let pairs = (0..<59).map { (UInt32($0), UInt32($0 + 1)) }
        let edges = NeighborTable(
          people: 60, from: pairs.map(\.0), to: pairs.map(\.1),
          weights: pairs.map { $0.0.isMultiple(of: 2) ? w : 1 }, exposure: nil, isDirected: false,
          isMerged: false)
        scenario.contacts = .layers([
          ContactLayer(.edges(edges)),
          ContactLayer(.places(Places(.equal(5), shuffles: true), per: .replicate), multiply: m),
        ])
        scenario.interventions = [Intervention(when: .step(0), keepContacts: keep)]
        let run = Simulator(scenario).run(key, recordMap: true)
        return (run.infectionSteps ?? []).map { $0 >= 0 }
      }
      var before = infected(0.2, 0.5, keep: 0.4)
      for (m, w, keep) in [(0.5, 0.5, 0.4), (0.5, 2, 0.4), (0.5, 2, 0.8), (3, 9, 1)] {
        let after = infected(m, Float(w), keep: keep)
        #expect(zip(before, after).allSatisfy { !$0 || $1 }, "\(replicate) \(m) \(w) \(keep)")
        before = after
      }
    }
  }
}
