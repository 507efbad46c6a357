extension GraphKind {
  package static let all = [ring, random, randomRegular, preferential]

  private static let mostPeople = AllowedValues.mostPeople

  package static let ring = GraphKind(
    name: "ring", meaning: "A small world (Watts and Strogatz).",
    numbers: [
      Number(
        "neighbors", unit: "people", .whole(2...mostPeople),
        "Number of nearest people on the ring who are neighbors; even."),
      Number("rewire", .real(RealRange(0...1)), "Probability that an edge is moved."),
    ],
    meanNeighbors: { ring, _ in Double(ring.whole("neighbors")) },
    mostNeighbors: { $0.real("rewire") == 0 ? $0.whole("neighbors") : nil },
    problem: { ring, people in
      let neighbors = ring.whole("neighbors")
      guard neighbors.isMultiple(of: 2) else {
        return (
          "neighbors", "\(neighbors) neighbors cannot be half on each side; give an even number"
        )
      }
      return tooMany(neighbors, people).map { ("neighbors", $0) }
    })

  package static let random = GraphKind(
    name: "random",
    meaning: "A random graph: each pair of people is linked with the same probability.",
    numbers: [
      Number(
        "mean_degree", unit: "people", .real(RealRange(0...Double(mostPeople))),
        "Mean number of neighbors.")
    ],
    meanNeighbors: { graph, _ in graph.real("mean_degree") },
    mostNeighbors: { _ in nil },
    problem: { graph, people in
      let degree = graph.real("mean_degree")
      guard degree > Double(people - 1) else { return nil }
      return (
        "mean_degree",
        "nobody can have \(degree) neighbors among \(people) people; give at most group_size - 1"
      )
    })

  package static let randomRegular = GraphKind(
    name: "random_regular",
    meaning: "A random graph in which everybody has the same number of neighbors.",
    numbers: [
      Number("degree", unit: "people", .whole(1...mostPeople), "Neighbors of each person.")
    ],
    meanNeighbors: { graph, _ in Double(graph.whole("degree")) },
    mostNeighbors: { $0.whole("degree") },
    problem: { graph, people in
      let degree = graph.whole("degree")
      if let text = tooMany(degree, people) { return ("degree", text) }
      guard !(degree * people).isMultiple(of: 2) else { return nil }
      return (
        "degree",
        "\(degree) neighbors of each of \(people) people are \(degree * people) ends of edges, an odd "
          + "number; make one of the two even"
      )
    })

  package static let preferential = GraphKind(
    name: "preferential",
    meaning:
      "Preferential attachment: later people link to those with many links (Barabási and Albert).",
    numbers: [
      Number(
        "links", unit: "people", .whole(1...mostPeople),
        "Number of people to whom each later person is linked.")
    ],
    meanNeighbors: { graph, people in
      // A complete graph of links + 1 people, then `links` edges each.
      let (links, people) = (Double(graph.whole("links")), Double(people))
      return 2 * (links * (links + 1) / 2 + (people - links - 1) * links) / people
    },
    mostNeighbors: { _ in nil },
    problem: { graph, people in
      tooMany(graph.whole("links"), people).map { ("links", $0) }
    })
}

extension Contacts {
  /// Watts and Strogatz: the `neighbors` (an even number below the group's) nearest on a ring, each
  /// edge moved with probability `rewire`, 0...1.
  package static func ring(neighbors: Int, rewire: Double, per: Drawing) -> Contacts {
    .drawn(DrawnGraph(.ring, [.whole(neighbors), .real(rewire)]), per: per)
  }

  /// Each pair with probability meanDegree/(N-1), at most 1.
  package static func random(meanDegree: Double, per: Drawing) -> Contacts {
    .drawn(DrawnGraph(.random, [.real(meanDegree)]), per: per)
  }

  /// All have `degree` neighbors (below N, and an even number of ends): simple graphs, uniform for
  /// degrees up to 4, above that by Steger and Wormald.
  package static func randomRegular(degree: Int, per: Drawing) -> Contacts {
    .drawn(DrawnGraph(.randomRegular, [.whole(degree)]), per: per)
  }

  /// Barabási and Albert: a complete graph of links+1 people, each later one linked to `links`
  /// different people with probability proportional to their degree.
  package static func preferential(links: Int, per: Drawing) -> Contacts {
    .drawn(DrawnGraph(.preferential, [.whole(links)]), per: per)
  }
}
