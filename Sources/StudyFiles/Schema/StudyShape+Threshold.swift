import PlainText
import SpreadModel
import Statistics

extension StudyShape {
  /// The keys of the design `threshold`.
  static func threshold(_ keys: FileKeys) -> [KeyShape] {
    let level = Shape.real(RealRange(-1e15...1e15))
    return [
      KeyShape(
        "factor", parameter(keys, offered: keys.parameters),
        required: true, "The numeric parameter that is searched; not one of the factors."),
      KeyShape("from", level, required: true, "The smallest level that is tried."),
      KeyShape("to", level, required: true, "The largest level that is tried."),
      KeyShape(
        "scale", .choice(Scale.allCases.map(\.rawValue)), default: .string("linear"),
        "Whether the range is divided by distances (linear) or by ratios (log)."),
      KeyShape(
        "response", response(keys), required: true,
        "The response whose mean crosses the target; not a time, because times may be censored."),
      KeyShape(
        "target", level, required: true, "The target: the mean response whose level is searched."),
      KeyShape(
        "half_width", .real(.positive(to: 1e9)), required: true,
        "The search ends when the crossing's interval has this half-width, in the factor's unit."),
      KeyShape(
        "confidence", .real(RealRange(0...1, lowestIsIn: false, highestIsIn: false)),
        default: .real(0.95), "Level of the crossing's interval."),
      KeyShape(
        "max_runs", .whole(1...mostPeople), default: .int(ThresholdDesign.standardMaxRuns),
        "Maximum number of runs of the search, in each combination of the factors."),
    ]
  }
}
