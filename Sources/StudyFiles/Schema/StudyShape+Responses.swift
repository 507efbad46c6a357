import SpreadModel

extension StudyShape {
  /// A response that the study defines.
  static let ownResponse: Shape = {
    let steps = 0...mostPeople
    func form(_ key: String, _ shape: Shape, _ about: String, _ more: [KeyShape] = []) -> Shape.Form
    {
      Shape.Form(
        key: key, object: ObjectShape([KeyShape(key, shape, required: true, about)] + more))
    }
    return .forms([
      form(
        "share_in",
        .object(
          ObjectShape([
            KeyShape(
              "rows", .span(0...mostPeople - 1), required: true,
              "First and last row, both included, from 0."),
            KeyShape(
              "columns", .span(0...mostPeople - 1), required: true,
              "First and last column, both included, from 0."),
          ])),
        "The share of the people in a part of the grid who were infected by the end of a step.",
        [KeyShape("at_step", .whole(steps), required: true, unit: "steps", "The step.")]),
      form(
        "infected_at", .whole(steps), "The people who are infected at the end of this step."),
      form(
        "new_infections_between", .span(steps),
        "The people newly infected from the first step to the last, introductions included."),
      form(
        "mean_infected_between", .span(steps),
        "The mean number of people infected at the end of a step, over the first step to the last."),
      form(
        "step_to_share", .real(RealRange(0...1, lowestIsIn: false)),
        "The first step with at least this share of the group infected so far."),
    ])
  }()

  /// The name of a response; the schema takes any name for one of the study's own.
  ///
  /// - Parameters:
  ///   - condition: which responses; one whose definition has a mistake is reported there only.
  ///   - besides: further words.
  static func response(
    _ keys: StudyFileKeys, besides: [String] = [],
    where condition: (Response) -> Bool = { _ in true }
  ) -> Shape {
    let names = keys.responses.filter(condition).map(\.name) + besides + keys.brokenResponses
    return .named(
      names, [Shape.Pattern(text: Label.pattern, allowed: .name)], offered: names)
  }
}
