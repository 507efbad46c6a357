import PlainText
import SpreadModel

extension StudyShape {
  static let contacts = Shape.kinds(
    by: "kind",
    [
      .init(name: "grid", about: "By the rule's neighborhood, on the grid.", keys: []),
      .init(name: "everybody", about: "Everybody meets all others.", keys: []),
      .init(
        name: "edges", about: "As listed in a file of edges: who meets whom.",
        keys: EdgeFile.keys(.any)),
      .init(
        name: "ring", about: "A small world (Watts and Strogatz).",
        keys: [
          KeyShape(
            "neighbors", .whole(2...mostPeople), required: true, unit: "people",
            "Number of nearest people on the ring who are neighbors; even."),
          KeyShape(
            "rewire", .real(RealRange(0...1)), required: true,
            "Probability that an edge is moved."),
          per,
        ]),
      .init(
        name: "random",
        about: "A random graph: each pair of people is linked with the same probability.",
        keys: [
          KeyShape(
            "mean_degree", .real(RealRange(0...Double(mostPeople))), required: true, unit: "people",
            "Mean number of neighbors."),
          per,
        ]),
      .init(
        name: "random_regular",
        about: "A random graph in which everybody has the same number of neighbors.",
        keys: [
          KeyShape(
            "degree", .whole(1...mostPeople), required: true, unit: "people",
            "Neighbors of each person."),
          per,
        ]),
      .init(
        name: "preferential",
        about:
          "Preferential attachment: later people link to those with many links (Barabási and Albert).",
        keys: [
          KeyShape(
            "links", .whole(1...mostPeople), required: true, unit: "people",
            "Number of people to whom each later person is linked."),
          per,
        ]),
    ])

  private static let per = KeyShape(
    "per", .choice(Contacts.Drawing.allCases.map(\.rawValue)), default: .string("replicate"),
    "Whether it is drawn anew for every replicate, or once for the study.")
}
