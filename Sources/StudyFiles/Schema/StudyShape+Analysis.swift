import PlainText
import SpreadModel
import Statistics

extension StudyShape {
  static func analysis(_ keys: FileKeys) -> Shape {
    .object(
      ObjectShape([
        KeyShape(
          "confidence", .real(RealRange(0...1, lowestIsIn: false, highestIsIn: false)),
          default: .real(0.95), "Level of all intervals."),
        KeyShape(
          "mean_interval", .choice(MeanInterval.allCases.map(\.rawValue)), default: .string("t"),
          """
          Intervals of means: Student's t, or the bias-corrected bootstrap for skewed responses of \
          few runs (at most 10,000 per point; beyond, t).
          """),
        KeyShape(
          "curve_bands", .choice(CurveBands.allCases.map(\.rawValue)),
          default: .string("pointwise"),
          """
          Bands of the mean curve: for each step by itself (pointwise), or in addition one that \
          holds for all steps together (simultaneous).
          """),
        KeyShape("fits", .list(of: fit, atLeast: 0), default: .array([]), "Growth models to fit."),
        KeyShape(
          "comparisons", .list(of: comparison(keys), atLeast: 0), default: .array([]),
          "Levels of a factor to compare, within every combination of the other factors."),
        KeyShape(
          "correction", .choice(Correction.allCases.map(\.rawValue)), default: .string("holm"),
          "How p-values are adjusted for the number of tests in their family."),
        KeyShape(
          "family", .choice(CorrectionFamily.allCases.map(\.rawValue)), default: .string("request"),
          """
          Which tests are adjusted together: those of one entry of comparisons, or of all; tests of a \
          difference and of equivalence apart.
          """),
        KeyShape("sensitivity", sensitivity(keys), "Which factor a response depends on most."),
        KeyShape(
          "surfaces", .list(of: surface(keys), atLeast: 0),
          "Response surfaces: a response as a polynomial of the factors."),
        KeyShape(
          "dose_responses", .list(of: doseResponse(keys), atLeast: 0),
          "Curves of a share over a numeric factor, within every combination of the other factors."),
        KeyShape(
          "given", .list(of: response(keys) { $0.kind == .flag }, atLeast: 0),
          "Responses of 0 or 1, such as reached_10pct: the summary is repeated over the runs in which each is 1."
        ),
      ]))
  }

  /// The name of a parameter.
  ///
  /// - Parameter offered: those that make sense.
  static func parameter(
    _ keys: FileKeys, _ all: [ModelKey]? = nil, offered: [ModelKey]
  ) -> Shape {
    .named(
      (all ?? keys.parameters).map(\.name), StructureKind.numberPatterns,
      offered: offered.map(\.name))
  }

  static let fit = Shape.object(
    ObjectShape([
      KeyShape(
        "model", .choice(GrowthModel.allCases.map(\.rawValue)), required: true, "The growth model."),
      KeyShape(
        "to", .choice(FitRequest.Target.allCases.map(\.rawValue)), default: .string("mean_curve"),
        "Fit the mean curve of each point, or each run."),
    ]))

  static func comparison(_ keys: FileKeys) -> Shape {
    .object(
      ObjectShape([
        KeyShape(
          "factor",
          parameter(keys, offered: keys.varying), required: true,
          "The factor whose levels are compared."),
        KeyShape(
          "reference", .either([.real(RealRange(0...Double(mostPeople))), .label]),
          "The level all others are compared with; all pairs if missing."),
        KeyShape(
          "response", response(keys, besides: ["curve", "drift"]), required: true,
          """
          The response to compare, or the whole curve, or drift: whether drift_x and drift_y together \
          are zero, level by level.
          """),
        KeyShape(
          "margin", .real(.positive(to: 1e9)),
          "Levels that differ by less are equivalent, in the response's unit; of a ratio a ratio above 1."
        ),
        KeyShape(
          "better", .choice(Better.allCases.map(\.rawValue)),
          """
          Which values are better: the margin is then how much worse the first level may be, and not \
          how far both may be apart (non-inferiority).
          """),
        KeyShape(
          "test", .choice(ComparisonTest.allCases.map(\.rawValue)),
          "The test; if missing, the one that fits the response and the pairing."),
        KeyShape(
          "estimate", .choice(ComparisonEffect.allCases.map(\.rawValue)),
          default: .string("mean_difference"), "The effect that is estimated."),
        KeyShape(
          "pooled", .flag, default: .bool(false),
          """
          Average each difference of means over all combinations of the other factors, and test whether \
          it is the same in all of them (interaction).
          """),
      ]))
  }

  static func sensitivity(_ keys: FileKeys) -> Shape {
    .object(
      ObjectShape([
        KeyShape(
          "responses", .list(of: response(keys), atLeast: 1), required: true,
          "The responses to explain."),
        KeyShape(
          "method", .choice(SensitivityMethod.allCases.map(\.rawValue)),
          """
          Sobol indices (design saltelli), variance shares (anova, design factorial) or elementary \
          effects (design morris); if missing, the one that fits the design.
          """),
      ]))
  }
}
