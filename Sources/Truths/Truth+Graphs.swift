internal import SpreadModel

/// G4, G5: few people who meet by lists, given or drawn, without a cap: who is ever infected is a
/// cluster of bond percolation. G10: neighborhoods of the grid other than the four and eight nearest.
extension [Truth] {
  static var graphs: [Truth] { fixedGraphs + drawnGraphs + neighborhoods }

  /// Contacts by a list of edges.
  private static func listed(_ people: Int, _ edges: [GraphDistribution.Edge]) -> Contacts {
    .edges(
      NeighborTable(
        people: people, from: edges.map { UInt32($0.a) }, to: edges.map { UInt32($0.b) },
        isDirected: false))
  }

  private static var fixedGraphs: [Truth] {
    let p = 0.7
    let star = (1..<9).map { GraphDistribution.Edge(0, $0) }
    let path = (1..<9).map { GraphDistribution.Edge($0 - 1, $0) }
    let tree = (1..<7).map { GraphDistribution.Edge(($0 - 1) / 2, $0) }
    let trees: [(String, Int, [GraphDistribution.Edge], Int)] = [
      ("star_hub", 9, star, 0), ("star_leaf", 9, star, 1), ("path", 9, path, 0),
      ("tree_root", 7, tree, 0), ("tree_leaf", 7, tree, 3),
    ]
    // Two steps with half of it are one with p.
    let chances: [(Int, Double)] = [(1, p), (2, 1 - (1 - p).squareRoot())]
    var truths = trees.flatMap { name, people, edges, start -> [Truth] in
      chances.map { steps, chance in
        .sizes(
          "G4.\(name)\(steps == 1 ? "" : "_D\(steps)")",
          "bond percolation of a tree, generating function",
          Scenario(listed(people, edges), p: chance, people: people, start: [start])
            .withCourse(infectious: steps),
          distribution: GraphDistribution.tree(people: people, edges, start: start, p: p))
      }
    }
    let ring = Contacts.ring(neighbors: 2, rewire: 0, per: .replicate)
    for (people, chance, pool) in [(5, 0.6, SpreadRule.Pool.healthy), (12, 0.8, .all)] {
      truths.append(
        .sizes(
          "G4.ring_\(people)", "bond percolation of a ring",
          Scenario(ring, pool, p: chance, people: people).withCourse(infectious: 1),
          distribution: EpidemicDistribution.ring(people: people, p: chance)))
    }
    var immune = Scenario(ring, p: 1, people: 10).withCourse(infectious: 1)
    immune.immuneShare = 0.2
    truths.append(
      .sizes(
        "G4.ring_immune", "the gap of two of nine places", immune,
        distribution: [0] + (1...8).map { Double($0) / 36 }))
    let three = Scenario(
      listed(3, [.init(0, 1), .init(1, 2)]), .all, .exact, k: 1, p: 1, people: 3
    ).withCourse(infectious: 1)
    truths.append(
      .sizes(
        "G4.path_wasted", "definition: half of the middle's contacts are wasted", three,
        distribution: [0, 0, 0.5, 0.5]))
    return truths
  }

  private static var drawnGraphs: [Truth] {
    let each = "each pair is an edge and infects: Reed-Frost of the product"
    var truths: [Truth] = []
    for (people, degree, p, steps) in [(12, 3.0, 0.6, 1), (6, 2.0, 0.4, 2)] {
      let arm = Scenario(
        .random(meanDegree: degree, per: .replicate), p: p, people: people
      ).withCourse(infectious: steps)
      let some = p * (steps == 1 ? 1 : 2 - p) * degree / Double(people - 1)
      var once = arm.course
      once.infectiousSteps = .steps(1)
      truths.append(
        .sizes(
          "G5.random_\(people)", each, arm,
          distribution: EpidemicDistribution.finalSizes(people: people, p: some, course: once)))
      guard steps == 1 else { continue }
      truths.append(
        .lastSteps("G5.random_\(people)_steps", each, arm, p: some))
    }
    func drawn(
      _ id: String, _ contacts: Contacts, people: Int, _ source: String, _ distribution: [Double]
    ) -> Truth {
      let arm = Scenario(contacts, p: regularChance, people: people).withCourse(infectious: 1)
      return .sizes("G5.\(id)", source, arm, distribution: distribution)
    }
    let counted = "all graphs counted, and all ways in which edges infect"
    let p = regularChance
    return truths + [
      drawn(
        "regular_6", .randomRegular(degree: 2, per: .replicate), people: 6,
        "60 rings of 6, 10 pairs of triangles",
        GraphDistribution.mixed([
          (60, EpidemicDistribution.ring(people: 6, p: p)),
          (10, EpidemicDistribution.ring(people: 3, p: p)),
        ])),
      drawn(
        "regular_cubic", .randomRegular(degree: 3, per: .replicate), people: 6,
        "60 prisms, 10 graphs of two sides of three",
        GraphDistribution.mixed([
          (60, GraphDistribution.clusters(people: 6, prism, start: 0, p: p)),
          (10, GraphDistribution.clusters(people: 6, twoSides, start: 0, p: p)),
        ])),
      drawn(
        "small_world", .ring(neighbors: 2, rewire: 0.5, per: .replicate), people: 6, counted,
        GraphDistribution.smallWorld(people: 6, rewire: 0.5, p: p)),
      keptEdge,
      drawn(
        "tree", .preferential(links: 1, per: .replicate), people: 6, counted,
        GraphDistribution.preferential(people: 6, links: 1, p: p)),
      drawn(
        "preferential", .preferential(links: 2, per: .replicate), people: 5, counted,
        GraphDistribution.preferential(people: 5, links: 2, p: p)),
    ]
  }

  private static var keptEdge: Truth {
    let (people, rewire) = (6, 0.5)
    let arm = Scenario(
      .ring(neighbors: 2, rewire: rewire, per: .replicate), p: 1, people: people, maxSteps: 1)
    let stays = GraphDistribution.stayNeighbors(people: people, rewire: rewire)
    return Truth(
      "G5.small_world_kept", source: "all graphs counted", arm, runs: 20_000,
      .infectionSteps([.init([1], step: 1)], .number), .distribution([1 - stays, stays]))
  }

  /// At which graphs differ.
  private static var regularChance: Double { 0.5 }

  private static var prism: [GraphDistribution.Edge] {
    [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)].map {
      GraphDistribution.Edge($0, $1)
    }
  }
  private static var twoSides: [GraphDistribution.Edge] {
    (0..<3).flatMap { one in (3..<6).map { GraphDistribution.Edge(one, $0) } }
  }

  /// Who is infected in the first step, where everybody is who can be.
  private static var neighborhoods: [Truth] {
    func truth(
      _ id: String, _ arm: Scenario, _ observation: Observation, _ expected: [Double]
    ) -> Truth {
      Truth("G10.\(id)", source: "counting", arm, runs: 3, observation, .always(expected))
    }
    let counts: [(SpreadRule.Neighborhood.Metric, [Int])] = [
      (.chebyshev, [8, 24, 48, 80]), (.manhattan, [4, 12, 24, 40]), (.euclidean, [4, 12, 28, 48]),
    ]
    let radii = counts.flatMap { metric, numbers in
      numbers.enumerated().map { place, number in
        truth(
          "\(metric.rawValue)_\(place + 1)",
          Scenario(
            .within(radius: place + 1, metric: metric), p: 1, people: 121, columns: 11, maxSteps: 1),
          .curves(steps: [0, 1]), [1, Double(1 + number)])
      }
    }
    // The southeast stands half a cell further east.
    let honeycomb = Scenario(.hexagonal, p: 1, people: 4, columns: 2, start: [0], maxSteps: 2)
    return radii + [
      truth(
        "hexagonal", honeycomb,
        .infectionSteps([.init([1, 2], step: 1), .init([3], step: 2)], .number), [2, 1])
    ]
  }
}
