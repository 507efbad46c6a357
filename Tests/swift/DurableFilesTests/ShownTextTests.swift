import PlainText
import Testing

@Suite struct ShownTextTests {
  @Test(
    "what a terminal obeys is shown as its number, everything else as it is",
    arguments: [
      ("plain, ümlaut 東\n\ttab", "plain, ümlaut 東\n\ttab"), ("", ""),
      ("\u{1B}]0;title\u{7}", "\\u001b]0;title\\u0007"), ("a\u{9B}31mb", "a\\u009b31mb"),
      ("\u{85}\u{7F}\r", "\\u0085\\u007f\\u000d"), ("\u{202E}abc", "\\u202eabc"),
      ("\u{2028}x\0", "\\u2028x\\u0000"),
    ])
  func shown(text: String, expected: String) {
    #expect(shownText(text) == expected)
    #expect(shownText(shownText(text)) == expected)
  }
}
