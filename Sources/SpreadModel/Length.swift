internal import KeyedRandom

/// How long something lasts, in steps: a number, no end, or a distribution of whole numbers.
///
/// Source: docs/model.md, "Course".
package enum Length: Hashable, Sendable {
  case steps(Int)
  case forever
  /// On 0, 1, 2, ... with this mean, 0 or more; what lasts a step at least on 1, 2, ..., with 1 or more.
  case geometric(mean: Double)
  /// i steps with a probability proportional to the weight at i, 0 or more.
  case weights([Double])
  /// The whole number nearest to a gamma variable with this mean and this standard deviation, halves up;
  /// of what lasts a step at least 1, where that is less.
  case gamma(mean: Double, sd: Double)

  /// The steps; nil where there is no end, or a distribution.
  package var steps: Int? {
    if case .steps(let steps) = self { steps } else { nil }
  }

  /// Whether it differs from person to person.
  package var isDrawn: Bool {
    switch self {
    case .steps, .forever: false
    case .geometric, .weights, .gamma: true
    }
  }

  /// About its mean; infinite without an end.
  package var mean: Double {
    switch self {
    case .steps(let steps): return Double(steps)
    case .forever: return .infinity
    case .geometric(let mean), .gamma(let mean, _): return mean
    case .weights(let weights):
      let total = weights.reduce(0, +)
      guard total > 0 else { return 0 }
      return weights.enumerated().reduce(0) { $0 + Double($1.offset) * ($1.element / total) }
    }
  }
}

extension Length {
  /// Steps that at most one in 2,048 lasts longer; of weights, and of a number, none does. Nil without an end.
  ///
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  func usualMost(least: Int) -> Int? {
    switch self {
    case .steps(let steps): return steps
    case .forever: return nil
    case .geometric(let mean):
      return least + Self.mostTrials(passing: least > 0 ? 1 - 1 / mean : mean / (1 + mean))
    case .weights(let weights): return weights.lastIndex { $0 > 0 }
    case .gamma(let mean, let sd):
      let shape = (mean / sd) * (mean / sd)
      let gamma = GammaFactor(shape: shape)
      var (low, high) = (-1, 1)
      func isExceeded(_ steps: Int) -> Bool {
        gamma.upper((Double(steps) + 0.5) * shape / mean) > rareShare
      }
      while isExceeded(high) { (low, high) = (high, 2 * high) }
      while high - low > 1 {
        let middle = (low + high) / 2
        if isExceeded(middle) { low = middle } else { high = middle }
      }
      return max(least, high)
    }
  }

  /// Trials after which all but one in 2,048 have failed once, each passing with this chance; at most 10^9, which
  /// no run reaches.
  fileprivate static func mostTrials(passing: Double) -> Int {
    guard passing > 0 else { return 0 }
    guard passing < 1 else { return 1_000_000_000 }
    return Int(min(1e9, (naturalLogarithm(rareShare) / naturalLogarithm(passing)).rounded(.up)))
  }
}

private let rareShare = 0x1p-11

extension Scenario {
  /// Steps after an infection by which it has stopped acting, of all but one in 1,000 or fewer, whatever the
  /// interventions; nil where infections do not end.
  package var usualEndOfInfection: Int? {
    var chance = course.recoveryProbability
    var factor = 1.0
    for effect in interventions.compactMap({ $0.effects[.recoveryProbability] }) {
      let least = effect.value.values.min() ?? 1
      switch effect {
      case .set: chance = min(chance, least)
      case .multiply: factor *= min(1, least)
      }
    }
    chance *= factor
    let recovery = chance > 0 ? 1 + Length.mostTrials(passing: 1 - chance) : nil
    guard
      let acting = [course.infectiousSteps.usualMost(least: 1), recovery].compactMap(\.self).min(),
      let latent = course.latentSteps.usualMost(least: 0)
    else { return nil }
    return latent + acting
  }
}

extension Length: ExpressibleByIntegerLiteral {
  package init(integerLiteral steps: Int) { self = .steps(steps) }
}

extension Length: CustomStringConvertible {
  /// As a cell of a table and a line of an identity.
  package var description: String {
    switch self {
    case .steps(let steps): "\(steps)"
    case .forever: Self.foreverWord
    case .geometric(let mean): "geometric \(mean)"
    case .weights(let weights): "weights " + weights.map { "\($0)" }.joined(separator: " ")
    case .gamma(let mean, let sd): "gamma \(mean) \(sd)"
    }
  }

  package static let foreverWord = "forever"
}

extension Length: KeyValueConvertible {
  package init?(_ value: KeyValue) {
    switch value {
    case .whole(let steps): self = .steps(steps)
    case .name(Self.foreverWord): self = .forever
    case .length(let length): self = length
    default: return nil
    }
  }

  package var keyValue: KeyValue {
    switch self {
    case .steps(let steps): .whole(steps)
    case .forever: .name(Self.foreverWord)
    case .geometric, .weights, .gamma: .length(self)
    }
  }
}

extension Length {
  /// A standard deviation may be so many times the mean, and as small a part of it.
  package static let mostSpread = 1_000.0

  /// Why there is no such distribution, and which of its numbers is to blame; nil if there is one.
  ///
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  package func problem(least: Int) -> (path: [String], text: String)? {
    switch self {
    case .steps, .forever, .geometric: return nil
    case .weights(let weights):
      if weights.allSatisfy({ $0 == 0 }) {
        return (["weights"], "all weights are 0; give one of them a weight above 0")
      }
      if least > 0, weights[0] > 0 {
        return (
          ["weights"],
          "an infection acts in one step at least; give 0 steps, which come first, the weight 0"
        )
      }
      return nil
    case .gamma(let mean, let sd):
      let spread = sd / mean
      guard spread < 1 / Self.mostSpread || spread > Self.mostSpread else { return nil }
      return (
        ["gamma", "sd"],
        "a standard deviation of \(sd) beside a mean of \(mean) is outside what can be computed; give "
          + "one between a thousandth of the mean and a thousand times it, or a number of steps"
      )
    }
  }
}
