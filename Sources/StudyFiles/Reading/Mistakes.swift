import PlainText

/// The mistakes found so far, and which values must not be relied on because of them.
struct Mistakes {
  struct Entry {
    var code: Diagnostic.Code
    var span: SourceSpan
    var path: JSONPath
    var message: String
    var suggestion: String?
  }

  private(set) var entries: [Entry] = []
  /// Mistakes in other files, which the study names.
  private(set) var elsewhere: [Diagnostic] = []
  private var unsound: Set<SourceSpan> = []

  var isEmpty: Bool { entries.isEmpty && elsewhere.isEmpty }

  /// Reports a mistake; `value` is the value that must not be relied on, if there is one.
  mutating func add(
    _ code: Diagnostic.Code, at span: SourceSpan, _ path: JSONPath, _ message: String,
    suggestion: String? = nil
  ) {
    entries.append(
      Entry(code: code, span: span, path: path, message: message, suggestion: suggestion))
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

  /// All mistakes by position, those of the file first, those of other files last.
  func error(in sources: [SourceText]) -> StudyFileError {
    let sorted = entries.enumerated().sorted { a, b in
      let (x, y) = (a.element.span, b.element.span)
      return (x.source, x.start, a.offset) < (y.source, y.start, b.offset)
    }
    return StudyFileError(
      diagnostics: sorted.map { $0.element.diagnostic(in: sources) } + elsewhere)
  }
}

extension Mistakes.Entry {
  func diagnostic(in sources: [SourceText]) -> Diagnostic {
    let source = sources[span.source]
    let place = source.place(of: span.start)
    return Diagnostic(
      code: code, file: source.name, line: place.line, column: place.column, path: path.text,
      message: message, suggestion: suggestion, sourceLine: source.line(at: span.start),
      width: source.width(span), isOption: source.isOption)
  }
}
