/// The numbers of a rule, by their paths in study files.
extension SpreadRule {
  private static let radiusPath = ["neighborhood", "radius"]
  private static let dispersionPath = ["draw", "dispersion"]

  /// In the order of study files.
  package var numbers: [(path: [String], value: KeyValue)] {
    var numbers: [(path: [String], value: KeyValue)] = []
    if case .within(let radius, _) = neighborhood {
      numbers.append((Self.radiusPath, .whole(radius)))
    }
    switch draw {
    case .number(.negativeBinomial(let dispersion)):
      numbers.append((Self.dispersionPath, .real(dispersion)))
    case .number(.weights(let weights)):
      for (index, weight) in weights.enumerated() {
        numbers.append((["draw", "number", String(index)], .real(weight)))
      }
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan, .number(.poisson),
      .number(.geometric), .own:
      break
    }
    return numbers
  }

  /// Puts a number in its place.
  ///
  /// - Precondition: one of its kind is there.
  package mutating func set(_ value: KeyValue, at path: [String]) {
    switch (neighborhood, draw, path, value) {
    case (.within(_, let metric), _, Self.radiusPath, .whole(let radius)):
      neighborhood = .within(radius: radius, metric: metric)
    case (_, .number(.negativeBinomial), Self.dispersionPath, .real(let dispersion)):
      draw = .number(.negativeBinomial(dispersion: dispersion))
    case (_, .number(.weights(var weights)), let path, .real(let weight)):
      guard path.count == 3, path.starts(with: ["draw", "number"]), let index = Int(path[2])
      else { preconditionFailure("a list of weights has no \(path)") }
      weights[index] = weight
      draw = .number(.weights(weights))
    default: preconditionFailure("\(self) has no \(path) to be \(value)")
    }
  }
}
