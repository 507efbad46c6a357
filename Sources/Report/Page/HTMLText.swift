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
  /// The table for people; numbers are rounded, and every `data` element carries the exact cell.
  func html(caption: String) -> String {
    let isNumeric = columns.indices.map { column in
      rows.contains { Double($0[column]) != nil }
    }
    let head = zip(columns, isNumeric).map {
      "<th scope=\"col\"\($1 ? " class=\"n\"" : "")>\(Self.heading($0))</th>"
    }.joined()
    let body = rows.map { row in
      "<tr>" + zip(row, isNumeric).map(Self.cell).joined() + "</tr>"
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

  /// Names may break after an underscore, so that long ones do not widen their columns.
  private static func heading(_ name: String) -> String {
    escaped(name).replacing("_", with: "_<wbr>")
  }

  private static func cell(text: String, inNumbers: Bool) -> String {
    let start = inNumbers ? "<td class=\"n\">" : "<td>"
    guard Double(text) != nil else {
      return "\(start)\(text.isEmpty ? "\u{2013}" : escaped(text))</td>"
    }
    return "\(start)<data value=\"\(escaped(text))\">\(shortNumber(text))</data></td>"
  }
}
