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
    ] + GraphKind.all.map(Shape.Kind.init))
}

extension Shape.Kind {
  fileprivate init(_ kind: GraphKind) {
    self.init(
      name: kind.name, about: kind.meaning,
      keys: kind.numbers.map { number in
        KeyShape(
          number.name, Shape(number.allowed), required: true, unit: number.unit, number.meaning)
      } + [Self.per])
  }

  private static let per = KeyShape(
    "per", .choice(Contacts.Drawing.allCases.map(\.rawValue)), default: .string("replicate"),
    "Whether it is drawn anew for every replicate, or once for the study.")
}
