import Foundation
import SpreadModel

/// The chain of a small group in which nobody is healthy again and k is no cap, from the definition
/// of a course and without randomness.
///
/// A state holds four bits per person: 0 healthy, 1 + the steps since the infection, 15 not infected
/// any more.
struct EpidemicChain {
  private static let over: UInt64 = 15
  private let scenario: Scenario
  private let neighbors: [[Int]]

  init(_ scenario: Scenario) {
    self.scenario = scenario
    let people = 0..<scenario.grid.people
    let grid = InfectionChain(scenario)
    neighbors = people.map { person in
      switch scenario.contacts {
      case .everybody: people.filter { $0 != person }
      case .edges(let table): table.neighbors(of: person).map { Int($0) }
      case Contacts.ring(neighbors: 2, rewire: 0, per: .replicate):
        people.filter { [1, people.count - 1].contains(abs($0 - person)) }
      default: grid.neighbors(of: person)
      }
    }
  }

  /// The same people who meet by these edges.
  init(_ scenario: Scenario, edges: [[Int]]) {
    var listed = scenario
    listed.contacts = .edges(
      NeighborTable(
        people: scenario.grid.people, from: edges.map { UInt32($0[0]) },
        to: edges.map { UInt32($0[1]) }, isDirected: false))
    self.init(listed)
  }

  /// Chances of 0, 1, ... people ever infected after so many steps, or in the end, and of the end in
  /// step 0, 1, ....
  func distributions(steps: Int = 200) -> (sizes: [Double], ends: [Double]) {
    var start: UInt64 = 0
    for person in scenario.immunePeople { start |= Self.over << UInt64(4 * person) }
    for entry in scenario.introductions {
      switch entry.place {
      case .center: start |= 1 << UInt64(4 * scenario.grid.center)
      case .people(let people): for person in people { start |= 1 << UInt64(4 * person) }
      case .random, .randomShare: preconditionFailure("people at random")
      }
    }
    var chances = [start: 1.0]
    var sizes = [Double](repeating: 0, count: scenario.grid.people + 1)
    var ends = [0.0]
    for _ in 0..<steps where !chances.isEmpty {
      var next: [UInt64: Double] = [:]
      for (state, chance) in chances where chance > 1e-15 {
        for (after, share) in step(state) { next[after, default: 0] += chance * share }
      }
      var ended = 0.0
      for (state, chance) in next where isOver(state) {
        sizes[size(state)] += chance
        ended += chance
        next[state] = nil
      }
      ends.append(ended)
      chances = next
    }
    for (state, chance) in chances { sizes[size(state)] += chance }
    return (sizes, ends)
  }

  private func digit(_ state: UInt64, _ person: Int) -> UInt64 { state >> UInt64(4 * person) & 15 }

  private func isOver(_ state: UInt64) -> Bool {
    neighbors.indices.allSatisfy { digit(state, $0) == 0 || digit(state, $0) == Self.over }
  }

  private func size(_ state: UInt64) -> Int {
    neighbors.indices.count { digit(state, $0) != 0 } - scenario.immunePeople.count
  }

  /// Which acting step the next one is for a person, from 1; nil: none.
  private func actingStep(_ state: UInt64, _ person: Int) -> Int? {
    let digit = Int(digit(state, person))
    guard digit != 0, digit != Int(Self.over), digit > scenario.course.latentSteps else {
      return nil
    }
    return digit - scenario.course.latentSteps
  }

  private func step(_ state: UInt64) -> [(state: UInt64, chance: Double)] {
    var outcomes: [(state: UInt64, chance: Double)] = [(0, 1)]
    for person in neighbors.indices {
      let place = UInt64(4 * person)
      let digits = after(state, person)
      outcomes = outcomes.flatMap { outcome in
        digits.map { (outcome.state | $0.digit << place, outcome.chance * $0.chance) }
      }
    }
    return outcomes
  }

  private func after(_ state: UInt64, _ person: Int) -> [(digit: UInt64, chance: Double)] {
    let digit = digit(state, person)
    if digit == Self.over { return [(Self.over, 1)] }
    if digit == 0 {
      let sources = neighbors[person].count { actingStep(state, $0) != nil }
      if sources == 0 { return [(0, 1)] }
      let none = pow(1 - scenario.infectionProbability, Double(sources))
      return [(0, none), (1, 1 - none)]
    }
    guard let acting = actingStep(state, person) else { return [(digit + 1, 1)] }
    let c = scenario.course.recoveryProbability
    guard let most = scenario.course.infectiousSteps.steps else {
      return [(Self.over, c), (digit, 1 - c)]
    }
    if acting == most || c == 1 { return [(Self.over, 1)] }
    return c == 0 ? [(digit + 1, 1)] : [(Self.over, c), (digit + 1, 1 - c)]
  }
}
