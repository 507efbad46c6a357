import PlainText
import SpreadModel

/// The kinds of values that members have.

extension Form<Bool> {
  static let flag = Form(
    shape: { _ in .flag }, read: { value, _ in value.bool }, write: JSONText.bool)

  /// One word for false, one for true.
  static func words(_ no: String, _ yes: String) -> Form {
    Form(
      shape: { _ in .choice([no, yes]) }, read: { value, _ in value.string == yes },
      write: { .string($0 ? yes : no) })
  }

  /// True where the word stands.
  static func word(_ word: String) -> Form {
    Form(
      shape: { _ in .choice([word]) }, read: { value, _ in value.string == word },
      write: { _ in .string(word) })
  }
}

extension Form<String> {
  static let text = Form(
    shape: { _ in .text }, read: { value, _ in value.string }, write: JSONText.string)
}

extension Form<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Form {
    Form(
      shape: { _ in .whole(range) }, read: { value, _ in value.number?.integer },
      write: JSONText.int)
  }
}

extension Form<Double> {
  /// -0 becomes 0.
  static func real(_ range: RealRange) -> Form {
    Form(
      shape: { _ in .real(range) }, read: { value, _ in value.number.map { $0.double + 0 } },
      write: JSONText.real)
  }

  /// A share that is neither 0 nor 1.
  static let share = real(RealRange(0...1, lowestIsIn: false, highestIsIn: false))
}

extension Form where Value: CaseIterable & RawRepresentable<String> {
  static var choice: Form {
    Form(
      shape: { _ in .choice(Value.allCases.map(\.rawValue)) },
      read: { value, _ in value.string.flatMap(Value.init) }, write: { .string($0.rawValue) })
  }
}

extension Form<Response> {
  /// The name of a response.
  static func response(
    where condition: @escaping @Sendable (Response) -> Bool = { _ in true }
  ) -> Form {
    Form(
      shape: { StudyShape.response($0, where: condition) }, read: { $1.response($0) },
      write: { .string($0.rawValue) })
  }
}

extension Form<ModelKey> {
  /// The name of a parameter.
  ///
  /// - Parameters:
  ///   - condition: which can be meant.
  ///   - offered: by messages.
  static func parameter(
    where condition: @escaping @Sendable (ModelKey) -> Bool = { _ in true },
    offered: @escaping @Sendable (StudyFileKeys) -> [ModelKey] = \.varying
  ) -> Form {
    Form(
      shape: { keys in
        .named(
          keys.parameters.filter(condition).map(\.name), StructureKind.numberPatterns,
          offered: offered(keys).map(\.name))
      },
      read: { value, decoder in value.string.flatMap(decoder.parameter(named:)) },
      write: { .string($0.name) })
  }
}

/// Elements with mistakes are left out.
func list<Value: Sendable>(of form: Form<Value>, atLeast least: Int = 0) -> Form<[Value]> {
  Form(
    shape: { .list(of: form.shape($0), atLeast: least) },
    read: { value, decoder in
      !value.isList
        ? nil
        : value.elements.compactMap {
          decoder.mistakes.sound($0).flatMap { form.read($0, decoder) }
        }
    },
    write: { .array($0.map(form.write)) })
}
