import PlainText

/// The mistakes found so far, and which values must not be relied on because of them.
struct Mistakes {
  struct Entry {
    var span: SourceSpan
    var path: JSONPath
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

  private(set) var entries: [Entry] = []
  /// Mistakes in other files, which the study names.
  private(set) var elsewhere: [Diagnostic] = []
  private var unsound: Set<SourceSpan> = []

  var isEmpty: Bool { entries.isEmpty && elsewhere.isEmpty }

  /// Reports a mistake; `value` is the value that must not be relied on, if there is one.
  mutating func add(
    _ code: ErrorCode, at span: SourceSpan, _ path: JSONPath, _ message: String,
    suggestion: String? = nil
  ) {
    add(at: span, path) { Words(code: code, message: message, suggestion: suggestion) }
  }

  /// The same of a mistake whose words take long to find.
  mutating func add(at span: SourceSpan, _ path: JSONPath, words: @escaping () -> Words) {
    entries.append(Entry(span: span, path: path, words: words))
    unsound.insert(span)
  }

  /// Reports mistakes in a file that a value names; the value must not be relied on.
  mutating func add(_ diagnostics: [Diagnostic], namedAt span: SourceSpan) {
    elsewhere += diagnostics
    unsound.insert(span)
  }

  /// The value, unless a mistake was found in it itself.
  func sound(_ value: JSONValue?) -> JSONValue? {
    guard let value, !unsound.contains(value.span) else { return nil }
    return value
  }

  /// The first mistakes by position, those of the file first, those of other files last.
  func error(in sources: [SourceText]) -> StudyFileError {
    let sorted = entries.enumerated().sorted { a, b in
      let (x, y) = (a.element.span, b.element.span)
      return (x.source, x.start, a.offset) < (y.source, y.start, b.offset)
    }
    var places = sources.map { _ in SourceText.Place() }
    let found =
      sorted.prefix(Self.mostShown).map { _, entry in
        let number = entry.span.source
        places[number] = sources[number].place(of: entry.span.start, after: places[number])
        return entry.diagnostic(in: sources[number], at: places[number])
      } + elsewhere
    let shown = found.prefix(Self.mostShown)
    return StudyFileError(
      diagnostics: Array(shown), more: entries.count + elsewhere.count - shown.count)
  }
}

extension Mistakes.Entry {
  fileprivate func diagnostic(in source: SourceText, at place: SourceText.Place) -> Diagnostic {
    let words = words()
    let excerpt = source.excerpt(at: span.start)
    return Diagnostic(
      code: words.code, file: source.name, line: place.line, column: place.column, path: path.text,
      message: words.message, suggestion: words.suggestion, sourceLine: excerpt.text,
      sourceColumn: excerpt.column, width: source.width(span), isOption: source.isOption)
  }
}
