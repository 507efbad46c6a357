import PlainText
import SpreadModel

extension StudyShape {
  /// - Parameter infectionFactor: the key as the file has it.
  static func interventions(_ infectionFactor: ModelKey) -> Shape {
    .list(of: intervention(infectionFactor), atLeast: 0)
  }

  /// What an intervention does tells its forms apart: it sets or multiplies numbers, or does neither and
  /// makes people immune.
  private static func intervention(_ infectionFactor: ModelKey) -> Shape {
    let when = KeyShape(
      "when", .forms(conditions), required: true,
      "When it begins: the first time this holds at the end of a step.")
    let until = KeyShape(
      "until", .forms(conditions + [afterSteps]),
      "When it ends, judged from the step after it began; never if missing.")
    let again = KeyShape(
      "repeat", .flag, default: .bool(false),
      "Whether \"when\" is judged anew from the step after its end, so that it may return.")
    let immunize = "Share of the group made immune at that moment, among the healthy."
    func form(_ key: String, _ shape: Shape, _ about: String) -> Shape.Form {
      Shape.Form(
        key: key,
        object: ObjectShape([
          when, KeyShape(key, shape, required: true, about),
          KeyShape("immunize_share", share, immunize), until, again,
        ]))
    }
    return .forms([
      form(
        "set", targets(infectionFactor) { Shape($0.allowed) },
        "Values that keys of the model take from the next step on."),
      form(
        "multiply", targets(infectionFactor) { _ in .real(RealRange(0...Double(mostPeople))) },
        "Numbers by which keys of the model are multiplied from the next step on."),
      Shape.Form(
        key: "immunize_share",
        object: ObjectShape([
          when, KeyShape("immunize_share", share, required: true, immunize), until,
          again,
        ])),
    ])
  }

  private static let share = Shape.real(RealRange(0...1))

  private static func condition(
    _ key: String, _ shape: Shape, unit: String = "1", _ about: String
  ) -> Shape.Form {
    Shape.Form(
      key: key, object: ObjectShape([KeyShape(key, shape, required: true, unit: unit, about)]))
  }

  private static let conditions = [
    condition(
      "infected_share", share,
      "Share of the group infected at the same time: this or more to begin (when), less to end (until)."
    ),
    condition("ever_infected_share", share, "Share of the group ever infected: this or more."),
    condition("step", .whole(0...mostPeople), unit: "steps", "When this step has been completed."),
  ]

  private static let afterSteps = condition(
    "after_steps", .whole(1...mostPeople), unit: "steps",
    "When this many steps have been completed under the intervention.")

  private static func targets(
    _ infectionFactor: ModelKey, _ shape: (ModelKey) -> Shape
  ) -> Shape {
    .object(
      ObjectShape(
        [infectionFactor, .infectionProbability, .recoveryProbability].map { key in
          KeyShape(key.name, shape(key), unit: key.unit, key.sentence)
        }))
  }
}
