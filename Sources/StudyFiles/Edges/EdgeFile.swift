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
    let lines = list.repeats(in: table, isDirected: isDirected, most: EdgeReader.mostMistakes)
      .map { (line: list.line(of: $0.edge), earlier: list.line(of: $0.earlier)) }
    guard !lines.isEmpty else { return [] }
    return EdgeReader.mistakes(.duplicateValue, in: list.path, lines: lines.map(\.line)) { index in
      "the same contact as line \(lines[index].earlier)"
        + (isDirected ? "" : " (contacts go both ways unless \"directed\" is true)")
        + "; remove it, or give \"repeated\": \"merge\""
    }
  }
}

/// Equal where they say the same, wherever they were read.
extension EdgeFile: Hashable {
  private var said: [String] { [file, identityText] }

  package static func == (left: EdgeFile, right: EdgeFile) -> Bool { left.said == right.said }
  package func hash(into hasher: inout Hasher) { hasher.combine(said) }
}
