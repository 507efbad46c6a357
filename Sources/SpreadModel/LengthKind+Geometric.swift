extension LengthKind {
  /// On 0, 1, 2, ..., of what lasts a step at least on 1, 2, ...; its number is the mean.
  package static let geometric = LengthKind(
    "geometric",
    .number { .real(RealRange(Double($0)...Double(AllowedValues.mostPeople))) }, unit: "steps",
    meaning: { "Mean of a geometric distribution on \($0), \($0 + 1), \($0 + 2), ...." },
    words: { "a geometric number of steps with mean \($0[0])" },
    mean: { $0[0] },
    chances: { numbers, least in
      let mean = numbers[0]
      return .equal(passing: least > 0 ? 1 - 1 / mean : mean / (1 + mean))
    })
}

extension Length {
  /// - Parameter mean: 0 or more, of what lasts a step at least 1 or more.
  package static func geometric(mean: Double) -> Length { .drawn(.geometric, [mean]) }
}
