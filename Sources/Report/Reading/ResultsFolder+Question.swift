import PlainText
import Tables

extension ResultsFolder {
  /// What the study asks: the first sentence of its description, and the rest.
  var question: (lead: String, rest: String) {
    let text = study?["description"]?.text ?? ""
    // A sentence ends before a blank and a capital or a number.
    guard let end = text.firstMatch(of: /[.?!](?=\s+[A-Z0-9])/) else { return (text, "") }
    return (
      String(text[..<end.range.upperBound]),
      text[end.range.upperBound...].trimmingPrefix(while: \.isWhitespace).description
    )
  }
}
