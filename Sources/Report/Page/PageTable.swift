import PlainText
import Tables

/// A table of the page; every cell says where it comes from.
struct PageTable: Sendable {
  var columns: [String]
  var rows: [[Words]]
  /// Said below the table where rows are left out.
  var remark: Words = ""

  /// More rows than this are folded away, but for print.
  private static let mostOpen = 12

  /// - Parameter isFolded: whether it stands in a fold of its own, so that many rows need none.
  func html(caption: Words, isFolded: Bool = false) -> String {
    if !isFolded, rows.count > Self.mostOpen {
      let count = Source("report").whole(.shown, rows.count)
      return """
        <details class="rows"><summary>\(caption.html): \(count.html) rows</summary>
        \(html(caption: caption, isFolded: true))
        </details>
        """
    }
    let isNumeric = columns.indices.map { column in
      rows.contains { Double($0[column].plain) != nil }
    }
    let head = zip(columns, isNumeric).map {
      "<th scope=\"col\"\($1 ? " class=\"n\"" : "")>\(Self.heading($0))</th>"
    }.joined()
    let body = rows.map { row in
      let cells = zip(row, isNumeric).map { "<td\($1 ? " class=\"n\"" : "")>\($0.html)</td>" }
      return "<tr>" + cells.joined() + "</tr>"
    }.joined(separator: "\n")
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="Table: \(escaped(caption.plain))">
      <table><caption>\(caption.html)</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)
      </tbody></table></div>
      \(remark.isEmpty ? "" : "<p class=\"remark\">\(remark.html)</p>")
      """
  }

  /// Probabilities of tests are P, as p is the infection probability.
  private static let headings = ["p": "P", "p_adjusted": "P_adjusted"]

  /// Names may break after an underscore, so that long ones do not widen their columns.
  private static func heading(_ name: String) -> String {
    escaped(headings[name] ?? name).replacing("_", with: "_<wbr>")
  }
}

extension DataTable {
  /// Columns of a picture's data for people, rows spread evenly where there are more than `limit`.
  ///
  /// - Parameters:
  ///   - source: where they come from, the picture's data or the table that these cells are of.
  ///   - key: the columns that name a row.
  ///   - asked: the columns shown; nil for all but the first, which is of the picture alone.
  func page(
    _ source: Source, key: [String], columns asked: [String]? = nil, limit: Int = .max
  ) -> PageTable {
    let shown = asked ?? Array(columns.dropFirst())
    let chosen = rows.spread(limit).map { CSVRow(columns: columns, cells: $0) }
    var table = PageTable(
      columns: shown,
      rows: chosen.map { row in source.with(row, key).cells(shown) { row[$0] } })
    table.remark = .showing(
      source.whole(.shown, chosen.count), of: source.count(rows.count),
      "rows; all of them are in the picture\u{2019}s data")
    return table
  }
}
