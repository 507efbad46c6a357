import PlainText
import SpreadModel
import Statistics

extension StudyShape {
  static func surface(_ keys: FileKeys) -> Shape {
    .object(
      ObjectShape([
        KeyShape(
          "response", response(keys), required: true, "The response that is described."),
        KeyShape(
          "factors",
          .list(
            of: parameter(keys, offered: keys.varying.filter { $0.allowed.numbers != nil }),
            atLeast: 2),
          required: true,
          "The numeric factors it depends on: all that vary."),
        KeyShape(
          "terms", .choice(SurfaceTerms.allCases.map(\.rawValue)), default: .string("quadratic"),
          """
          The factors alone (linear), with the products of pairs (interactions), or with these \
          and their squares (quadratic).
          """),
        KeyShape(
          "transform", .choice(SurfaceTransform.allCases.map(\.rawValue)),
          default: .string("none"), "Whether the logarithm of each run's response is taken first."),
        KeyShape(
          "weights", .choice(SurfaceWeights.allCases.map(\.rawValue)), default: .string("runs"),
          """
          Whether each run counts once (runs), or the mean of each point is weighted by its \
          number of runs over their variance (variances).
          """),
      ]))
  }
}
