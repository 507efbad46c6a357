import PlainText

/// Two people on a line that may be no edge: the rest of the file decides.
struct HeldEdge {
  let ids: [[UInt8]]
  /// Where its columns are.
  let place: CSVRecords.Place

  init(_ records: CSVRecords, _ layout: EdgeLayout, line: Int? = nil) {
    ids = [layout.a, layout.b].map { Array(records.text(records.fields[$0])) }
    var place = records.place()
    if let line { place.line = line }
    self.place = place
  }

  var line: Int { place.line }

  /// Whether the line that was read last has the same ids.
  func isEqual(to records: CSVRecords, _ layout: EdgeLayout) -> Bool {
    records.text(records.fields[layout.a]).elementsEqual(ids[0])
      && records.text(records.fields[layout.b]).elementsEqual(ids[1])
  }
}

/// Lines above all others that begin with `#` and no blank: comments, unless a label below begins with
/// `#` as well.
struct EdgeComments {
  private var lines: [(number: Int, text: [UInt8])] = []
  private var bytes = 0

  /// Beyond this the file has to say what they are.
  private static let mostBytes = 1 << 20
  /// Bytes that a line takes besides its text.
  private static let ofLine = 64

  /// - Throws: where there are too many of them to keep.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) throws(FileMistake) {
    bytes += line.count + Self.ofLine
    guard bytes <= Self.mostBytes else {
      throw FileMistake(
        .syntax,
        "thousands of lines up to here begin with #: if they are edges, name the columns person_a and "
          + "person_b in a line above the first one; if they are comments, remove them",
        at: CSVRecords.Place(
          line: number, column: 1, width: 1, text: String(decoding: line.prefix(100), as: UTF8.self)
        )
      )
    }
    lines.append((number, Array(line)))
  }

  /// Those that have the columns of the edges.
  func edges(like records: CSVRecords, _ layout: EdgeLayout) -> [HeldEdge] {
    lines.compactMap { line in
      var rest = line.text[...]
      let own = try? CSVRecords(.edges) { room in
        let piece = rest.prefix(room.count)
        rest = rest.dropFirst(piece.count)
        room.copyBytes(from: piece)
        return piece.count
      }
      guard let own, (try? own.next()) == true, own.separator == records.separator,
        own.fields.count == layout.count
      else { return nil }
      return HeldEdge(own, layout, line: line.number)
    }
  }
}
