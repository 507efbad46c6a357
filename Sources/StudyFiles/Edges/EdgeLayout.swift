import PlainText

/// Which columns of an edge file name the two people.
struct EdgeLayout {
  private(set) var a = 0
  private(set) var b = 1
  /// Columns of each line.
  private(set) var count = 2
  private(set) var hasHeader = false
  /// Whether the header has the names of another program.
  private(set) var isForeign = false

  /// What a first line may not be.
  struct Fault: Error {
    var code: ErrorCode
    var message: String
    /// The column that is meant; nil: the line.
    var column: Int?
  }

  private static let names = ["person_a", "person_b"]
  /// What other programs write above their edges, in any case.
  private static let foreignNames = [
    ["source", "target"], ["from", "to"], ["node1", "node2"], ["u", "v"], ["i", "j"],
  ]

  init() {}

  /// By the header, or without one the first two.
  init(firstLine parts: EdgeLine, of line: UnsafeBufferPointer<UInt8>) throws(Fault) {
    count = parts.columns.count
    let header = parts.columns.map { String(decoding: parts.text($0, of: line), as: UTF8.self) }
    let plain = header.map { name in
      name.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    }
    if let weight = plain.firstIndex(of: "weight") {
      throw Fault(
        code: .conflict,
        message: "edges cannot have weights: contacts are chosen with equal probability; leave "
          + "the column out, or give it another name if it means something else", column: weight)
    }
    for column in header.indices where Self.names.contains(plain[column]) {
      if !Self.names.contains(header[column]) {
        throw Fault(
          code: .unknownKey, message: "name this column \(plain[column]), in this spelling",
          column: column)
      }
    }
    try expectOnce(Self.names, in: header)
    let places = Self.names.map { header.firstIndex(of: $0) }
    switch (places[0], places[1]) {
    case (let a?, let b?): (self.a, self.b, hasHeader) = (a, b, true)
    case (nil, nil):
      let lowercase = header.map { $0.lowercased() }
      for names in Self.foreignNames {
        guard let a = lowercase.firstIndex(of: names[0]),
          let b = lowercase.firstIndex(of: names[1])
        else { continue }
        try expectOnce(names, in: lowercase)
        (self.a, self.b, hasHeader, isForeign) = (a, b, true, true)
        return
      }
      guard count >= 2 else {
        throw Fault(
          code: .missing,
          message:
            "there is only one column (separated by \(parts.separator.words)); an edge needs "
            + "two people, in columns that commas, tabs or blanks separate", column: nil)
      }
    case (nil, _), (_, nil):
      let missing = Self.names[places[0] == nil ? 0 : 1]
      throw Fault(
        code: .missing, message: "there is no column \(missing)", column: nil)
    }
  }

  private func expectOnce(_ names: [String], in header: [String]) throws(Fault) {
    for column in header.indices
    where names.contains(header[column]) && header.firstIndex(of: header[column]) != column {
      throw Fault(
        code: .duplicateKey, message: "two columns are named \(header[column]); rename one",
        column: column)
    }
  }
}
