package import SpreadModel

/// A few people, and how likely each set of them is to be immune, worked out by hand.
package struct VaccinationCase: Sendable {
  package let name: String
  package let scenario: Scenario
  /// By set of people; others never occur.
  private let exact: [Set<Int>: Double]

  private init(
    _ name: String, people: Int, edges: [(Int, Int)] = [], isDirected: Bool = false,
    first vaccinated: Int = 0, by order: ImmuneOrder = .random, _ exact: [Set<Int>: Double],
    change: (inout Scenario) -> Void = { _ in }
  ) {
    var scenario = Scenario(
      grid: Grid(people: people, columns: people, boundary: .bounded),
      rule: SpreadRule.builtIn[0].rule)
    // Whoever is not immune is infected in the end.
    scenario.introductions = [Introduction(step: 1, place: .people(Array(0..<people)))]
    scenario.contacts = .edges(Self.table(people, edges, isDirected: isDirected))
    scenario.immuneShare = Double(vaccinated) / Double(people)
    scenario.immuneOrder = order
    change(&scenario)
    (self.name, self.scenario, self.exact) = (name, scenario, exact)
  }

  private static func table(
    _ people: Int, _ edges: [(Int, Int)], isDirected: Bool = false
  ) -> NeighborTable {
    NeighborTable(
      people: people, from: edges.map { UInt32($0.0) }, to: edges.map { UInt32($0.1) },
      isDirected: isDirected)
  }

  private static func immune(in run: RunResult) -> Set<Int> {
    let steps = run.infectionSteps ?? []
    return Set(steps.indices.filter { steps[$0] < 0 })
  }

  /// Whether runs, with their maps, have these sets as often as they should.
  package func holds(_ run: (RunKey) -> RunResult) -> Bool {
    let runs = 2_000
    var found: [Set<Int>: Int] = [:]
    for replicate in 0..<runs {
      let key = RunKey(seed: 42, point: nil, replicate: replicate)
      found[Self.immune(in: run(key)), default: 0] += 1
    }
    return Set(found.keys) == Set(exact.keys)
      && exact.allSatisfy { people, share in
        // Five standard errors.
        abs(Double(found[people] ?? 0) / Double(runs) - share)
          <= 5 * (share * (1 - share) / Double(runs)).squareRoot() + 1e-9
      }
  }

  /// Whether, replicate by replicate, a larger share has the people of a smaller one, and all orders have the same
  /// random numbers.
  package static func areCommon(_ run: (Scenario, RunKey) -> RunResult) -> Bool {
    let people = 6
    let ring = (0..<people).map { ($0, ($0 + 1) % people) }
    return (0..<20).allSatisfy { replicate in
      func immune(_ count: Int, _ order: ImmuneOrder, efficacy: Double = 1) -> Set<Int> {
        let one = VaccinationCase("", people: people, edges: ring, first: count, by: order, [:]) {
          $0.vaccineEfficacy = efficacy
        }
        let key = RunKey(seed: 43, point: nil, replicate: replicate)
        return Self.immune(in: run(one.scenario, key))
      }
      return immune(3, .degree) == immune(3, .random)
        && ImmuneOrder.builtIn.allSatisfy { order in
          let nested = (0...people).map { immune($0, order) }
          return zip(nested, nested.dropFirst()).allSatisfy { $0.isSubset(of: $1) }
            && immune(people, order, efficacy: 0.5) == immune(people, .random, efficacy: 0.5)
        }
    }
  }
}

extension VaccinationCase {
  package static let all = ofOrders + ofDoses + ofGroups

  private static let star = [(0, 1), (0, 2), (0, 3)]
  private static let cliques = [
    (0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6),
  ]

  private static let ofOrders = [
    VaccinationCase("degree, star", people: 4, edges: star, first: 1, by: .degree, [[0]: 1]),
    VaccinationCase(
      "degree, cliques", people: 7, edges: cliques, first: 5, by: .degree,
      [[0, 3, 4, 5, 6]: 1 / 3.0, [1, 3, 4, 5, 6]: 1 / 3.0, [2, 3, 4, 5, 6]: 1 / 3.0]),
    // 0 infects three, and three infect 3.
    VaccinationCase(
      "degree, arcs", people: 4, edges: star + [(1, 3), (2, 3)], isDirected: true, first: 1,
      by: .degree, [[0]: 1]),
    VaccinationCase("degree, layers", people: 4, first: 1, by: .degree, [[1]: 1]) {
      $0.contacts = .layered(
        [[(0, 1), (0, 2)], [(1, 2), (1, 3)]].map { ContactLayer(.edges(table(4, $0))) })
    },
    // Leaves name the center; the center, first in a quarter of all orders, names a leaf.
    VaccinationCase(
      "acquaintance, star", people: 4, edges: star, first: 1, by: .acquaintance,
      [[0]: 3 / 4.0, [1]: 1 / 12.0, [2]: 1 / 12.0, [3]: 1 / 12.0]),
    VaccinationCase(
      "acquaintance, two of a star", people: 4, edges: star, first: 2, by: .acquaintance,
      [[0, 1]: 1 / 3.0, [0, 2]: 1 / 3.0, [0, 3]: 1 / 3.0]),
    // 0 names 1, 1 names 2, and 2, who infects nobody, names nobody.
    VaccinationCase(
      "acquaintance, chain", people: 3, edges: [(0, 1), (1, 2)], isDirected: true, first: 1,
      by: .acquaintance, [[1]: 1 / 2.0, [2]: 1 / 2.0]),
    VaccinationCase(
      "ranks", people: 4, first: 3, by: .listed([1, 0, 2, 0], source: ""), [[0, 1, 3]: 1]),
  ]

  private static let ofDoses = [
    VaccinationCase(
      "infected people", people: 3, edges: [(0, 1), (0, 2)], first: 1, by: .degree,
      [[1]: 1 / 2.0, [2]: 1 / 2.0]
    ) { $0.introductions.append(Introduction(step: 0, place: .people([0]))) },
    VaccinationCase(
      "efficacy", people: 2, first: 2,
      [[]: 1 / 4.0, [0]: 1 / 4.0, [1]: 1 / 4.0, [0, 1]: 1 / 4.0]
    ) { $0.vaccineEfficacy = 0.5 },
    VaccinationCase(
      "efficacy, one of two", people: 2, first: 1, [[]: 1 / 2.0, [0]: 1 / 4.0, [1]: 1 / 4.0]
    ) { $0.vaccineEfficacy = 0.5 },
    VaccinationCase(
      "efficacy, one after the other", people: 2, first: 1,
      [[]: 1 / 4.0, [0]: 1 / 4.0, [1]: 1 / 4.0, [0, 1]: 1 / 4.0]
    ) {
      $0.vaccineEfficacy = 0.5
      $0.interventions = [Intervention(when: .step(0), immunizeShare: 0.5)]
    },
  ]

  /// Of the group "b" a share is vaccinated.
  private static func ofGroup(
    _ name: String, people: Int, _ shares: [Double], inOrder: Bool = true, first: Int = 0,
    share: Double = 1, _ exact: [Set<Int>: Double]
  ) -> VaccinationCase {
    VaccinationCase(name, people: people, first: first, exact) {
      let names = Array(["a", "b", "c"].prefix(shares.count))
      $0.groups = Groups(
        names: names, membership: .shares(shares, inOrder: inOrder),
        multiply: names.map { _ in names.map { _ in 1 } })
      $0.interventions = [Intervention(when: .step(0), immunizeShare: share, ofGroup: "b")]
    }
  }

  private static let ofGroups = [
    ofGroup(
      "half of a group", people: 5, [0.4, 0.6], share: 0.5,
      [[2, 3]: 1 / 3.0, [2, 4]: 1 / 3.0, [3, 4]: 1 / 3.0]),
    // 1.5, 1.5 and 7 people.
    ofGroup("sizes of groups", people: 10, [0.15, 0.15, 0.7], [[2]: 1]),
    ofGroup(
      "drawn group", people: 3, [2, 1], inOrder: false,
      [[0]: 1 / 3.0, [1]: 1 / 3.0, [2]: 1 / 3.0]),
    // Somebody, and somebody of the group: the same in half of all runs.
    ofGroup(
      "drawn group, and others", people: 2, [1, 1], inOrder: false, first: 1,
      [[0, 1]: 1 / 2.0, [0]: 1 / 4.0, [1]: 1 / 4.0]),
  ]
}
