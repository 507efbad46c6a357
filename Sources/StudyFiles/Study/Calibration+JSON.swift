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
      "data", required: \.data, .list(of: Item.codec, atLeast: 1),
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
      "max_runs", \.maxRuns, .whole(1...AllowedValues.mostPeople),
      "Maximum number of runs: no generation starts that would exceed it."),
  ]
}

extension Calibration.Item: FileObject {
  static let blank = Calibration.Item(quantity: .response(.steps), values: [])
  private static let observed = Member<Self>(
    "values", required: \.values, .list(of: .real(RealRange(-1e9...1e9)), atLeast: 1),
    "The observed values, one for each replicate; all quantities have the same number.")

  static let fileMembers: [Member<Self>] = [
    .oneOf([
      "response": [
        Member(
          "response", required: .response(), "A response.",
          set: { $0.quantity = .response($1) }, get: \.quantity.response), observed,
      ],
      "curve": [
        Member(
          "curve", required: .series, "A column of curves.csv.",
          set: { $0.quantity = .curve($1, step: 0) }, get: \.quantity.series),
        Member(
          "step", required: .whole(0...AllowedValues.mostPeople), "The step it was observed at.",
          set: { item, step in
            if let series = item.quantity.series { item.quantity = .curve(series, step: step) }
          }, get: \.quantity.step), observed,
      ],
    ])
  ]
}

extension Calibration.Quantity {
  /// Nil of a response.
  fileprivate var series: CurveSeries? {
    if case .curve(let series, _) = self { series } else { nil }
  }
}
