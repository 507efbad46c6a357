/// How long something lasts, in steps: a number, no end, or a distribution of whole numbers.
///
/// Source: docs/model.md, "Course".
package enum Length: Hashable, Sendable {
  case steps(Int)
  case forever
  /// Drawn for each infection; the numbers in the order of their kind.
  case drawn(LengthKind, [Double])

  /// The steps; nil where there is no end, or a distribution.
  package var steps: Int? {
    if case .steps(let steps) = self { steps } else { nil }
  }

  /// Whether it differs from person to person.
  package var isDrawn: Bool {
    if case .drawn = self { true } else { false }
  }

  /// About its mean; infinite without an end.
  package var mean: Double {
    switch self {
    case .steps(let steps): Double(steps)
    case .forever: .infinity
    case .drawn(let kind, let numbers): kind.mean(numbers)
    }
  }

  /// The mean of its whole numbers, where it is another than `mean`, which its numbers say, by more than a twentieth of that.
  ///
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  package func roundedMean(least: Int) -> Double? {
    // Rounding moves no mean by more than a step and a half.
    guard case .drawn(let kind, let numbers) = self, problem(least: least) == nil, mean <= 30,
      let mean = kind.chances(numbers, least).mean.map({ Double(least) + $0 })
    else { return nil }
    return abs(mean - self.mean) > 0.05 * self.mean ? mean : nil
  }

  /// Why there is no such distribution, and which of its numbers is to blame; nil if there is one.
  ///
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  package func problem(least: Int) -> (path: [String], text: String)? {
    guard case .drawn(let kind, let numbers) = self else { return nil }
    return kind.problem(numbers, least).map { number, text in
      ([kind.name] + (number.map { [$0] } ?? []), text)
    }
  }

  /// Steps that at most one in 2,048 lasts longer. Nil without an end.
  ///
  /// - Parameter least: steps that it lasts at least, 0 or 1.
  fileprivate func usualMost(least: Int) -> Int? {
    switch self {
    case .steps(let steps): steps
    case .forever: nil
    case .drawn(let kind, let numbers): least + kind.chances(numbers, least).usualMost
    }
  }
}

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
    let recovery = chance > 0 ? 1 + LengthChances.equal(passing: 1 - chance).usualMost : nil
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
    case .drawn(let kind, let numbers): kind.text(numbers)
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
    case .drawn: .length(self)
    }
  }
}
