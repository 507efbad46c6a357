import PlainText
import SpreadModel

extension StudyShape {
  static let contacts = Shape.kinds(
    by: "kind",
    [
      .init(name: "grid", about: "By the rule's neighborhood, on the grid.", keys: []),
      .init(name: "everybody", about: "Everybody meets all others.", keys: []),
      .init(
        name: "edges", about: "By a file that lists who meets whom.",
        keys: [
          KeyShape(
            "file", .text, required: true,
            "The file of edges: CSV, tabs or blanks; found from the study file's folder."),
          KeyShape(
            "directed", .flag, default: .bool(false),
            "Whether person_a may infect person_b only, not the other way round."),
          KeyShape(
            "repeated", .choice(EdgeFile.Repeated.allCases.map(\.rawValue)),
            default: .string("error"), "Whether an edge that comes again is a mistake, or the same."
          ),
          KeyShape(
            "sha256", .text, "Digest of the file; a file with another one is refused."),
        ]),
      .init(
        name: "ring", about: "A small world (Watts and Strogatz).",
        keys: [
          KeyShape(
            "neighbors", .whole(2...mostPeople), required: true, unit: "people",
            "Nearest people on the ring, an even number."),
          KeyShape(
            "rewire", .real(RealRange(0...1)), required: true,
            "Probability that an edge is moved."),
          per,
        ]),
      .init(
        name: "random", about: "Each pair with the same probability.",
        keys: [
          KeyShape(
            "mean_degree", .real(RealRange(0...Double(mostPeople))), required: true, unit: "people",
            "Mean number of neighbors."),
          per,
        ]),
      .init(
        name: "random_regular", about: "All have the same number of neighbors, at random.",
        keys: [
          KeyShape(
            "degree", .whole(1...mostPeople), required: true, unit: "people",
            "Neighbors of each person."),
          per,
        ]),
      .init(
        name: "preferential",
        about: "Later people link to those with many links (Barabasi and Albert).",
        keys: [
          KeyShape(
            "links", .whole(1...mostPeople), required: true, unit: "people",
            "People each later person is linked to."),
          per,
        ]),
    ])

  private static let per = KeyShape(
    "per", .choice(Contacts.Drawing.allCases.map(\.rawValue)), default: .string("replicate"),
    "Whether it is drawn anew for every replicate, or once for the study.")
}
