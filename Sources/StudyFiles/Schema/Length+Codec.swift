import PlainText
import SpreadModel

/// Distributions of lengths, as they stand in study files.
extension Length {
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  static func distributions(atLeast least: Int) -> Codec<Length> {
    let most = Double(AllowedValues.mostPeople)
    return .oneOf([
      "geometric": [
        Member(
          "geometric", required: .real(RealRange(Double(least)...most)), unit: "steps",
          "Mean of a geometric distribution on \(least), \(least + 1), \(least + 2), ....",
          set: { $0 = .geometric(mean: $1) },
          get: { if case .geometric(let mean)? = $0 { mean } else { nil } })
      ],
      "weights": [
        Member(
          "weights", required: .list(of: .real(RealRange(0...most)), atLeast: 1),
          "Weights of 0, 1, 2, ... steps, proportional to their probabilities"
            + (least > 0 ? "; the first one is 0." : "."),
          set: { $0 = .weights($1) },
          get: { if case .weights(let weights)? = $0 { weights } else { nil } })
      ],
      "gamma": [
        Member(
          "gamma", required: gamma,
          "The nearest whole number to a gamma variable"
            + (least > 0 ? ", but at least \(least)." : "."),
          set: { $0 = $1 }, get: { if case .gamma? = $0 { $0 } else { nil } })
      ],
    ])
  }

  private static let gamma: Codec<Length> = {
    let number = Codec<Double>.real(.positive(to: Double(AllowedValues.mostPeople)))
    return Codec.object(
      GammaNumbers(),
      [
        Member("mean", required: \.mean, number, unit: "steps", "Mean of the variable."),
        Member("sd", required: \.sd, number, unit: "steps", "Its standard deviation."),
      ]
    ).map({ .gamma(mean: $0.mean, sd: $0.sd) }, GammaNumbers.init)
  }()

  private struct GammaNumbers: Sendable {
    var mean = 0.0
    var sd = 0.0

    init() {}

    init?(_ length: Length) {
      guard case .gamma(let mean, let sd) = length else { return nil }
      (self.mean, self.sd) = (mean, sd)
    }
  }
}
