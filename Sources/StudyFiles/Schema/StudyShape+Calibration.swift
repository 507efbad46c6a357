import PlainText
import SpreadModel

/// What the runs of a calibration are compared with, and when it ends.
extension StudyShape {
  static let calibrationKeys = [
    KeyShape(
      "data", .list(of: calibrationItem, atLeast: 1), required: true,
      "What was observed, one quantity after the other."),
    KeyShape(
      "draws", .whole(50...100_000), default: .int(1_000),
      "Draws that are accepted at least, and draws of a generation; the first has twice as many."),
    KeyShape(
      "tolerance", .real(RealRange(0...1e9)),
      "The distance to be reached; if missing 0, or as near as acceptance allows."),
    KeyShape(
      "acceptance", .real(.positive(to: 1)), default: .real(0.05),
      "The search ends with a generation of which a smaller share is accepted."),
    KeyShape(
      "max_runs", .whole(1...mostPeople), default: .int(1_000_000),
      "No generation is begun that leads to more runs."),
  ]

  private static let calibrationItem: Shape = {
    let values = KeyShape(
      "values", .list(of: .real(RealRange(-1e9...1e9)), atLeast: 1), required: true,
      "The observed values, one for each replicate; all quantities have as many.")
    return .forms([
      Shape.Form(
        key: "response",
        object: ObjectShape([
          KeyShape(
            "response", .choice(Response.allCases.map(\.rawValue)), required: true,
            "A built-in response of runs."),
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
  }()
}
