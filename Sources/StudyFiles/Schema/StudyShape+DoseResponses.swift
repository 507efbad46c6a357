import PlainText
import SpreadModel
import Statistics

extension StudyShape {
  static func doseResponse(_ keys: FileKeys) -> Shape {
    .object(
      ObjectShape([
        KeyShape(
          "response", response(keys) { $0.isShare }, required: true,
          "The response: 0 or 1 in each run, or a share."),
        KeyShape(
          "factor",
          parameter(
            keys, keys.parameters.filter { $0.allowed.numbers != nil },
            offered: keys.varying.filter { $0.allowed.numbers != nil }),
          required: true, "The numeric factor whose levels are the doses."),
        KeyShape(
          "link", .choice(ResponseLink.allCases.map(\.rawValue)), default: .string("logit"),
          "The link: how the mean response follows from intercept + slope x dose."),
        KeyShape(
          "levels",
          .list(of: .real(RealRange(0...1, lowestIsIn: false, highestIsIn: false)), atLeast: 1),
          default: .array(DoseResponseRequest.standardLevels.map(JSONText.real)),
          "Mean responses at which the dose is estimated."),
        KeyShape(
          "floor", .choice(["fitted"]),
          "Fit the mean response far below the curve, which is 0 otherwise."),
        KeyShape(
          "plateau", .choice(["fitted"]),
          "Fit the mean response far above the curve, which is 1 otherwise."),
      ]))
  }
}
