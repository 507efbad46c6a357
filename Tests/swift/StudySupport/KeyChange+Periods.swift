/// The keys of lengths by a distribution, of people who come at a rate, and of what is seen.
extension KeyChange {
  static let periods = lengths + references + observed + rates + conditions

  private struct Form {
    let number: String
    let value: String
    let model: KeyedStudy
    let base: KeyedStudy
    /// Among levels and points.
    let place: Int
  }

  private static let forms = [
    Form(
      number: "geometric", value: "5", model: .geometricLengths, base: .geometricBase, place: 0),
    Form(
      number: "weights", value: "[0, 3, 1]", model: .weightedLengths, base: .weightedBase,
      place: 1),
    Form(number: "gamma.mean", value: "5", model: .gammaLengths, base: .gammaBase, place: 2),
    Form(number: "gamma.sd", value: "2", model: .gammaLengths, base: .gammaBase, place: 2),
  ]

  private static func change(
    _ key: String, _ form: Form, _ place: String, in study: KeyedStudy
  ) -> KeyChange {
    KeyChange(
      "\(key).\(form.number)", in: study, "\(place).\(form.number)=\(form.value)", .points)
  }

  private static let lengths: [KeyChange] = ["latent_steps", "infectious_steps", "immune_steps"]
    .flatMap { (name: String) -> [KeyChange] in
      var changes: [KeyChange] = []
      for form in forms {
        changes.append(change("model.\(name)", form, "model.\(name)", in: form.model))
        changes.append(change("design.base.\(name)", form, "design.base.\(name)", in: form.base))
        changes.append(
          change(
            "design.points[].\(name)", form, "design.points[\(form.place)].\(name)",
            in: .lengthPoints))
        changes.append(
          change(
            "factors.\(name).values[]", form, "factors.\(name).values[\(form.place)]",
            in: .lengthLevels))
      }
      changes.append(
        KeyChange(
          "factors.\(name).values[]", in: .lengthLevels, "factors.\(name).values[3]=6", .points))
      return changes
    }

  private static let references: [KeyChange] = ["comparisons", "averted"].flatMap { request in
    forms.map { form in
      KeyChange(
        "analysis.\(request)[].reference.\(form.number)", in: .lengthReferences,
        "analysis.\(request)[\(form.place)].reference.\(form.number)=\(form.value)", .none)
    }
  }

  private static let observed: [KeyChange] = {
    var changes = [
      KeyChange(
        "observed.*.probability", in: .gammaLengths, "observed.cases.probability=0.7", .points),
      KeyChange("observed.*.of", in: .gammaLengths, "observed.cases.of=new_infections", .none),
    ]
    for name in ["delay", "stay"] {
      for form in forms {
        changes.append(
          change("observed.*.\(name)", form, "observed.cases.\(name)", in: form.model))
      }
      changes.append(
        KeyChange("observed.*.\(name)", in: .gammaLengths, "observed.seen.\(name)=3", .points))
    }
    return changes
  }()

  private static let rates: [KeyChange] = [("from", "2"), ("to", "5"), ("mean", "0.7")].map {
    KeyChange(
      "model.introductions[].\($0.0)", in: .gammaLengths, "model.introductions[0].\($0.0)=\($0.1)",
      .points)
  }

  private static let conditions: [KeyChange] = [("when", "0.2"), ("until", "0.02")].map {
    KeyChange(
      "interventions.*[].\($0.0).infectious_share", in: .gammaLengths,
      "interventions.lock[0].\($0.0).infectious_share=\($0.1)", .points)
  }
}
