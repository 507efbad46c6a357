package import PlainText

/// One mistake in a study file: where it is, what is wrong, what would be right, and why.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake.
  package var code: ErrorCode
  /// The file as the user gave it, or the setting that the mistake stands in, such as `seed=x`.
  package var file: CallerText
  /// From 1.
  package var line: Int
  /// From 1, in Unicode characters.
  package var column: Int
  /// JSONPath (RFC 9535), such as `$.factors.infection_probability.values[2]`.
  package var path: String
  /// What is wrong, the allowed values, and why.
  package var message: String
  /// The nearest valid name, if one is near.
  package var suggestion: String?
  /// The line of the file around the mistake, and how many characters of it from `sourceColumn` on
  /// are meant.
  package var sourceLine: String
  package var sourceColumn: Int
  package var width: Int
  /// Whether the mistake stands in a setting of the caller's instead of in the file.
  package var isOption: Bool

  /// `file:line:column: error[code] $.path: message`, then the line with a caret.
  package var description: String { text.description }

  /// The description, with the settings of whoever asked.
  fileprivate var text: CallerText {
    let place = isOption ? file : "\(file):\(line):\(column)"
    let nearest = suggestion.map { "; did you mean \(JSONText.quoted($0))?" } ?? ""
    let lines = isOption || sourceLine.isEmpty ? "" : "\n\(excerpt)"
    return "\(place): error[\(code.rawValue)] \(path): \(message)\(nearest)\(lines)"
  }

  /// At most 100 characters of the line around the mistake, with carets below.
  private var excerpt: String {
    let characters = Array(sourceLine.unicodeScalars)
    let first = max(0, min(sourceColumn - 1 - 40, characters.count - 100))
    let shown = characters[first..<min(characters.count, first + 100)]
    let clean = String(
      String.UnicodeScalarView(
        shown.map { $0.properties.isWhitespace || $0.value < 0x20 ? " " : $0 }))
    let number = "\(line)"
    let margin = String(repeating: " ", count: number.count)
    let before = shown.prefix(max(0, sourceColumn - 1 - first))
    let lead = before.map { $0.isWide ? "  " : " " }.joined()
    let room = max(1, shown.count - (sourceColumn - 1 - first))
    let carets = String(repeating: "^", count: max(1, min(width, room)))
    return "  \(number) | \(clean)\n  \(margin) | \(lead)\(carets)"
  }
}

extension Unicode.Scalar {
  /// Whether terminals show it two columns wide: of the texts of Unicode those of East Asia and emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xff01...0xff60: true
    default: properties.isIdeographic || properties.isEmojiPresentation
    }
  }
}

extension Diagnostic {
  /// For `--json`.
  ///
  /// - Parameter words: how the caller words settings.
  fileprivate func members(
    _ words: (CallerText.Setting) -> String
  ) -> [(String, JSONText)] {
    [
      ("code", .string(code.rawValue)), ("file", .string(file.text(words))),
      ("line", .int(line)), ("column", .int(column)), ("path", .string(path)),
      ("message", .string(message)), ("suggestion", .text(suggestion)),
    ]
  }
}

/// A study file that cannot be run, worded for the person who wrote it.
package struct StudyFileError: WordedError, Hashable {
  /// The first mistakes, by position; at least one.
  package var diagnostics: [Diagnostic]
  /// How many more there are.
  package var more: Int

  package init(diagnostics: [Diagnostic], more: Int = 0) {
    self.diagnostics = diagnostics
    self.more = more
  }

  package var code: ErrorCode { diagnostics[0].code }
  package var file: CallerText? { diagnostics[0].file }
  package var path: String? { diagnostics[0].path }

  /// All that is shown, with the settings of whoever asked.
  package var message: CallerText {
    let end: CallerText = more > 0 ? "\n... and \(readable(Double(more))) more" : ""
    return diagnostics.enumerated().reduce("") { text, next in
      "\(text)\(next.offset > 0 ? "\n" : "")\(next.element.text)"
    } + end
  }

  /// The mistakes say themselves that they are errors, and where.
  package func text(_ words: (CallerText.Setting) -> String) -> String { message.text(words) }

  /// All that is shown, where the first mistake is, and each one under `errors`.
  package func members(_ words: (CallerText.Setting) -> String) -> [(String, JSONText)] {
    usualMembers(words) + errors(words)
  }

  /// The mistakes, as `check --json` lists them.
  ///
  /// - Parameter words: how the caller words settings.
  package func errors(_ words: (CallerText.Setting) -> String) -> [(String, JSONText)] {
    [
      ("errors", .array(diagnostics.map { .object($0.members(words)) })), ("more", .int(more)),
    ]
  }
}
