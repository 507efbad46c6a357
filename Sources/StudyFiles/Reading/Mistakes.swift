import PlainText

/// The mistakes found so far, and which values must not be relied on because of them.
struct Mistakes {
  struct Entry {
    var place: Node.Place
    /// Asked for of the mistakes that are shown: a file may hold a million others.
    var words: () -> Words
  }

  struct Words {
    var code: ErrorCode
    var message: String
    var suggestion: String?
  }

  /// More than that are counted only: somebody mends the first, and checks again.
  static let mostShown = 50

  /// The first by position, those of the file before those of other files: the ones that are shown.
  private var entries: [Entry] = []
  /// Of all that were found.
  private(set) var count = 0
  /// Mistakes in other files, which the study names.
  private(set) var elsewhere: [Diagnostic] = []
  private var unsound: Set<SourceSpan> = []
  /// Keys that are not known, each with the one that it stands for, where that is known.
  var unknownKeys: [SourceSpan: String?] = [:]
  /// Of lists of which elements with mistakes were left out: the indices of the others.
  private(set) var kept: [SourceSpan: [Int]] = [:]
  /// Relations of what was read, which the whole study decides.
  var pending: [Pending] = []
  /// True during a second reading: mistakes were reported the first time.
  var isSilent = false

  var isEmpty: Bool { count == 0 }

  /// Reports a mistake in a value, which must not be relied on.
  mutating func add(
    _ code: ErrorCode, at node: Node, _ message: @autoclosure @escaping () -> String,
    suggestion: @autoclosure @escaping () -> String? = nil
  ) {
    add(code, at: node.place, message(), suggestion: suggestion())
  }

  /// Reports a mistake beside a value.
  mutating func add(
    _ code: ErrorCode, at place: Node.Place, _ message: @autoclosure @escaping () -> String,
    suggestion: @autoclosure @escaping () -> String? = nil
  ) {
    add(at: place) { Words(code: code, message: message(), suggestion: suggestion()) }
  }

  /// The same of a mistake whose code is found with its words.
  mutating func add(at place: Node.Place, words: @escaping () -> Words) {
    count += 1
    unsound.insert(place.span)
    let index = 1 + (entries.lastIndex { !place.span.isBefore($0.place.span) } ?? -1)
    guard index < Self.mostShown else { return }
    if entries.count == Self.mostShown { entries.removeLast() }
    entries.insert(Entry(place: place, words: words), at: index)
  }

  /// Reports mistakes in a file that a value names; the value must not be relied on.
  mutating func add(_ diagnostics: [Diagnostic], namedAt node: Node) {
    elsewhere += diagnostics
    count += diagnostics.count
    unsound.insert(node.span)
  }

  /// The elements of a list that can be read; which they are is noted where some cannot.
  mutating func elements<Element>(
    of list: Node, _ read: (Int, Node, inout Mistakes) -> Element?
  ) -> [Element] {
    let nodes = list.elements
    var (all, kept) = ([Element](), [Int]?.none)
    all.reserveCapacity(nodes.count)
    for (index, node) in nodes.enumerated() {
      guard let element = read(index, node, &self) else {
        kept = kept ?? Array(0..<index)
        continue
      }
      all.append(element)
      kept?.append(index)
    }
    self.kept[list.span] = kept
    return all
  }

  /// The value, unless a mistake was found in it itself.
  func sound(_ node: Node?) -> Node? {
    guard let node, !unsound.contains(node.span) else { return nil }
    return node
  }

  /// Whether there is no mistake right at a place.
  func isSound(_ place: Node.Place) -> Bool { !unsound.contains(place.span) }

  /// Whether a value, and all in it, is without a mistake.
  func isWhollySound(_ node: Node) -> Bool {
    isSound(node.key) && isFaultless(node) && node.members.allSatisfy(isWhollySound)
      && node.elements.allSatisfy(isWhollySound)
  }

  /// Whether no mistake was found in a value itself and in its members.
  func isFaultless(_ value: Node) -> Bool {
    sound(value) != nil && !unsound.contains(value.opening)
      && (value.value.members ?? []).allSatisfy {
        !unsound.contains($0.value.span) && !unsound.contains($0.keySpan)
      }
  }

  /// Whether a key of an object that is not known may stand for one of these.
  func mayBeGiven(_ names: some Sequence<String>, in object: Node) -> Bool {
    let names = Array(names)
    return object.members.contains { member in
      guard let meant = unknownKeys[member.keySpan] else { return false }
      return (meant ?? NearestName.find(member.name, in: names)).map(names.contains) ?? false
    }
  }

  /// The first mistakes by position, those of the file first, those of other files last.
  func error(in sources: [SourceText]) -> StudyFileError {
    var places = sources.map { _ in SourceText.Place() }
    let found =
      entries.map { entry in
        let number = entry.place.span.source
        places[number] = sources[number].place(of: entry.place.span.start, after: places[number])
        return entry.diagnostic(in: sources[number], at: places[number])
      } + elsewhere
    let shown = found.prefix(Self.mostShown)
    return StudyFileError(diagnostics: Array(shown), more: count - shown.count)
  }
}

extension Mistakes.Entry {
  fileprivate func diagnostic(in source: SourceText, at start: SourceText.Place) -> Diagnostic {
    let (words, span) = (words(), place.span)
    let excerpt = source.excerpt(at: span.start)
    return Diagnostic(
      code: words.code, file: source.name, line: start.line, column: start.column,
      path: place.path.text,
      message: words.message, suggestion: words.suggestion, sourceLine: excerpt.text,
      sourceColumn: excerpt.column, width: source.width(span), isOption: source.isOption)
  }
}

extension SourceSpan {
  fileprivate func isBefore(_ other: SourceSpan) -> Bool {
    (source, start) < (other.source, other.start)
  }
}
