/// Which values a key may have: validation, schema, ranges of factors, columns and forms follow.
package indirect enum AllowedValues: Hashable, Sendable {
  case whole(ClosedRange<Int>)
  case real(RealRange)
  /// The name of something the program or the study defines, such as a rule.
  case name
  /// One of these words.
  case choice([String])
  /// A number as in the first, or one of these words.
  case either(AllowedValues, or: [String])
  /// A number of steps from this one on, one of these words, or a distribution.
  case length(atLeast: Int, or: [String])
  case introductions
  /// A list of people.
  case people

  /// The most people, steps and levels that anything may have: all arithmetic stays exact.
  package static let mostPeople = 1_000_000_000

  /// The numbers among the values, without words; nil where there are none.
  package var numbers: AllowedValues? {
    switch self {
    case .whole, .real: self
    case .either(let numbers, _): numbers.numbers
    case .length(let least, _): .whole(least...Self.mostPeople)
    case .name, .choice, .introductions, .people: nil
    }
  }

  /// The words among the values that are numbers or words; empty where there are none.
  package var choices: [String] {
    switch self {
    case .either(_, let words), .length(_, let words): words
    case .whole, .real, .name, .choice, .introductions, .people: []
    }
  }

  /// Whether the numbers are whole.
  package var isWhole: Bool {
    if case .whole? = numbers { true } else { false }
  }

  /// How far apart two levels of a range may be; nil where there are no ranges.
  package var steps: AllowedValues? {
    switch numbers {
    case .whole: .whole(1...Self.mostPeople)
    case .real(let range): .real(.positive(to: range.highest))
    default: nil
    }
  }
}

/// A range of real numbers whose ends may be left out.
package struct RealRange: Hashable, Sendable {
  package let lowest: Double
  package let highest: Double
  package let lowestIsIn: Bool
  package let highestIsIn: Bool

  package init(_ range: ClosedRange<Double>, lowestIsIn: Bool = true, highestIsIn: Bool = true) {
    lowest = range.lowerBound
    highest = range.upperBound
    self.lowestIsIn = lowestIsIn
    self.highestIsIn = highestIsIn
  }

  /// Above 0, up to and with `highest`.
  package static func positive(to highest: Double) -> RealRange {
    RealRange(0...highest, lowestIsIn: false)
  }

  package func contains(_ value: Double) -> Bool {
    (lowestIsIn ? value >= lowest : value > lowest)
      && (highestIsIn ? value <= highest : value < highest)
  }
}
