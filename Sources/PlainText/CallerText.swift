/// A message in which what the caller may set stands as data, so that each caller words it: a command
/// line as an option, a program as an argument.
///
/// `"\(setting: "point", 7): the study has points 0...3"` is `--point 7: ...` for the one, and
/// `point=7: ...` for the other.
package struct CallerText: Hashable, Sendable {
  /// Something that the caller may set, with the value that is meant.
  package struct Setting: Hashable, Sendable, CustomStringConvertible {
    /// As an argument: `max_runs`.
    package var name: String
    package var value: String?

    /// In the words of a program: `point=7`, `max_runs`.
    package var description: String { name + (value.map { "=\($0)" } ?? "") }
  }

  fileprivate enum Part: Hashable, Sendable {
    case text(String)
    case setting(Setting)
  }

  /// No text follows another one, so that equal messages are equal.
  private let parts: [Part]

  package init(_ text: some StringProtocol) { parts = [.text(String(text))] }

  fileprivate init(_ pieces: [Part]) {
    parts = pieces.reduce(into: []) { parts, piece in
      if case .text(let text)? = parts.last, case .text(let more) = piece {
        parts[parts.count - 1] = .text(text + more)
      } else {
        parts.append(piece)
      }
    }
  }

  /// The message, with each setting in the caller's words.
  package func text(_ words: (Setting) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .setting(let setting): words(setting)
      }
    }.joined()
  }

  package static func + (a: CallerText, b: CallerText) -> CallerText {
    CallerText(a.parts + b.parts)
  }
}

extension CallerText: CustomStringConvertible {
  /// In the words of a program.
  package var description: String { text(\.description) }
}

extension CallerText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { parts = [.text(value)] }

  package init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.parts) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.text(value.description))
    }

    package mutating func appendInterpolation(_ text: CallerText) { parts += text.parts }

    package mutating func appendInterpolation(setting name: String) {
      parts.append(.setting(Setting(name: name)))
    }

    package mutating func appendInterpolation(
      setting name: String, _ value: some CustomStringConvertible
    ) {
      parts.append(.setting(Setting(name: name, value: value.description)))
    }
  }
}
