import PlainText
import StudyFiles
import Testing

/// A study with one mistake: the text with `@@` just before the place that must be reported.
struct BrokenStudy: Sendable, CustomTestStringConvertible {
  let marked: String
  let code: ErrorCode
  let path: String

  /// A mistake in a member besides name, seed and group size.
  static func member(
    _ body: String, _ code: ErrorCode, _ path: String
  ) -> BrokenStudy {
    BrokenStudy(marked: Texts.study(body), code: code, path: path)
  }

  /// A mistake among the constants.
  static func model(_ model: String, _ code: ErrorCode, _ path: String) -> BrokenStudy {
    BrokenStudy(marked: Texts.study(model: model), code: code, path: path)
  }

  /// A mistake that needs the group size to be a factor.
  static func factors(
    _ body: String, _ code: ErrorCode, _ path: String
  ) -> BrokenStudy {
    BrokenStudy(marked: Texts.study(body, model: ""), code: code, path: path)
  }

  var text: String { parts.joined() }

  /// Line and column of the mark, from 1.
  var place: (line: Int, column: Int) {
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.unicodeScalars.count ?? 0) + 1)
  }

  /// What stands before and after the mark.
  private var parts: [String] {
    var before = ""
    var rest = marked[...]
    while !rest.isEmpty, !rest.hasPrefix("@@") { before.append(rest.removeFirst()) }
    return [before, String(rest.dropFirst(2))]
  }

  /// The mistakes of the text; where it has none, those of its points.
  private var found: [Diagnostic] {
    do throws(StudyFileError) {
      try Texts.parse(text).checkPoints()
      return []
    } catch { return error.diagnostics }
  }

  /// That the text has this mistake and no other.
  func expectFound() {
    let found = found
    #expect(found.count == 1, "\(found.map(\.description))")
    #expect(found.first?.code == code && found.first?.path == path)
    #expect(found.first.map { [$0.line, $0.column] } == [place.line, place.column])
  }

  var testDescription: String { "\(code.rawValue) \(path)" }
}
