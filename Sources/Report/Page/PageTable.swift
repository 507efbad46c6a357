import PlainText
import Tables

/// A table of the page.
struct PageTable: Sendable {
  var columns: [String]
  var rows: [[String]]
  /// Said below the table where rows are left out.
  var remark = ""

  /// More rows than this are folded away, but for print.
  private static let mostOpen = 12

  /// - Parameter isFolded: whether it stands in a fold of its own, so that many rows need none.
  func html(caption: String, isFolded: Bool = false) -> HTML {
    if !isFolded, rows.count > Self.mostOpen {
      return """
        <details class="rows"><summary>\(caption): \(grouped(rows.count)) rows</summary>
        \(html(caption: caption, isFolded: true))
        </details>
        """
    }
    let kinds = columns.indices.map { column -> HTML in
      let isNumeric =
        rows.contains { Double($0[column]) != nil } && rows.allSatisfy { $0[column].count <= 12 }
      return isNumeric ? " class=\"n\"" : ""
    }
    let head = zip(columns, kinds).map { column, kind -> HTML in
      "<th scope=\"col\"\(kind)>\(Self.heading(column))</th>"
    }
    let body = rows.map { row -> HTML in
      let cells = zip(row, kinds).map { cell, kind -> HTML in "<td\(kind)>\(cell)</td>" }
      return "<tr>\(cells.joined())</tr>"
    }
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="Table: \(caption)">
      <table><caption>\(caption)</caption>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody></table></div>
      \(remark.isEmpty ? "" : "<p class=\"remark\">\(remark)</p>" as HTML)
      """
  }

  /// Probabilities of tests are P, as p is the infection probability.
  private static let headings = ["p": "P", "p_adjusted": "P_adjusted"]

  /// Names may break after an underscore or a period, so that long ones do not widen their columns.
  private static func heading(_ name: String) -> HTML {
    (headings[name] ?? name).reduce(into: "") { code, character in
      code = code + "\(String(character))" + ("_.".contains(character) ? "<wbr>" : "")
    }
  }
}

extension DataTable {
  private static let mostRows = 60

  /// Columns of a picture's data for people, rows spread evenly where there are many.
  ///
  /// - Parameter asked: the columns shown; nil for all but the first, which is of the picture alone.
  func page(columns asked: [String]? = nil) -> PageTable {
    let shown = asked ?? Array(columns.dropFirst())
    let chosen = rows.spread(Self.mostRows).map { CSVRow(columns: columns, cells: $0).cells(shown) }
    return PageTable(
      columns: shown, rows: chosen,
      remark: showing(
        chosen.count, of: rows.count, "rows; all of them are in the picture\u{2019}s data"))
  }
}
