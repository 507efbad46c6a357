/// The text in lines of at most `width` characters; lines after the first begin with `indent`
/// spaces. Breaks at spaces only.
func wrapped(_ text: String, width: Int, indent: Int) -> String {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty && line.count + 1 + word.count > width - indent {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  lines.append(line)
  return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
}
