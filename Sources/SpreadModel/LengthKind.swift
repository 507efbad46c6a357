/// A kind of distribution of lengths, such as the geometric one.
///
/// All there is to know about it: a further one is a value in a file of its own, and its place in `all`. Draws follow from
/// its chances; study files, schema, checks, factors by path, texts and reports from its form and its words.
///
/// An object, because scenarios are copied for every run. Source: docs/model.md, "Course".
package final class LengthKind: Sendable {
  /// Values of a number.
  ///
  /// - Parameter least: steps that lengths have at least, 0 or 1.
  package typealias Allowed = @Sendable (_ least: Int) -> AllowedValues

  /// How its numbers stand in a study file, behind its name.
  package enum Form: Sendable {
    /// `{ "geometric": 3 }`
    case number(Allowed)
    /// `{ "weights": [0, 3, 1] }`, one number or more.
    case list(of: Allowed)
    /// `{ "gamma": { "mean": 5, "sd": 2 } }`
    case named([Number])
  }

  /// One of several numbers.
  package struct Number: Sendable {
    package let name: String
    package let unit: String
    /// `.whole` or `.real`.
    package let allowed: Allowed
    /// A sentence.
    package let meaning: String

    init(
      _ name: String, unit: String = "steps", _ allowed: @escaping Allowed, _ meaning: String
    ) {
      (self.name, self.unit, self.allowed, self.meaning) = (name, unit, allowed, meaning)
    }
  }

  /// The key of study files, and the first word of texts.
  package let name: String
  package let form: Form
  /// Of the number, or of those in the list.
  package let unit: String
  /// A sentence for the schema, of lengths of so many steps at least, 0 or 1.
  package let meaning: @Sendable (_ least: Int) -> String
  /// Follows "for" in reports; numbers, in the order of the form, are texts, such as "2 to 5".
  package let words: @Sendable (_ numbers: [String]) -> String
  /// Why there is no such distribution, and which of several numbers is to blame; nil if there is one.
  package let problem:
    @Sendable (_ numbers: [Double], _ least: Int) -> (number: String?, text: String)?
  /// About the mean, in steps.
  package let mean: @Sendable (_ numbers: [Double]) -> Double
  package let chances: @Sendable (_ numbers: [Double], _ least: Int) -> LengthChances

  init(
    _ name: String, _ form: Form, unit: String = "1",
    meaning: @escaping @Sendable (_ least: Int) -> String,
    words: @escaping @Sendable (_ numbers: [String]) -> String,
    problem:
      @escaping @Sendable (_ numbers: [Double], _ least: Int) -> (
        number: String?, text: String
      )? = { _, _ in nil },
    mean: @escaping @Sendable (_ numbers: [Double]) -> Double,
    chances: @escaping @Sendable (_ numbers: [Double], _ least: Int) -> LengthChances
  ) {
    (self.name, self.form, self.unit, self.meaning, self.words) = (name, form, unit, meaning, words)
    (self.problem, self.mean, self.chances) = (problem, mean, chances)
  }

  package static let all = [geometric, weights, gamma]

  package static func named(_ name: String) -> LengthKind? { all.first { $0.name == name } }

  /// Whether it may have so many numbers.
  package func takes(_ count: Int) -> Bool {
    switch form {
    case .number: count == 1
    case .list: count > 0
    case .named(let numbers): count == numbers.count
    }
  }

  /// Its name and its numbers, those that are whole without a point.
  func text(_ numbers: [Double]) -> String {
    let texts = numbers.enumerated().map { index, number in
      let allowed =
        switch form {
        case .number(let allowed), .list(let allowed): allowed
        case .named(let numbers): numbers[index].allowed
        }
      return allowed(0).isWhole ? "\(Int(number))" : "\(number)"
    }
    return ([name] + texts).joined(separator: " ")
  }
}

extension LengthKind: Hashable {
  package static func == (one: LengthKind, other: LengthKind) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
