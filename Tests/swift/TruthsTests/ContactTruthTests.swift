import Foundation
import SpreadModel
import Testing
import Truths

/// The distributions of groups that meet otherwise than on a grid once more: enumerated, and as other programs
/// state them.
@Suite struct ContactTruthTests {
  /// Final sizes over graphs with weights.
  private func mean(_ graphs: [[[Int]]: Double], _ arm: Scenario) -> [Double] {
    let total = graphs.values.reduce(0, +)
    var sizes = [Double](repeating: 0, count: arm.grid.people + 1)
    for (edges, weight) in graphs {
      for (size, chance) in EpidemicChain(arm, edges: edges).distributions().sizes.enumerated() {
        sizes[size] += chance * weight / total
      }
    }
    return sizes
  }

  /// All graphs of so many people, as their edges.
  private func allGraphs(_ people: Int) -> [[[Int]]] {
    let pairs = (0..<people).flatMap { a in (0..<a).map { [$0, a] } }
    return (0..<1 << pairs.count).map { chosen in
      pairs.indices.filter { chosen >> $0 & 1 == 1 }.map { pairs[$0] }
    }
  }

  @Test("G5: over all graphs of four people random edges are a Reed-Frost epidemic")
  func random() {
    for (steps, p, q) in [(1, 0.6, 0.5), (2, 0.4, 0.7)] {
      var arm = Scenario(
        grid: Grid(people: 4, columns: 2, boundary: .bounded), rule: SpreadRule.builtIn[0].rule,
        infectionFactor: 4, infectionProbability: p,
        introductions: [Introduction(step: 0, place: .people([0]))])
      arm.course.infectiousSteps = .steps(steps)
      var graphs: [[[Int]]: Double] = [:]
      for graph in allGraphs(4) {
        graphs[graph] = pow(q, Double(graph.count)) * pow(1 - q, Double(6 - graph.count))
      }
      var course = Course()
      course.infectiousSteps = .steps(1)
      let some = (steps == 1 ? p : 1 - (1 - p) * (1 - p)) * q
      #expect(
        agree(
          EpidemicDistribution.finalSizes(people: 4, p: some, course: course), mean(graphs, arm)))
    }
  }

  @Test("G4: the one at whom an outbreak starts has the neighbors of a middle, a root or an end")
  func starts() {
    let neighbors = ["star_hub": 8, "star_leaf": 1, "path": 1, "tree_root": 2, "tree_leaf": 1]
    var seen = 0
    for truth in [Truth].all(upTo: .quick) where truth.matches("G4") {
      guard let (id, count) = neighbors.first(where: { truth.id.hasPrefix("G4.\($0.key)") }),
        case .edges(let table) = truth.arms[0].contacts, truth.id != "G4.path_wasted"
      else { continue }
      seen += 1
      guard case .people(let people) = truth.arms[0].introductions[0].place else {
        Issue.record("\(id): nobody is named")
        continue
      }
      #expect(people.map { table.degree(of: $0) } == [count], "\(truth.id)")
    }
    #expect(seen == 10)
  }

  @Test("G5: and those in which all have two or three neighbors", arguments: [2, 3])
  func regular(degree: Int) throws {
    let (arm, distribution) = try stated(degree == 2 ? "G5.regular_6" : "G5.regular_cubic")
    var graphs: [[[Int]]: Double] = [:]
    for graph in allGraphs(6) {
      let isRegular = (0..<6).allSatisfy { person in
        graph.count { $0.contains(person) } == degree
      }
      if isRegular { graphs[graph] = 1 }
    }
    #expect(graphs.count == 70)
    #expect(agree(distribution, mean(graphs, arm)))
  }

  @Test("G5: rings whose edges are moved, edge by edge")
  func smallWorld() throws {
    let (arm, distribution) = try stated("G5.small_world")
    guard case .drawn(let ring, _) = arm.contacts, ring.kind == .ring else {
      Issue.record("\(arm.contacts)")
      return
    }
    #expect(ring.whole("neighbors") == 2)
    let rewire = ring.real("rewire")
    var worlds: [[[Int]]: Double] = [(0..<6).map { [$0, ($0 + 1) % 6].sorted() }: 1]
    for person in 0..<6 {
      var next: [[[Int]]: Double] = [:]
      for (edges, chance) in worlds {
        // The edge that this person keeps stands at its place.
        let free = (0..<6).filter { other in
          other != person && !edges.contains([person, other].sorted())
        }
        next[edges, default: 0] += chance * (free.isEmpty ? 1 : 1 - rewire)
        for other in free {
          var moved = edges
          moved[person] = [person, other].sorted()
          next[moved, default: 0] += chance * rewire / Double(free.count)
        }
      }
      worlds = next
    }
    #expect(agree(distribution, mean(worlds, arm)))
    let stays = worlds.reduce(0) { $0 + ($1.key.contains([0, 1]) ? $1.value : 0) }
    #expect(agree(try stated("G5.small_world_kept").distribution, [1 - stays, stays]))
  }

  @Test("G5: and trees and nets that grow to where many are", arguments: ["tree", "preferential"])
  func preferential(id: String) throws {
    let (arm, distribution) = try stated("G5.\(id)")
    guard case .drawn(let graph, _) = arm.contacts, graph.kind == .preferential else {
      Issue.record("\(arm.contacts)")
      return
    }
    let links = graph.whole("links")
    let complete = (0...links).flatMap { a in (0..<a).map { [$0, a] } }
    var nets: [[[Int]]: Double] = [complete: 1]
    for person in (links + 1)..<arm.grid.people {
      var next: [[[Int]]: Double] = [:]
      for (edges, chance) in nets {
        // Whoever is at a random end of a random edge, until there are enough different ones.
        var chosen: [Set<Int>: Double] = [[]: chance]
        for _ in 0..<links {
          var more: [Set<Int>: Double] = [:]
          for (others, share) in chosen {
            let ends = edges.joined().filter { !others.contains($0) }
            for end in ends {
              more[others.union([end]), default: 0] += share / Double(ends.count)
            }
          }
          chosen = more
        }
        for (others, share) in chosen {
          next[edges + others.sorted().map { [$0, person] }, default: 0] += share
        }
      }
      nets = next
    }
    #expect(agree(distribution, mean(nets, arm)))
  }

  @Test(
    "G3: mean and deviation of the steps to all are those of another program",
    arguments: [
      (4, 3.1907894736842106, 0.9838771247853566, 2.5, 0.5),
      (9, 5.731734651663904, 1.2521405020649687, 4.13341702720826, 0.3416615770375945),
      (16, 7.4138100825763615, 1.316125370365682, 5.141346019521687, 0.35275271364776484),
      (100, 12.304523881230507, 1.332315345340757, 8.07832626479638, 0.2686868035852663),
    ])
  func push(people: Int, mean: Double, deviation: Double, healthyMean: Double, healthySD: Double) {
    for (onlyHealthy, expected) in [
      (false, (mean, deviation)), (true, (healthyMean, healthySD)),
    ] {
      let distribution = PushDistribution.stepsToAll(people: people, hitsHealthyOnly: onlyHealthy)
      let steps = distribution.indices.map(Double.init)
      let found = zip(steps, distribution).reduce(0) { $0 + $1.0 * $1.1 }
      let square = zip(steps, distribution).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
      #expect(abs(distribution.reduce(0, +) - 1) < 1e-11)
      #expect(abs(found - expected.0) < 1e-9)
      #expect(abs((square - found * found).squareRoot() - expected.1) < 1e-9)
    }
  }

  private static let numbers: [(SpreadRule.ContactNumber, Double)] = [
    (.poisson, 2.5), (.geometric, 3), (.negativeBinomial(dispersion: 0.5), 3),
    (.weights([1, 0, 2, 1]), 1.75),
  ]

  @Test("G6, G7: the distributions of numbers have their means and generating functions")
  func numbers() {
    for (distribution, mean) in Self.numbers {
      let chances = ContactDistribution.chances(distribution, mean: mean, most: 400)
      let found = chances.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element }
      #expect(abs(found - mean) < 1e-9, "\(distribution)")
      for s in [0, 0.3, 0.9] {
        let sum = chances.enumerated().reduce(0) { $0 + pow(s, Double($1.offset)) * $1.element }
        #expect(
          abs(ContactDistribution.generating(distribution, mean: mean)(s) - sum) < 1e-12,
          "\(distribution)")
      }
    }
  }

  @Test("G6: Poisson distributions whose mean is a gamma variable are negative binomial")
  func mixture() {
    // Of shape 1/2 the factor is the square of a normal: its mean is 1.
    let (mean, steps) = (2.5, 40_000)
    var mixed = [Double](repeating: 0, count: 9)
    for step in 0..<steps {
      let z = (Double(step) + 0.5) / Double(steps) * 10
      let weight = 20 / Double(steps) * exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      for (number, chance) in ContactDistribution.chances(.poisson, mean: mean * z * z, most: 8)
        .enumerated()
      {
        mixed[number] += weight * chance
      }
    }
    let distribution = ContactDistribution.chances(
      .negativeBinomial(dispersion: 0.5), mean: mean, most: 8)
    #expect(agree(mixed, distribution, within: 1e-6), "\(mixed), \(distribution)")
  }

  @Test("G10: so many are near, counted once more")
  func near() {
    let truths = [Truth].all(upTo: .quick).filter { $0.matches("G10") }
    #expect(truths.count == 13)
    for truth in truths {
      guard case .within(let radius, let metric) = truth.arms[0].rule.neighborhood else { continue }
      let offsets = -radius...radius
      let number = offsets.reduce(0) { sum, y in
        sum
          + offsets.count { x in
            switch metric {
            case .chebyshev: true
            case .manhattan: abs(x) + abs(y) <= radius
            case .euclidean: x * x + y * y <= radius * radius
            }
          }
      }
      #expect(truth.scenario.contains(": \(number - 1) are infected"), "\(truth.scenario)")
    }
  }
}
