package import PlainText
package import SpreadModel

/// Contacts that a file lists, read and checked.
package struct EdgeFile: Sendable {
  /// What to do with an edge that comes again.
  package enum Repeated: String, CaseIterable, Sendable {
    case error, merge
  }

  /// The path as the study gives it.
  package var file: String
  package var isDirected: Bool
  package var repeated: Repeated
  /// Nil only where reading it failed, of studies that are thrown away.
  var list: EdgeList?
  /// Of ids that are labels: their numbers.
  var labels: PeopleLabels?

  /// The file's SHA-256, in hexadecimal.
  package var digest: String { list?.digest ?? "" }
  /// Edges in the file.
  package var edgeCount: Int { list?.from.count ?? 0 }
  /// Bytes of the edges as they were read, which stay beside the lists of neighbors.
  package var bytes: Double { 8 * Double(edgeCount) }

  /// The first line, if it is a header though it has other names than `person_a` and `person_b`.
  var header: EdgeList.Header? { list?.header }

  /// What the contacts are, whatever the file is called.
  var identityText: String {
    "\(digest) \(isDirected ? "directed" : "undirected") \(repeated.rawValue)"
      + (header == nil ? "" : " header")
      + (labels.map { " labels \($0.digest)" } ?? "")
  }

  /// The lists of neighbors in a group of so many.
  package func contacts(people: Int) -> Contacts {
    guard let list else { return .grid }
    return .edges(
      list.table(
        people: people, isDirected: isDirected, isMerged: repeated == .merge,
        source: identityText))
  }
}

extension EdgeFile: FileObject {
  static let blank = EdgeFile(file: "", isDirected: false, repeated: .error)
  static let fileMembers: [Member<Self>] = [
    Member(
      "file", required: \.file, .text,
      "The file of edges (separated by commas, tabs or blanks); its path is relative to the study file's folder."
    ),
    Member(
      "directed", \.isDirected, .flag,
      "Whether only person_a may infect person_b, not the other way round."),
    Member(
      "repeated", \.repeated, .choice,
      "Whether a repeated edge is a mistake (error) or counts once (merge)."),
    Member(
      name: "sha256",
      key: { _ in
        KeyShape(
          "sha256", .text, "SHA-256 digest of the file; a file with a different digest is refused.")
      },
      read: { _, _, _ in true }, write: { .string($0.digest) }),
  ]
}

extension EdgeFile {
  /// That the first line was not taken for two people, of a file without a study.
  package var headerNote: Note? { headerNote(at: .root) }

  /// That the first line was not taken for two people.
  func headerNote(at path: JSONPath) -> Note? {
    header.map { header in
      Note(
        .edgeHeader, path,
        "line \(header.line) of \(file) (\(header.text)) is a header, not two people; if it is two "
          + "people, write the line person_a,person_b above it")
    }
  }

  /// Edges that come again and may not, in a group of so many; at most as many as are reported.
  func repeats(_ people: Int) -> [EdgeMistake] {
    guard repeated == .error, let list else { return [] }
    let table = list.table(
      people: people, isDirected: isDirected, isMerged: false, source: identityText)
    func name(_ person: UInt32) -> String {
      labels.map { JSONText.quoted($0[Int(person)]) } ?? "\(person)"
    }
    return list.repeats(in: table, isDirected: isDirected, most: EdgeReader.mostMistakes).map {
      EdgeMistake(
        .duplicateValue,
        "\(name(list.from[$0.edge])) and \(name(list.to[$0.edge])) are the contact of line "
          + "\(list.line(of: $0.earlier)) again"
          + (isDirected ? "" : " (contacts go both ways unless \"directed\" is true)")
          + "; remove it, or give \"repeated\": \"merge\"", line: list.line(of: $0.edge))
    }
  }
}

/// Equal where they say the same, wherever they were read.
extension EdgeFile: Hashable {
  private var said: [String] { [file, identityText] }

  package static func == (left: EdgeFile, right: EdgeFile) -> Bool { left.said == right.said }
  package func hash(into hasher: inout Hasher) { hasher.combine(said) }
}
