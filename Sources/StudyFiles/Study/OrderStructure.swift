import PlainText
package import SpreadModel

/// An order as a study says it: a file with ranks.
package struct OrderStructure: Hashable, Sendable {
  package var file: PeopleFile
  /// Of a file that was read.
  package var order: ImmuneOrder?

  static let codec = Codec<OrderStructure>.object(
    OrderStructure(file: PeopleFile(file: "")),
    [
      Member(
        "file", required: .text,
        "A file with the columns person and rank, smallest first; \(PeopleFile.about)",
        set: { $0.file = PeopleFile(file: $1) }, get: \.file.file),
      Member(
        "sha256", optional: .text, PeopleFile.aboutDigest, set: { $0.file.wantedDigest = $1 },
        get: \.file.digest),
    ])

  /// - Parameter withFile: as of `GroupStructure`.
  func json(withFile: Bool) -> JSONText { Self.codec.write(self).without(withFile ? [] : ["file"]) }
}
