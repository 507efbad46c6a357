/// The keys of contacts that differ, and of interventions on them.
extension KeyChange {
  static let layered = structures + layers + interventions

  private static let structures =
    [
      ("homes.size", "4"), ("homes.shuffle", "false"), ("wards.sizes", "[1, 1, 1]"),
      ("net.weight", "days"), ("close.weight.column", "weight"), ("close.weight.exposure", "3"),
    ].map { path, value in
      let member = path.split(separator: ".").dropFirst().joined(separator: ".")
      return KeyChange(
        "contacts.*.\(member)", in: .layered, "contacts.\(path)=\(value)", .points)
    }

  private static let layers = [
    KeyChange(
      "contacts.*.layers[].contacts", in: .layered, "contacts.town.layers[1].contacts=everybody",
      .points),
    KeyChange(
      "contacts.*.layers[].multiply", in: .layered, "contacts.town.layers[0].multiply=1", .points),
    KeyChange(
      "contacts.*.layers", in: .layered, "contacts.town.layers[1]={\"contacts\":\"grid\"}", .points),
  ]

  private static let interventions =
    [
      ("layers", "interventions.seasons[2].layers=[\"net\"]"),
      ("keep_contacts", "interventions.seasons[3].keep_contacts=0.7"),
    ].map { KeyChange("interventions.*[].\($0)", in: .layered, $1, .points) }
    + ["set", "multiply"].enumerated().flatMap { index, verb in
      ["infection_factor", "infection_probability", "recovery_probability"].flatMap { target in
        [("steps", "[0, 4]"), ("values", "[1, 1]"), ("period", "8")].map { member, value in
          KeyChange(
            "interventions.*[].\(verb).\(target).\(member)", in: .layered,
            "interventions.seasons[\(index)].\(verb).\(target).\(member)=\(value)", .points)
        }
      }
    }
}
