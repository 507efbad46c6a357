/// Code of a gnuplot script: literals of our own source, numbers, and texts in single quotes.
///
/// Between single quotes gnuplot takes everything as it stands, backquotes, `@` and backslashes, too. A
/// single quote stands in double ones: doubled, as its manual has it, gnuplot 5.4 overlooks it at the
/// start of a text and behind another. Interpolating a plain `String` does not compile, so a cell of a
/// foreign table has no way to become a command.
struct GnuplotScript: ExpressibleByStringInterpolation, Sendable {
  let code: String

  private init(code: String) { self.code = code }
  init(stringLiteral value: StaticString) { code = value.description }
  init(stringInterpolation: StringInterpolation) { code = stringInterpolation.code }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var code = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) { code += literal.description }
    mutating func appendInterpolation(_ number: Int) { code += String(number) }
    mutating func appendInterpolation(_ number: Double) {
      code += number.isFinite ? "\(number)" : "NaN"
    }
    mutating func appendInterpolation(_ name: FigureName) { code += name.text }
    mutating func appendInterpolation(_ form: PictureForm) { code += form.rawValue }
    mutating func appendInterpolation(_ script: GnuplotScript) { code += script.code }
    /// A string of gnuplot with exactly this text; control characters become blanks.
    mutating func appendInterpolation(text: String) {
      code += "'\(withoutControls(text).replacing("'", with: "'.\"'\".'"))'"
    }
    /// The same as the name of a tic, in which gnuplot looks for formats.
    mutating func appendInterpolation(tic text: String) {
      appendInterpolation(text: text.replacing("%", with: "%%"))
    }
  }

  /// One string of several lines.
  init(lines: [String]) { self.init(lines.map { "\(text: $0)" }) }

  /// The same as the name of a tic.
  init(tic lines: [String]) { self.init(lines.map { "\(tic: $0)" }) }

  private init(_ lines: [GnuplotScript]) {
    self = lines.isEmpty ? "\"\"" : lines.joined(separator: ".\"\\n\".")
  }

  /// A command that draws one panel.
  static func plot(_ plots: [GnuplotScript]) -> GnuplotScript {
    "plot " + plots.joined(separator: ", \\\n     ")
  }

  static func + (a: GnuplotScript, b: GnuplotScript) -> GnuplotScript {
    GnuplotScript(code: a.code + b.code)
  }

  /// The script with two blanks before each of its lines; texts have a single one.
  var indented: GnuplotScript { GnuplotScript(code: "  " + code.replacing("\n", with: "\n  ")) }
}

extension Sequence<GnuplotScript> {
  func joined(separator: GnuplotScript) -> GnuplotScript {
    reduce(nil) { (all: GnuplotScript?, next) in all.map { $0 + separator + next } ?? next } ?? ""
  }
}

/// The name of a figure's files, of our own choice.
struct FigureName: Sendable {
  let text: String

  init(_ name: StaticString) { text = name.description }
  init(_ base: StaticString, number: Int) { text = "\(base)_\(number)" }
}

/// The text with a blank in the place of each control character and line break.
func withoutControls(_ text: String) -> String {
  guard !text.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7f }) else { return text }
  return String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
      }))
}
