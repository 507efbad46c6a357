/// Markup of the page: literals of our own source, and texts of any origin, in which nothing can become
/// markup, because interpolation escapes a `String`.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  let code: String

  /// Markup that is none of our own source, but was made by a program that we call.
  init(trusted code: String) { self.code = code }
  init(stringLiteral value: StaticString) { code = value.description }
  init(stringInterpolation: StringInterpolation) { code = stringInterpolation.code }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var code = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) { code += literal.description }
    mutating func appendInterpolation(_ html: HTML) { code += html.code }
    mutating func appendInterpolation(_ text: String) {
      for character in text.unicodeScalars {
        switch character {
        case "&": code += "&amp;"
        case "<": code += "&lt;"
        case ">": code += "&gt;"
        case "\"": code += "&quot;"
        case "'": code += "&#39;"
        default: code.unicodeScalars.append(character)
        }
      }
    }
  }

  static func + (a: HTML, b: HTML) -> HTML { HTML(trusted: a.code + b.code) }

  var isEmpty: Bool { code.isEmpty }
}

extension Sequence<HTML> {
  func joined(separator: String = "") -> HTML {
    HTML(trusted: map(\.code).joined(separator: separator))
  }
}
