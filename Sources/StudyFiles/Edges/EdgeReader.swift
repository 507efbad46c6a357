import DurableFiles
import PlainText
import SpreadModel

/// Reads an edge file, line by line: memory grows with the edges, eight bytes each.
///
/// Source: docs/study-files.md, "Contacts".
struct EdgeReader {
  /// How ids are read.
  enum Ids {
    /// Whole numbers below `people` are people's numbers.
    case numbers(people: Int)
    /// Everything is a label; there may be `people` of them.
    case labels(people: Int)
  }

  enum Outcome {
    case list(EdgeList)
    /// Not all ids are numbers of people: read it again, with labels.
    case needsLabels
    case mistakes([EdgeMistake])
  }

  /// After so many mistakes reading ends.
  static let mostMistakes = 10

  private let ids: Ids
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

  private init(_ ids: Ids) { self.ids = ids }

  /// - Parameter labels: known so far, to which new ones are added.
  /// - Throws: `DurableFileError` if the file cannot be read.
  static func read(
    _ path: String, _ origin: ReadableFile.Origin, _ ids: Ids, labels: inout LabelTable
  ) throws(DurableFileError) -> Outcome {
    var reader = EdgeReader(ids)
    let scanner = try LineScanner(path, origin)
    while !reader.isOver, let line = try scanner.nextLine() {
      reader.read(line, scanner.number, isTooLong: scanner.isTooLong, &labels)
    }
    reader.addUndecided(&labels)
    if reader.needsLabels { return .needsLabels }
    if reader.mistakes.isEmpty, reader.from.isEmpty {
      reader.add(
        .empty, "the file has no edges; give at least one line with two people", 1,
        UnsafeBufferPointer(start: nil, count: 0), 0..<0)
    }
    guard reader.mistakes.isEmpty else { return .mistakes(reader.mistakes) }
    return .list(
      EdgeList(
        from: reader.from, to: reader.to, path: path, digest: scanner.digest(),
        header: reader.header, jumps: reader.jumps))
  }

  /// Mistakes at lines of a file that was read before, in the order of the lines.
  static func mistakes(
    _ code: ErrorCode, in path: String, lines: [Int], _ message: (Int) -> String
  ) -> [EdgeMistake] {
    // A file that has become unreadable meanwhile has its mistakes without their lines.
    let scanner = try? LineScanner(path, .named)
    return lines.enumerated().map { index, number in
      while let scanner, scanner.number < number, let line = try? scanner.nextLine() {
        if scanner.number == number {
          return EdgeMistake(code, message(index), line: number, of: line, at: 0..<line.count)
        }
      }
      return EdgeMistake(
        code, message(index), line: number, of: UnsafeBufferPointer(start: nil, count: 0),
        at: 0..<0)
    }
  }

  private mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, _ number: Int, isTooLong: Bool, _ labels: inout LabelTable
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
        addUndecided(&labels)
        if isOver { return }
      }
    }
    addEdge(parts, number, line, &labels)
  }

  /// The first line is no header, but two people.
  private mutating func addUndecided(_ labels: inout LabelTable) {
    guard let first = undecided else { return }
    undecided = nil
    first.line.withUnsafeBufferPointer { line in
      var parts = EdgeLine(EdgeLine.Separator(firstLine: line))
      guard (try? parts.split(line)) != nil else { return }  // it was split before
      addEdge(parts, first.number, line, &labels)
    }
  }

  private mutating func addEdge(
    _ parts: EdgeLine, _ number: Int, _ line: UnsafeBufferPointer<UInt8>,
    _ labels: inout LabelTable
  ) {
    guard let a = person(parts.columns[layout.a], parts, number, line, &labels),
      let b = person(parts.columns[layout.b], parts, number, line, &labels)
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
    _ column: EdgeLine.Column, _ parts: EdgeLine, _ number: Int,
    _ line: UnsafeBufferPointer<UInt8>, _ labels: inout LabelTable
  ) -> UInt32? {
    let id = UnsafeBufferPointer(rebasing: line[column.start..<column.end])
    let value = Self.wholeNumber(id)
    switch ids {
    case .numbers(let people):
      if let value, value < people { return UInt32(value) }
      (needsLabels, isOver) = (true, true)
      return nil
    case .labels(let people):
      let place = column.start..<column.end
      // Labels that are known were looked at when they came first.
      let isKnown = !column.hasQuotes && labels.find(id) != nil
      if !isKnown, let problem = Self.problem(id, isWhole: value != nil) {
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
      let person =
        column.hasQuotes
        ? parts.text(column, of: line).withUnsafeBufferPointer { labels.number(of: $0) }
        : labels.number(of: id)
      guard person < people else {
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
