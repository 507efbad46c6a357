import PlainText
import Tables

extension ReportedFolder {
  /// What the study asks: its description up to the first question, if that is near the start, else the first
  /// sentence; and the rest.
  var question: (lead: String, rest: String) {
    let text = study?["description"]?.text ?? ""
    // A sentence ends before a blank and a capital, a number, a quote or a bracket.
    let ends = text.matches(of: /[.?!](?=\s+['"(A-Z0-9]|\s*$)/)
    let question = ends.prefix(3).first { text[$0.range] == "?" }
    guard let end = question ?? ends.first else { return (text, "") }
    return (
      String(text[..<end.range.upperBound]),
      text[end.range.upperBound...].trimmingPrefix(while: \.isWhitespace).description
    )
  }
}
