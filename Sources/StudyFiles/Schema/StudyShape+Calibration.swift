import PlainText
import SpreadModel

/// What the runs of a calibration are compared with, and when it ends.
extension StudyShape {
  /// The keys of the design `calibration`.
  static func calibration(_ keys: FileKeys) -> [KeyShape] {
    [
      KeyShape(
        "data", .list(of: calibrationItem(keys), atLeast: 1), required: true,
        "What was observed: a list of quantities.")
    ] + calibrationEnd
  }

  private static let calibrationEnd = [
    KeyShape(
      "draws", .whole(50...100_000), default: .int(1_000),
      "Number of draws to accept, and of draws in a generation; the first generation has twice as many."
    ),
    KeyShape(
      "tolerance", .real(RealRange(0...1e9)),
      "The distance to reach; if missing, 0, or as near as acceptance allows."),
    KeyShape(
      "acceptance", .real(.positive(to: 1)), default: .real(0.05),
      "The search ends when a smaller share of a generation is accepted."),
    KeyShape(
      "max_runs", .whole(1...mostPeople), default: .int(1_000_000),
      "Maximum number of runs: no generation starts that would exceed it."),
  ]

  private static func calibrationItem(_ keys: FileKeys) -> Shape {
    let values = KeyShape(
      "values", .list(of: .real(RealRange(-1e9...1e9)), atLeast: 1), required: true,
      "The observed values, one for each replicate; all quantities have the same number.")
    return .forms([
      Shape.Form(
        key: "response",
        object: ObjectShape([
          KeyShape("response", response(keys), required: true, "A response."),
          values,
        ])),
      Shape.Form(
        key: "curve",
        object: ObjectShape([
          KeyShape(
            "curve", .choice(CurveSeries.allCases.map(\.rawValue)), required: true,
            "A column of curves.csv."),
          KeyShape("step", .whole(0...mostPeople), required: true, "The step it was observed at."),
          values,
        ])),
    ])
  }
}
