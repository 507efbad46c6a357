package import PlainText
import SpreadModel

extension Calibration {
  /// The design of a study file.
  package var designJSON: JSONText { object([]) }
}

extension Calibration: FileObject {
  static let blank = Calibration(data: [])
  static let fileMembers: [Member<Self>] = [
    Member(
      "data", required: \.data, list(of: Item.form, atLeast: 1),
      "What was observed: a list of quantities."),
    Member(
      "draws", \.draws, .whole(50...100_000),
      "Number of draws to accept, and of draws in a generation; the first generation has twice as many."
    ),
    Member(
      "tolerance", optional: \.tolerance, .real(RealRange(0...1e9)),
      "The distance to reach; if missing, 0, or as near as acceptance allows."),
    Member(
      "acceptance", \.acceptance, .real(.positive(to: 1)),
      "The search ends when a smaller share of a generation is accepted."),
    Member(
      "max_runs", \.maxRuns, .whole(1...StudyShape.mostPeople),
      "Maximum number of runs: no generation starts that would exceed it."),
  ]
}

extension Calibration.Item {
  fileprivate static let form = Form<Calibration.Item>(shape: shape, read: read, write: \.json)
  private static let observed = list(of: Form<Double>.real(RealRange(-1e9...1e9)), atLeast: 1)

  @Sendable private static func shape(_ keys: StudyFileKeys) -> Shape {
    let values = KeyShape(
      "values", observed.shape(keys), required: true,
      "The observed values, one for each replicate; all quantities have the same number.")
    return .forms([
      Shape.Form(
        key: "response",
        object: ObjectShape([
          KeyShape("response", StudyShape.response(keys), required: true, "A response."), values,
        ])),
      Shape.Form(
        key: "curve",
        object: ObjectShape([
          KeyShape(
            "curve", Form<CurveSeries>.choice.shape(keys), required: true, "A column of curves.csv."
          ),
          KeyShape(
            "step", .whole(0...StudyShape.mostPeople), required: true,
            "The step it was observed at."),
          values,
        ])),
    ])
  }

  @Sendable private static func read(_ value: Node, _ decoder: StudyDecoder) -> Self? {
    guard let values = decoder.child(value, "values").flatMap({ observed.read($0, decoder) }) else {
      return nil
    }
    if let response = decoder.response(decoder.child(value, "response")) {
      return Self(quantity: .response(response), values: values)
    }
    guard let series: CurveSeries = decoder.name(value, "curve"),
      let step = decoder.whole(value, "step")
    else { return nil }
    return Self(quantity: .curve(series, step: step), values: values)
  }

  private var json: JSONText {
    let values = ("values", Self.observed.write(values))
    return switch quantity {
    case .response(let response): .object([("response", .string(response.rawValue)), values])
    case .curve(let series, let step):
      .object([("curve", .string(series.rawValue)), ("step", .int(step)), values])
    }
  }
}
