/// A file of edges read once more, from docs/study-files.md alone: whole text, whole lines, no bytes.
enum PlainEdges: Equatable {
  /// Neighbors by person, and the labels of people in their order; nil where they are numbers.
  case lists([[Int]], labels: [String]?)
  case refused

  static func read(_ text: String, people: Int, directed: Bool, merge: Bool) -> PlainEdges {
    var text = Array(text.unicodeScalars)
    if text.first == "\u{feff}" { text.removeFirst() }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
      .filter { $0.first != "#" && $0.contains { $0 != " " && $0 != "\t" } }
    guard let first = lines.first else { return .refused }
    let separator: Unicode.Scalar = first.contains(",") ? "," : first.contains("\t") ? "\t" : " "
    var rows: [[String]] = []
    for line in lines {
      guard let row = fields(Array(line), separator) else { return .refused }
      rows.append(row)
    }
    guard let places = columns(rows) else { return .refused }
    if places.hasHeader { rows.removeFirst() }
    guard !rows.isEmpty, rows.allSatisfy({ $0.count == places.count }) else { return .refused }
    let pairs = rows.map { [$0[places.a], $0[places.b]] }
    return lists(pairs, people, directed, merge)
  }

  /// The two columns with people; nil where the first line is none that may be.
  private static func columns(
    _ rows: [[String]]
  ) -> (a: Int, b: Int, count: Int, hasHeader: Bool)? {
    let names = rows[0]
    let plain = names.map {
      $0.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    }
    guard names.count > 1, !plain.contains("weight") else { return nil }
    let ours = plain.indices.filter { ["person_a", "person_b"].contains(plain[$0]) }
    if !ours.isEmpty {
      guard Set(ours.map { names[$0] }) == ["person_a", "person_b"], ours.count == 2 else {
        return nil
      }
      return (
        names.firstIndex(of: "person_a")!, names.firstIndex(of: "person_b")!, names.count, true
      )
    }
    let lowercase = names.map { $0.lowercased() }
    for pair in [
      ["source", "target"], ["from", "to"], ["node1", "node2"], ["u", "v"], ["i", "j"],
    ]
    where pair.allSatisfy({ lowercase.contains($0) }) {
      guard lowercase.filter({ pair.contains($0) }).count == 2 else { return nil }
      return (
        lowercase.firstIndex(of: pair[0])!, lowercase.firstIndex(of: pair[1])!, names.count, true
      )
    }
    let below = rows.dropFirst().map { $0.prefix(2) }
    let isHeader =
      names.prefix(2).allSatisfy(isLabel) && !below.isEmpty
      && below.allSatisfy { $0.allSatisfy(isWhole) }
    return (0, 1, names.count, isHeader)
  }

  private static func lists(
    _ pairs: [[String]], _ people: Int, _ directed: Bool, _ merge: Bool
  ) -> PlainEdges {
    let ids = pairs.flatMap(\.self)
    var labels: [String]?
    if !ids.allSatisfy({ isWhole($0) && $0.count < 10 && Int($0)! < people }) {
      guard ids.allSatisfy(isWhole) || ids.allSatisfy(isLabel) else { return .refused }
      var order: [String] = []
      for id in ids where !order.contains(id) { order.append(id) }
      guard order.count <= people else { return .refused }
      labels = order
    }
    var lists = [[Int]](repeating: [], count: people)
    for pair in pairs {
      let ends = pair.map { id in labels.map { $0.firstIndex(of: id)! } ?? Int(id)! }
      guard ends[0] != ends[1] else { return .refused }
      let isKnown = lists[ends[0]].contains(ends[1])
      if isKnown, !merge { return .refused }
      if !isKnown { lists[ends[0]].append(ends[1]) }
      if !directed, !lists[ends[1]].contains(ends[0]) { lists[ends[1]].append(ends[0]) }
    }
    return .lists(lists.map { $0.sorted() }, labels: labels)
  }

  private static func isWhole(_ id: String) -> Bool {
    !id.isEmpty && id.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
      && (id == "0" || !id.hasPrefix("0"))
  }

  /// Neither a number nor control characters.
  private static func isLabel(_ id: String) -> Bool {
    guard let first = id.first else { return false }
    return !("+-.0123456789".contains(first) && Double(id) != nil)
      && !id.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// A line's columns without the blanks around them; nil where quotes or separators are misplaced.
  private static func fields(
    _ line: [Unicode.Scalar], _ separator: Unicode.Scalar
  ) -> [String]? {
    var fields: [String] = []
    var rest = line[...]
    func dropBlanks() { rest = rest.drop { $0 == " " } }
    dropBlanks()
    while true {
      var field = ""
      dropBlanks()
      if rest.first == "\"" {
        rest.removeFirst()
        while true {
          guard let next = rest.popFirst() else { return nil }
          if next != "\"" {
            field.unicodeScalars.append(next)
          } else if rest.first == "\"" {
            field.unicodeScalars.append(rest.removeFirst())
          } else {
            break
          }
        }
        let isApart = rest.first == " "
        dropBlanks()
        guard rest.isEmpty || rest.first == separator || separator == " " && isApart else {
          return nil
        }
      } else {
        let end = rest.firstIndex(of: separator) ?? rest.endIndex
        let text = rest[..<end]
        guard !text.contains(where: { $0 == "," || $0 == "\t" }) else { return nil }
        field.unicodeScalars.append(contentsOf: text)
        while field.hasSuffix(" ") { field.removeLast() }
        rest = rest[end...]
      }
      fields.append(field)
      if separator == " " {
        dropBlanks()
        if rest.isEmpty { return fields }
      } else {
        // An empty column may follow.
        guard rest.popFirst() != nil else { return fields }
      }
    }
  }
}
