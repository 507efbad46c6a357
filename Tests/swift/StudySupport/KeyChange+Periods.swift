/// The keys of lengths by a distribution, of people who come at a rate, and of what is seen.
extension KeyChange {
  private typealias Form = (
    number: String, value: String, model: KeyedStudy, base: KeyedStudy, place: Int
  )

  private static let forms: [Form] = [
    ("geometric", "5", .geometricLengths, .geometricBase, 0),
    ("weights", "[0, 3, 1]", .weightedLengths, .weightedBase, 1),
    ("gamma.mean", "5", .gammaLengths, .gammaBase, 2),
    ("gamma.sd", "2", .gammaLengths, .gammaBase, 2),
  ]

  static let periods =
    ["latent_steps", "infectious_steps", "immune_steps"].flatMap { name in
      forms.flatMap { form in
        [
          ("model.\(name)", "model.\(name)", form.model),
          ("design.base.\(name)", "design.base.\(name)", form.base),
          ("design.points[].\(name)", "design.points[\(form.place)].\(name)", .lengthPoints),
          ("factors.\(name).values[]", "factors.\(name).values[\(form.place)]", .lengthLevels),
        ].map { key, place, study in
          KeyChange(
            "\(key).\(form.number)", in: study, "\(place).\(form.number)=\(form.value)", .points)
        }
      } + [
        KeyChange(
          "factors.\(name).values[]", in: .lengthLevels, "factors.\(name).values[3]=6", .points)
      ]
    }
    + ["delay", "stay"].flatMap { name in
      forms.map { form in
        KeyChange(
          "observed.*.\(name).\(form.number)", in: form.model,
          "observed.cases.\(name).\(form.number)=\(form.value)", .points)
      } + [
        KeyChange("observed.*.\(name)", in: .gammaLengths, "observed.seen.\(name)=3", .points)
      ]
    } + [
      KeyChange(
        "observed.*.probability", in: .gammaLengths, "observed.cases.probability=0.7", .points),
      KeyChange("observed.*.of", in: .gammaLengths, "observed.cases.of=new_infections", .none),
    ]
    + [("from", "2"), ("to", "5"), ("mean", "0.7")].map { name, value in
      KeyChange(
        "model.introductions[].\(name)", in: .gammaLengths,
        "model.introductions[0].\(name)=\(value)", .points)
    }
    + [("when", "0.2"), ("until", "0.02")].map { name, value in
      KeyChange(
        "interventions.*[].\(name).infectious_share", in: .gammaLengths,
        "interventions.lock[0].\(name).infectious_share=\(value)", .points)
    }
}
