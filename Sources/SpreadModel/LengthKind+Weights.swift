extension LengthKind {
  /// i steps with a probability proportional to the weight at i, from 0 on.
  package static let weights = LengthKind(
    "weights", .list { _ in .real(RealRange(0...Double(AllowedValues.mostPeople))) },
    meaning: {
      "Weights of 0, 1, 2, ... steps, proportional to their probabilities"
        + ($0 > 0 ? "; the first one is 0." : ".")
    },
    words: { "a number of steps drawn by weights (\($0.joined(separator: ", ")))" },
    problem: { weights, least in
      if weights.allSatisfy({ $0 == 0 }) {
        return (nil, "all weights are 0; give one of them a weight above 0")
      }
      guard least > 0, weights[0] > 0 else { return nil }
      return (
        nil,
        "an infection acts in one step at least; give 0 steps, which come first, the weight 0"
      )
    },
    mean: { weights in
      let total = weights.reduce(0, +)
      guard total > 0 else { return 0 }
      return weights.enumerated().reduce(0) { $0 + Double($1.offset) * ($1.element / total) }
    },
    chances: { weights, least in
      // The chances of so many steps and more, summed up from the end.
      var sums = Array(weights.dropFirst(least))
      for steps in sums.indices.dropLast().reversed() { sums[steps] += sums[steps + 1] }
      let total = sums.first ?? 0
      for steps in sums.indices { sums[steps] /= total }
      return .each(most: (sums.lastIndex { $0 > 0 }) ?? 0) { [sums] steps in
        steps < sums.count ? sums[steps] : 0
      }
    })
}

extension Length {
  /// - Parameter weights: 0 or more each, one of them more; of what lasts a step at least the first is 0.
  package static func weights(_ weights: [Double]) -> Length { .drawn(.weights, weights) }
}
