/// Something that may not be what a reader expects: never an error.
package struct Note: Hashable, Sendable, CustomStringConvertible {
  package let code: NoteCode
  /// The file or folder it is about, where one is known.
  package let file: String?
  /// The place in a study, as a JSONPath (RFC 9535), such as `$.analysis.comparisons[0].test`.
  package let path: String?
  /// What will happen or has happened, why, and what to do instead.
  package let message: String

  package init(_ code: NoteCode, file: String? = nil, path: String? = nil, _ message: String) {
    self.code = code
    self.file = file
    self.path = path
    self.message = message
  }

  /// `note: $.path: message [code]`, as clang-tidy and others end their lines.
  package var description: String {
    "note: \(path.map { "\($0): " } ?? "")\(message) [\(code.rawValue)]"
  }

  /// For `--json`.
  package var json: JSONText {
    .object([
      ("code", .string(code.rawValue)), ("file", .text(file)), ("path", .text(path)),
      ("message", .string(message)), ("advice", .null),
    ])
  }
}
