import DurableFiles
import PlainText
import SpreadModel

/// Reads an edge file, line by line: memory grows with the edges, eight bytes each.
///
/// Source: docs/study-files.md, "Contacts".
struct EdgeReader {
  /// Why a file has no list.
  enum Problem: Error {
    case unreadable(DurableFileError)
    case mistakes([EdgeMistake])
    /// Not all ids are numbers of people: all files are read again, with labels.
    case needsLabels
  }

  /// After so many mistakes reading ends.
  static let mostMistakes = 10

  /// Those in the group.
  private let people: Int
  /// Nil while ids are numbers of people.
  private var labels: LabelTable?
  private var from: [UInt32] = []
  private var to: [UInt32] = []
  private var jumps: [(edge: Int, line: Int)] = []
  private var nextLine = 1
  private var mistakes: [EdgeMistake] = []
  private var line: EdgeLine?
  private var layout = EdgeLayout()
  /// The first line, if it is of words: people, or a header where the ids below it are numbers.
  private var undecided: (line: [UInt8], number: Int)?
  private var header: EdgeList.Header?
  /// Of labels: whether the first one is a whole number; all are like it.
  private var labelsAreNumbers: Bool?
  private var needsLabels = false
  private var isOver = false

  private init(_ people: Int, _ labels: LabelTable?) {
    (self.people, self.labels) = (people, labels)
  }

  /// Reads files: as numbers of people where all ids of all files are such, as labels otherwise.
  ///
  /// - Parameter people: those in the group; nil: as many as the files name, where numbers of people go
  ///   up to the largest, unless most of them would be in no edge.
  static func read(
    _ files: [EdgeSource], people: Int?
  ) -> (lists: [Result<EdgeList, Problem>], labels: PeopleLabels?) {
    func read(_ labels: inout LabelTable?) -> [Result<EdgeList, Problem>] {
      files.map { file in
        Result { () throws(Problem) in
          try list(file, people ?? AllowedValues.mostPeople, &labels)
        }
      }
    }
    var labels: LabelTable?
    let numbered = read(&labels)
    let needsLabels = numbered.contains {
      switch $0 {
      case .success(let list): people == nil && list.people >= 20 * (list.from.count + 50)
      case .failure(.needsLabels): true
      case .failure: false
      }
    }
    guard needsLabels else { return (numbered, nil) }
    labels = LabelTable()
    return (read(&labels), labels.map(PeopleLabels.init))
  }

  /// - Parameter labels: known so far, to which new ones are added.
  private static func list(
    _ file: EdgeSource, _ people: Int, _ labels: inout LabelTable?
  ) throws(Problem) -> EdgeList {
    var reader = EdgeReader(people, labels)
    labels = nil  // so that they are not copied
    defer { labels = reader.labels }
    let digest: String
    do throws(DurableFileError) {
      let scanner = try LineScanner(file.path, file.origin)
      while !reader.isOver, let line = try scanner.nextLine() {
        reader.read(line, scanner.number, isTooLong: scanner.isTooLong)
      }
      digest = scanner.digest()
    } catch { throw .unreadable(error) }
    reader.addUndecided()
    if reader.needsLabels { throw .needsLabels }
    if reader.mistakes.isEmpty, reader.from.isEmpty {
      reader.add(
        .empty, "the file has no edges; give at least one line with two people", 1,
        UnsafeBufferPointer(start: nil, count: 0), 0..<0)
    }
    guard reader.mistakes.isEmpty else { throw .mistakes(reader.mistakes) }
    return EdgeList(
      from: reader.from, to: reader.to, path: file.path, digest: digest, header: reader.header,
      jumps: reader.jumps)
  }

  private mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, isTooLong: Bool
  ) {
    if isTooLong {
      return stop(
        .outOfRange, "the line is longer than \(LineScanner.mostBytes) bytes; is this a text file?",
        number, line, 0..<1)
    }
    if let zero = line.firstIndex(of: 0) {
      return stop(.syntax, "a zero byte: this is not a text file", number, line, zero..<zero + 1)
    }
    guard line.first != UInt8(ascii: "#"),
      line.contains(where: { $0 != UInt8(ascii: " ") && $0 != 0x09 })
    else { return }
    let isFirst = self.line == nil
    var parts = self.line ?? EdgeLine(EdgeLine.Separator(firstLine: line))
    self.line = nil  // so that its columns are not copied
    defer { self.line = parts }
    do throws(EdgeLine.Fault) { try parts.split(line) } catch {
      return add(
        .syntax, error.problem, number, line, error.place..<min(line.count, error.place + 1))
    }
    if isFirst {
      do throws(EdgeLayout.Fault) {
        layout = try EdgeLayout(firstLine: parts, of: line)
      } catch {
        return stop(
          error.code, error.message, number, line, Self.bytes(error.column, of: parts, line))
      }
      if layout.isForeign { header = EdgeList.Header(line: number, of: line) }
      if layout.hasHeader { return }
      if ids(of: parts, in: line).allSatisfy({ Self.isWord($0) }) {
        undecided = (Array(line), number)
        return
      }
    }
    guard parts.columns.count == layout.count else {
      return add(
        .unequalLengths,
        "\(parts.columns.count) column\(parts.columns.count == 1 ? "" : "s"), the first line has \(layout.count) (separated by "
          + "\(parts.separator.words))", number, line, 0..<line.count)
    }
    if let first = undecided {
      if ids(of: parts, in: line).allSatisfy({ Self.wholeNumber($0) != nil }) {
        undecided = nil
        first.line.withUnsafeBufferPointer {
          header = EdgeList.Header(line: first.number, of: $0)
        }
      } else {
        addUndecided()
        if isOver { return }
      }
    }
    addEdge(parts, number, line)
  }

  /// The first line is no header, but two people.
  private mutating func addUndecided() {
    guard let first = undecided else { return }
    undecided = nil
    first.line.withUnsafeBufferPointer { line in
      var parts = EdgeLine(EdgeLine.Separator(firstLine: line))
      guard (try? parts.split(line)) != nil else { return }  // it was split before
      addEdge(parts, first.number, line)
    }
  }

  private mutating func addEdge(
    _ parts: EdgeLine, _ number: Int, _ line: UnsafeBufferPointer<UInt8>
  ) {
    guard let a = person(parts.columns[layout.a], parts, number, line),
      let b = person(parts.columns[layout.b], parts, number, line)
    else { return }
    if a == b {
      let column = parts.columns[layout.b]
      return add(
        .badRelation,
        "a person cannot be a neighbor of themselves; remove the line", number, line,
        column.start..<column.end)
    }
    if 2 * from.count + 2 > NeighborTable.mostEntries {
      return stop(
        .tooMany, "the file has more edges than this program can hold", number, line, 0..<1)
    }
    if number != nextLine { jumps.append((from.count, number)) }
    nextLine = number + 1
    from.append(a)
    to.append(b)
  }

  /// The person of an id; nil where there is a mistake, or the file has to be read with labels.
  private mutating func person(
    _ column: EdgeLine.Column, _ parts: EdgeLine, _ number: Int, _ line: UnsafeBufferPointer<UInt8>
  ) -> UInt32? {
    let place = column.start..<column.end
    let id = UnsafeBufferPointer(rebasing: line[place])
    let value = Self.wholeNumber(id)
    guard labels != nil else {
      if let value, value < people { return UInt32(value) }
      (needsLabels, isOver) = (true, true)
      return nil
    }
    let known = column.hasQuotes ? nil : labels?.find(id)
    // Labels that are known were looked at when they came first.
    if known == nil, let problem = Self.problem(id, isWhole: value != nil) {
      add(problem.code, problem.message, number, line, place)
      return nil
    }
    let isNumber = value != nil
    if labelsAreNumbers == nil { labelsAreNumbers = isNumber }
    if labelsAreNumbers != isNumber {
      stop(
        .badRelation,
        (isNumber
          ? "this is a number, but earlier ids are labels"
          : "this is a label, but earlier ids are numbers")
          + "; give all people numbers or all of them labels (if this is the first line after a "
          + "header, name two of its columns person_a and person_b)",
        number, line, place)
      return nil
    }
    guard let person = known ?? self.number(of: column, parts, line), person < people else {
      stop(
        .badRelation,
        "the file names more than the \(people) people of the group; give a larger group_size"
          + (isNumber
            ? ", or numbers of people, which are whole numbers below group_size" : ""),
        number, line, place)
      return nil
    }
    return UInt32(person)
  }

  /// The number of a label, quoted or new; nil while ids are numbers of people.
  private mutating func number(
    of column: EdgeLine.Column, _ parts: EdgeLine, _ line: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    parts.text(column, of: line).withUnsafeBufferPointer { labels?.number(of: $0) }
  }

  /// The two people of a line, as they are written.
  private func ids(
    of parts: EdgeLine, in line: UnsafeBufferPointer<UInt8>
  ) -> [UnsafeBufferPointer<UInt8>] {
    [layout.a, layout.b].map { index in
      let column = parts.columns[index]
      return UnsafeBufferPointer(rebasing: line[column.start..<column.end])
    }
  }

  /// Whether an id is a label that is no number.
  private static func isWord(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    wholeNumber(id) == nil && problem(id, isWhole: false) == nil
  }

  /// The number that digits without leading zeros say; nil for anything else. Numbers of more than 18
  /// digits are all beyond any group.
  private static func wholeNumber(_ id: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = id.first, first != UInt8(ascii: "0") || id.count == 1 else { return nil }
    var value = 0
    for byte in id {
      guard (0x30...0x39).contains(byte) else { return nil }
      if value < Int(1e17) { value = value * 10 + Int(byte - 0x30) }
    }
    return value
  }

  /// Why an id can be no label; nil if it can.
  private static func problem(
    _ id: UnsafeBufferPointer<UInt8>, isWhole: Bool
  ) -> (code: ErrorCode, message: String)? {
    guard let first = id.first else { return (.missing, "a person is missing") }
    if isWhole { return nil }
    if id.count > 1_000 { return (.badLabel, "the label is longer than 1000 bytes") }
    guard let text = String(validating: id, as: UTF8.self) else {
      return (.syntax, "these bytes are not UTF-8: is this a text file?")
    }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return (.badLabel, "a label may not contain control characters")
    }
    let mayBeNumber = (0x30...0x39).contains(first) || "+-.".utf8.contains(first)
    if mayBeNumber, decimalNumber(text) != nil {
      return (
        .notWhole,
        "\(text) is a number, but not a whole number of 0 or more without leading zeros, so it is "
          + "neither the number of a person nor a label"
      )
    }
    return nil
  }

  private static func bytes(
    _ column: Int?, of parts: EdgeLine, _ line: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    guard let column else { return 0..<line.count }
    return parts.columns[column].start..<parts.columns[column].end
  }

  private mutating func add(
    _ code: ErrorCode, _ message: String, _ number: Int,
    _ line: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>
  ) {
    mistakes.append(EdgeMistake(code, message, line: number, of: line, at: bytes))
    if mistakes.count == Self.mostMistakes { isOver = true }
  }

  private mutating func stop(
    _ code: ErrorCode, _ message: String, _ number: Int,
    _ line: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>
  ) {
    add(code, message, number, line, bytes)
    isOver = true
  }
}
