import PlainText

/// Text of any origin as text of a page: nothing in it can become markup.
func escaped(_ text: String) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}

extension DataTable {
  /// The table for people; numbers are rounded as their intervals say, and every `data` element carries the exact cell.
  func html(caption: String) -> String {
    let isNumeric = columns.indices.map { column in
      rows.contains { Double($0[column]) != nil }
    }
    let head = zip(columns, isNumeric).map {
      "<th scope=\"col\"\($1 ? " class=\"n\"" : "")>\(Self.heading($0))</th>"
    }.joined()
    let intervals = columns.map { interval(of: $0) }
    let body = rows.map { row in
      let cells = row.indices.map { column in
        let digits = intervals[column].map { Digits(row[$0.low], row[$0.high]) }
        return Self.cell(row[column], digits, inNumbers: isNumeric[column])
      }
      return "<tr>" + cells.joined() + "</tr>"
    }.joined(separator: "\n")
    return """
      <div class="scroll" tabindex="0" role="group" aria-label="Table: \(escaped(caption))">
      <table><caption>\(escaped(caption))</caption>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)
      </tbody></table></div>
      \(remark.isEmpty ? "" : "<p class=\"remark\">\(escaped(remark))</p>")
      """
  }

  /// The columns of the interval that says how many digits of a column are shown.
  private func interval(of column: String) -> (low: Int, high: Int)? {
    for (low, high, values) in Self.intervals where ([low, high] + values).contains(column) {
      if let low = columns.firstIndex(of: low), let high = columns.firstIndex(of: high) {
        return (low, high)
      }
    }
    return nil
  }

  private static let intervals: [(low: String, high: String, values: [String])] = [
    ("median_ci_low", "median_ci_high", ["median"]),
    ("ci_low", "ci_high", ["mean", "estimate", "fitted", "median", "share_extinct"]),
  ]

  /// Probabilities of tests are P, as p is the infection probability.
  private static let headings = ["p": "P", "p_adjusted": "P_adjusted"]

  /// Names may break after an underscore, so that long ones do not widen their columns.
  private static func heading(_ name: String) -> String {
    escaped(headings[name] ?? name).replacing("_", with: "_<wbr>")
  }

  private static func cell(_ text: String, _ digits: Digits?, inNumbers: Bool) -> String {
    let start = inNumbers ? "<td class=\"n\">" : "<td>"
    guard Double(text) != nil else {
      return "\(start)\(text.isEmpty ? "\u{2013}" : escaped(text))</td>"
    }
    return
      "\(start)<data value=\"\(escaped(text))\">\(digits?.text(text) ?? shortNumber(text))</data></td>"
  }
}
