internal import KeyedRandom

extension LengthKind {
  /// The whole number nearest to a gamma variable with this mean and this standard deviation, halves up; of what lasts
  /// a step at least 1, where that is less.
  package static let gamma = LengthKind(
    "gamma",
    .named([
      Number("mean", positive, "Mean of the variable."),
      Number("sd", positive, "Its standard deviation."),
    ]),
    meaning: {
      "The nearest whole number to a gamma variable" + ($0 > 0 ? ", but at least \($0)." : ".")
    },
    words: { "a gamma-distributed number of steps with mean \($0[0]) and sd \($0[1])" },
    problem: { numbers, _ in
      let (mean, sd) = (numbers[0], numbers[1])
      let (spread, mostSpread) = (sd / mean, 1_000.0)
      guard spread < 1 / mostSpread || spread > mostSpread else { return nil }
      return (
        "sd",
        "a standard deviation of \(sd) beside a mean of \(mean) is outside what can be computed; give "
          + "one between a thousandth of the mean and a thousand times it, or a number of steps"
      )
    },
    mean: { $0[0] },
    chances: { numbers, least in
      let (mean, root) = (numbers[0], numbers[0] / numbers[1])
      let shape = root * root
      let (gamma, scale) = (GammaFactor(shape: shape), mean / shape)
      return .each(most: nil) { steps in
        let chance = gamma.upper((Double(steps + least) - 0.5) / scale)
        return chance < 0x1p-53 ? 0 : chance
      }
    })

  private static let positive: Allowed = { _ in
    .real(.positive(to: Double(AllowedValues.mostPeople)))
  }
}

extension Length {
  /// - Parameters:
  ///   - mean: above 0.
  ///   - sd: between a thousandth of the mean and a thousand times it.
  package static func gamma(mean: Double, sd: Double) -> Length { .drawn(.gamma, [mean, sd]) }
}
