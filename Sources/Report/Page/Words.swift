import Tables

/// Text of the page in which every number, and every word that judges, says where it comes from.
///
/// A literal is of our own source. Numbers and cells come in as the words of a `Source`, which puts
/// them into `data` elements; there is no interpolation of a number or a bare string, so that none is
/// written without. `Tests/system/ReportPage` compares every element with the tables.
struct Words: ExpressibleByStringInterpolation, Sendable {
  /// What a reader sees, for scripts, attributes and screen readers.
  private(set) var plain: String
  /// The same with its elements.
  private(set) var html: String

  fileprivate init(plain: String, html: String) { (self.plain, self.html) = (plain, html) }
  init(stringLiteral value: StaticString) { self.init(name: value.description) }
  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.words }

  /// A name that is no number: of a response, a parameter, a test or a file.
  init(name: String) { self.init(plain: name, html: escaped(name)) }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = Words(plain: "", html: "")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: StaticString) {
      append(Words(name: literal.description))
    }
    mutating func appendInterpolation(_ words: Words) { append(words) }
    mutating func appendInterpolation(name: String) { append(Words(name: name)) }

    private mutating func append(_ other: Words) { words = words + other }
  }

  static func + (a: Words, b: Words) -> Words {
    Words(plain: a.plain + b.plain, html: a.html + b.html)
  }

  var isEmpty: Bool { plain.isEmpty }

  /// With a capital, unless it begins with a cell, which stays as it is.
  var asSentence: Words {
    html.hasPrefix("<") || html.hasPrefix("&")
      ? self
      : Words(
        plain: plain.prefix(1).uppercased() + plain.dropFirst(),
        html: html.prefix(1).uppercased() + html.dropFirst())
  }
}

extension Sequence<Words> {
  func joined(separator: Words) -> Words {
    reduce(nil) { (all: Words?, next) in all.map { $0 + separator + next } ?? next } ?? ""
  }

  /// Those that say something, as sentences behind each other.
  var together: Words { filter { !$0.isEmpty }.joined(separator: " ") }
}

/// Rows of a table from which words of the page come: `table` is that of the results folder, a picture's
/// data (`plots/curves`) or a side file (`manifest.json`).
struct Source: Sendable {
  /// What was made of cells. With `by`, the last one is of each group of rows, and the first one of the
  /// groups; of `argmin` and `argmax` the value is the key of the group.
  enum Derivation: String {
    /// The cell that all rows share.
    case value
    case min, max, sum
    /// Rows with a number; without a column, rows.
    case count
    /// Rows without a number.
    case missing
    /// Different cells, or tuples of the columns between commas.
    case distinct
    /// The different cells, in their order.
    case levels
    /// "a / b": the sum of a divided by that of b.
    case ratio
    case argmin, argmax
    /// 1 minus the cell.
    case complement
    /// Pairs of rows.
    case pairs
    /// Rows of the table on the page; comparisons that the findings tell, which are the clearest.
    case shown, clearest
  }

  let table: String
  /// Such as `point=3;response=steps`, also `response=a|b`, `response!=a` and `ci_low>1`.
  private(set) var row = ""

  init(_ table: String, _ key: KeyValuePairs<String, String> = [:]) {
    self.table = table
    for (column, cell) in key { row = with(column, [cell]).row }
  }

  static let study = Source("study.resolved.json")
  static let manifest = Source("manifest.json")
  static let package = Source("datapackage.json")

  /// The data of a picture.
  static func drawn(_ name: FigureName) -> Source { Source("plots/\(name.text)") }

  /// Those of the rows with one of these cells, or, where `isNot`, with another.
  func with(_ column: String, _ cells: [String], isNot: Bool = false) -> Source {
    term("\(column)\(isNot ? "!" : "")=\(cells.map(Self.quoted).joined(separator: "|"))")
  }

  /// Those of the rows that have the cells of this one in some columns.
  func with(_ row: CSVRow, _ columns: [String]) -> Source {
    columns.reduce(self) { $0.with($1, [row[$1]]) }
  }

  /// Those of the rows of which a comparison such as `ci_low>1` is true.
  func whose(_ comparison: String) -> Source { term(comparison) }

  private func term(_ text: String) -> Source {
    var source = self
    source.row += (row.isEmpty ? "" : ";") + text
    return source
  }

  private static func quoted(_ cell: String) -> String {
    var text = ""
    for character in cell.unicodeScalars {
      if "%;=|".unicodeScalars.contains(character) {
        text += "%" + String(character.value, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(character)
      }
    }
    return text
  }

  /// A cell that all rows share, as a text of people.
  func cell(_ column: String, _ value: String, shown text: String) -> Words {
    marked(column, value, nil, by: nil, Words(name: text))
  }

  /// What was made of a column, or of an expression of columns such as `(ci_high-ci_low)/2`.
  func derived(
    _ steps: Derivation..., of column: String = "", by group: String? = nil, value: String,
    shown words: Words
  ) -> Words {
    marked(column, value, steps.map(\.rawValue).joined(separator: " "), by: group, words)
  }

  private func marked(
    _ column: String, _ value: String, _ steps: String?, by group: String?, _ words: Words
  ) -> Words {
    var html = "<data data-table=\"\(escaped(table))\""
    for (name, text) in [
      ("row", row.isEmpty ? nil : row), ("column", column.isEmpty ? nil : column), ("of", steps),
      ("by", group),
    ] {
      if let text { html += " data-\(name)=\"\(escaped(text))\"" }
    }
    html += " value=\"\(escaped(value))\">\(words.html)</data>"
    return Words(plain: words.plain, html: html)
  }
}
