/// The keys of courses, immunity and interventions.
extension KeyChange {
  static let later = ofModel + ofLists + laterRanges + laterLevels

  private static let values = [
    ("latent_steps", "4"), ("infectious_steps", "4"), ("recovery_probability", "0.75"),
    ("immune_steps", "4"), ("immune_share", "0.75"), ("start_people", "4"),
  ]

  private static let ofModel =
    values.map { KeyChange("model." + $0.0, in: .course, "model.\($0.0)=\($0.1)", .points) } + [
      KeyChange("model.infectious_steps", in: .course, "model.infectious_steps=forever", .points),
      KeyChange("model.interventions", in: .course, "model.interventions=none", .points),
      KeyChange(
        "model.immune_people", in: .course, "model.immune_people=[3, 6]", .points,
        reported: "$.model.immune_people[1]"),
    ]

  private static let ofLists =
    [
      (0, "when.step", "2"), (0, "set.infection_factor", "2"),
      (0, "set.infection_probability", "0.6"),
      (0, "set.recovery_probability", "0.6"), (0, "until.after_steps", "3"),
      (1, "when.infected_share", "0.2"), (1, "multiply.infection_factor", "2"),
      (1, "multiply.infection_probability", "0.6"), (1, "multiply.recovery_probability", "2"),
      (1, "immunize_share", "0.2"), (1, "until.step", "6"), (2, "when.ever_infected_share", "0.3"),
      (2, "immunize_share", "0.1"), (2, "until.infected_share", "0.02"), (2, "repeat", "false"),
      (3, "until.ever_infected_share", "0.8"),
    ].map { index, path, value in
      KeyChange(
        "interventions.*[].\(path)", in: .course, "interventions.lock[\(index)].\(path)=\(value)",
        .points)
    } + [KeyChange("interventions.*", in: .course, "interventions.lock=[]", .points)]

  /// Ends, steps and counts, changed so that a level of before goes.
  private static let laterRanges =
    [
      ("latent_steps", KeyedStudy.courseRanges, false), ("immune_steps", .courseRanges, false),
      ("infectious_steps", .immunityRanges, false), ("start_people", .immunityRanges, false),
      ("recovery_probability", .immunityRanges, true), ("immune_share", .immunityRanges, true),
      ("*", .immunityRanges, true),
    ].flatMap { name, study, isReal in
      stepped(name, in: study, isReal ? ("0.5", "0.5", "0.3") : ("2", "2", "3"))
    }
    + [
      ("infectious_steps", KeyedStudy.courseRanges, false),
      ("recovery_probability", .courseRanges, true), ("latent_steps", .immunityRanges, false),
      ("immune_steps", .immunityRanges, false), ("immune_share", .numberBase, true),
      ("start_people", .numberBase, false), ("*", .numberBase, true),
    ].flatMap { name, study, isReal in
      counted(name, in: study, isReal ? ("0.3", "0.7") : ("3", "7"))
    }

  private static func stepped(
    _ name: String, in study: KeyedStudy, _ values: (from: String, to: String, step: String)
  ) -> [KeyChange] {
    [("from", values.from), ("to", values.to), ("step", values.step)].map {
      change("factors", name, ".\($0.0)", in: study, $0.1)
    }
  }

  private static func counted(
    _ name: String, in study: KeyedStudy, _ values: (from: String, to: String)
  ) -> [KeyChange] {
    [("from", values.from), ("to", values.to), ("count", "2"), ("scale", "log")].map {
      change("factors", name, ".\($0.0)", in: study, $0.1)
    }
  }

  /// Of a parameter in a part of the file; `*` stands for the number of a structure.
  private static func change(
    _ part: String, _ name: String, _ rest: String, in study: KeyedStudy, _ value: String
  ) -> KeyChange {
    let place = name == "*" ? "\(part)['\(KeyedStudy.number)']" : "\(part).\(name)"
    let key = part.replacing("[0]", with: "[]") + ".\(name)"
    let levels = rest.hasSuffix("]") ? ".values" : rest
    return KeyChange(key + levels, in: study, "\(place)\(rest)=\(value)", .points)
  }

  private static let laterLevels =
    (values + [("interventions", "none")]).flatMap { name, value in
      [
        change("factors", name, ".values[1]", in: .laterZipped, value),
        change("design.base", name, "", in: .laterBase, value),
        change("design.points[0]", name, "", in: .laterPoints, value),
      ]
    } + [
      change("factors", "*", ".values[1]", in: .laterZipped, "0.75"),
      change("design.base", "*", "", in: .numberBase, "0.2"),
      change("design.points[0]", "*", "", in: .laterPoints, "0.75"),
    ]
}
