/// Code of a gnuplot script: literals of our own source, numbers, and places for texts.
///
/// Texts of any other origin are not in the code at all, not even in quotes: they go to a file
/// beside it, from which the script reads them as data. Interpolating a plain `String` does not
/// compile, so a cell of a foreign table has no way to become a command.
struct GnuplotScript: ExpressibleByStringInterpolation, Sendable {
  fileprivate enum Piece {
    case code(String)
    case text(String)
  }

  private var pieces: [Piece]

  private init(pieces: [Piece]) { self.pieces = pieces }
  init(stringLiteral value: StaticString) { pieces = [.code(value.description)] }
  init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) {
      pieces.append(.code(literal.description))
    }
    mutating func appendInterpolation(_ number: Int) { pieces.append(.code(String(number))) }
    mutating func appendInterpolation(_ number: Double) {
      pieces.append(.code(number.isFinite ? "\(number)" : "NaN"))
    }
    mutating func appendInterpolation(_ name: FigureName) { pieces.append(.code(name.text)) }
    mutating func appendInterpolation(_ script: GnuplotScript) { pieces += script.pieces }
    /// A string of gnuplot with exactly this text; control characters become blanks.
    mutating func appendInterpolation(text: String) { pieces.append(.text(text)) }
  }

  /// One string of several lines.
  init(lines: [String]) {
    self = lines.isEmpty ? "\"\"" : lines.map { "\(text: $0)" }.joined(separator: ".\"\\n\".")
  }

  /// A command that draws one panel.
  static func plot(_ plots: [GnuplotScript]) -> GnuplotScript {
    "plot " + plots.joined(separator: ", \\\n     ")
  }

  static func + (a: GnuplotScript, b: GnuplotScript) -> GnuplotScript {
    GnuplotScript(pieces: a.pieces + b.pieces)
  }

  /// The script with two blanks before each of its lines.
  var indented: GnuplotScript {
    GnuplotScript(
      pieces: [.code("  ")]
        + pieces.map { piece in
          guard case .code(let code) = piece else { return piece }
          return .code(code.replacing("\n", with: "\n  "))
        })
  }

  /// The code, in which `texts[1]`, `texts[2]`, ... stand for the texts.
  func rendered() -> (code: String, texts: [String]) {
    var code = ""
    var texts: [String] = []
    for piece in pieces {
      switch piece {
      case .code(let text): code += text
      case .text(let text):
        let place = texts.firstIndex(of: text) ?? texts.endIndex
        if place == texts.endIndex { texts.append(text) }
        code += "texts[\(place + 1)]"
      }
    }
    return (code, texts)
  }

  /// A file of texts, one a line, as `reading` reads it.
  ///
  /// A bar begins each line, so that gnuplot takes none for a comment, a blank line or a missing
  /// value. What it writes for `\\` and `\042` while reading are a backslash and a quote.
  static func file(of texts: [String]) -> String {
    texts.map { text in
      "|"
        + withoutControls(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\042")
        + "\n"
    }.joined()
  }

  /// Reads `count` texts from a figure's file of texts.
  static func reading(_ count: Int, of name: FigureName) -> GnuplotScript {
    """
    array texts[\(count)]
    set datafile separator "\\n"
    stats "\(name).txt" using (texts[int(column(0)) + 1] = strcol(1)[2:*], 0) nooutput
    """
  }
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
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
      }))
}
