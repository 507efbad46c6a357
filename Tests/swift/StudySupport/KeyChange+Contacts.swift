/// The keys of contacts, and of rules that draw a number of them.
extension KeyChange {
  static let contacts = structures + rulesOfContacts + values + dispersions

  private static let structures =
    [
      ("ring.neighbors", "6"), ("ring.rewire", "0.5"), ("ring.per", "study"),
      ("web.mean_degree", "4"), ("web.per", "study"), ("even.degree", "4"), ("even.per", "study"),
      ("rich.links", "3"), ("rich.per", "study"), ("crowd.kind", "grid"),
      ("listed.directed", "true"), ("listed.repeated", "merge"), ("listed.columns", "[2, 1]"),
      ("listed.ids", "labels"),
    ].map { path, value in
      let member = path.split(separator: ".")[1]
      return KeyChange(
        "contacts.*.\(member)", in: .contacts, "contacts.\(path)=\(value)", .points)
    } + [
      KeyChange(
        "contacts.*.file", in: .contacts,
        "contacts.listed.file=\(KeyedStudy.edges("other-edges.csv"))", .points,
        reported: "$.contacts.listed.sha256"),
      KeyChange(
        "contacts.*.sha256", in: .contacts,
        "contacts.listed.sha256=3c0c1cb5d188f6a19a6076ec18df32b6643bbad63a5ebc7ec10721189d0a581d",
        .none),
      KeyChange("contacts.*.ignore", in: .contacts, "contacts.listed.ignore=[1]", .none),
    ]

  private static let rulesOfContacts = [
    ("own.neighborhood.radius", "3"), ("own.neighborhood.metric", "chebyshev"),
    ("own.draw.dispersion", "0.75"), ("bare.draw.number", "geometric"),
  ].map { path, value in
    KeyChange(
      "rules.*." + path.split(separator: ".").dropFirst().joined(separator: "."), in: .contacts,
      "rules.\(path)=\(value)", .points)
  }

  private static let values =
    [
      KeyChange("model.contacts", in: .everybody, "model.contacts=grid", .points),
      KeyChange(
        "factors.contacts.values", in: .contactLevels, "factors.contacts.values=[\"everybody\"]",
        .points),
      KeyChange("design.base.contacts", in: .contactBase, "design.base.contacts=grid", .points),
      KeyChange(
        "design.points[].contacts", in: .contactPoints, "design.points[0].contacts=grid", .points),
    ]

  private static let dispersions =
    [
      ("model", KeyedStudy.everybody, "model.infectiousness_dispersion=none"),
      ("design.base", .contactBase, "design.base.infectiousness_dispersion=none"),
      ("design.points[]", .contactPoints, "design.points[0].infectiousness_dispersion=2"),
    ].map { part, study, change in
      KeyChange("\(part).infectiousness_dispersion", in: study, change, .points)
    }
    + [
      (KeyedStudy.contactLevels, "values[1]", "2"), (.dispersionSteps, "from", "0.5"),
      (.dispersionSteps, "to", "0.25"), (.dispersionSteps, "step", "0.4"),
      (.dispersionCounts, "from", "0.5"), (.dispersionCounts, "to", "0.5"),
      (.dispersionCounts, "count", "2"), (.dispersionCounts, "scale", "log"),
    ].map { study, member, value in
      KeyChange(
        "factors.infectiousness_dispersion.\(member.prefix { $0 != "[" })", in: study,
        "factors.infectiousness_dispersion.\(member)=\(value)", .points)
    }
}
