import Checksums
import PlainText
package import SpreadModel

/// Contacts that a file lists, read and checked.
package struct EdgeFile: Sendable {
  /// What to do with an edge that comes again.
  package enum Repeated: String, CaseIterable, Sendable {
    case error, merge
  }

  /// What ids are, where that is not evident.
  package enum Ids: String, CaseIterable, Sendable {
    /// All of them, numbers as well.
    case labels
  }

  /// The path as the study gives it.
  package var file: String
  package var isDirected: Bool
  package var repeated: Repeated
  /// Of person_a and person_b; nil: by the header, or the only two.
  package var columns: [ColumnName]?
  package var ids: Ids?
  /// Columns that do not matter.
  package var ignore: [ColumnName]?
  /// Nil: all contacts have the weight 1.
  package var weight: EdgeWeight?
  /// The digest that the file must have; nil: any.
  var wantedDigest: String?
  /// Nil only where reading it failed, of studies that are thrown away.
  var list: EdgeList?
  /// Of ids that are labels: their numbers.
  var labels: PeopleLabels?

  package init(
    file: String, isDirected: Bool = false, repeated: Repeated = .error,
    columns: [ColumnName]? = nil, ids: Ids? = nil, ignore: [ColumnName]? = nil,
    weight: EdgeWeight? = nil
  ) {
    (self.file, self.isDirected, self.repeated) = (file, isDirected, repeated)
    (self.columns, self.ids, self.ignore, self.weight) = (columns, ids, ignore, weight)
  }

  /// A file that is written with these bytes and lists the edges of a table, once each.
  package init(file: String, _ bytes: [UInt8], _ table: NeighborTable) {
    self.init(file: file)
    let edges = (0..<UInt32(table.people)).flatMap { person in
      table.neighbors(of: Int(person)).filter { $0 > person }.map { (person, $0) }
    }
    list = EdgeList(
      from: edges.map(\.0), to: edges.map(\.1),
      facts: EdgeFacts(file: FileFacts(origin: FileOrigin(digest: SHA256.hexDigest(of: bytes)))),
      jumps: [])
  }

  /// The file's SHA-256, in hexadecimal.
  package var digest: String { list?.facts.file.origin.digest ?? "" }
  /// Edges in the file.
  package var edgeCount: Int { list?.from.count ?? 0 }

  /// No contact's chance is a larger multiple of the infection probability.
  package var largestFactor: Double {
    let largest = Double(list?.weights.max() ?? 1)
    return weight?.exposure.map { max(1, largest / $0) } ?? largest
  }
  /// Bytes of the edges as they were read, which stay beside the lists of neighbors.
  package var bytes: Double { (weight == nil ? 8 : 12) * Double(edgeCount) }

  /// Whether the first line is a header by other names than `person_a` and `person_b`.
  var hasForeignHeader: Bool { list?.facts.header != nil }

  /// What the contacts are, whatever the file is called.
  var identityText: String {
    let facts = list?.facts ?? EdgeFacts()
    return "\(digest) \(isDirected ? "directed" : "undirected") \(repeated.rawValue)"
      + (facts.header == nil ? "" : " header")
      + (facts.isMixed ? " mixed" : "")
      + (facts.columns.map { " columns \($0[0]) \($0[1])" } ?? "")
      + (facts.weightColumn.map { " weight \($0)" } ?? "")
      + (weight?.exposure.map { " exposure \($0)" } ?? "")
      + (labels.map { " labels \($0.digest)" } ?? "")
  }

  /// Takes what was read, which may say itself which contacts go one way.
  mutating func take(_ list: EdgeList) {
    self.list = list
    isDirected = list.facts.isDirected ?? isDirected
  }

  /// The lists of neighbors in a group of so many.
  ///
  /// - Precondition: the file was read.
  package func contacts(people: Int) -> Contacts {
    guard let list else { preconditionFailure("\(file) was not read") }
    return .edges(
      list.table(
        people: people, isDirected: isDirected, isMerged: repeated == .merge,
        exposure: weight?.exposure, source: identityText))
  }
}

extension EdgeFile: FileObject {
  static let blank = EdgeFile(file: "")
  static let fileMembers: [Member<Self>] = [
    Member(
      "file", required: \.file, .text,
      "The file of edges; its path is relative to the study file's folder."),
    Member(
      "columns", optional: \.columns, .columns(atLeast: 2),
      "The columns of person_a and person_b, by name or number from 1."),
    Member(
      "ids", optional: \.ids, .choice,
      "That all ids are labels, also those that are whole numbers."),
    Member(
      "ignore", optional: \.ignore, .columns(atLeast: 0),
      "Columns that do not matter, by name or number from 1."),
    Member(
      "weight", optional: \.weight, EdgeWeight.codec,
      "The column of weights, from 0, by name or number from 1: factors of the infection probability; or durations."
    ),
    Member(
      "directed", \.isDirected, .flag,
      "Whether only person_a may infect person_b, not the other way round."),
    Member(
      "repeated", \.repeated, .choice,
      "Whether a repeated edge is a mistake (error) or counts once (merge), with the sum of the weights."
    ),
    Member(
      "sha256", optional: .text,
      "SHA-256 digest of the file; a file with a different digest is refused.",
      set: { $0.wantedDigest = $1 }, get: \.digest),
  ]
}

extension EdgeFile {
  /// Edges that come again and may not, in a group of so many; at most as many as are reported.
  ///
  /// - Parameter numbers: those of people in the file, where they have others here.
  func repeats(
    _ people: Int, numbers: [UInt32]? = nil, _ words: FileSettings
  ) -> [FileMistake] {
    guard repeated == .error, let list else { return [] }
    let table = list.table(
      people: people, isDirected: isDirected, isMerged: false, exposure: weight?.exposure,
      source: identityText)
    func name(_ person: UInt32) -> String {
      labels.map { JSONText.quoted($0[Int(person)]) } ?? "\(numbers?[Int(person)] ?? person)"
    }
    return list.repeats(in: table, isDirected: isDirected, most: EdgeReader.mostMistakes).map {
      FileMistake(
        .duplicateValue,
        "\(name(list.from[$0.edge])) and \(name(list.to[$0.edge])) are the contact of line "
          + "\(list.line(of: $0.earlier)) again"
          + (isDirected ? "" : " (contacts go both ways unless \(words.directed) is given)")
          + "; remove it, or give \(words.merged)", line: list.line(of: $0.edge))
    }
  }
}

/// Equal where they say the same, wherever they were read.
extension EdgeFile: Hashable {
  private var said: [String] { [file, identityText] }

  package static func == (left: EdgeFile, right: EdgeFile) -> Bool { left.said == right.said }
  package func hash(into hasher: inout Hasher) { hasher.combine(said) }
}
