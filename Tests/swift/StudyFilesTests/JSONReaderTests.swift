import KeyedRandom
import PlainText
import StudyFiles
import TestSupport
import Testing

@Suite struct JSONReaderTests {
  private func isRead(_ bytes: [UInt8]) -> Bool { (try? JSONReader.read(bytes)) != nil }
  private func isRead(_ text: String) -> Bool { isRead(Array(text.utf8)) }

  @Test(
    "reads every escape as the character it stands for",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20ac""#, "Aé€"),
      (#""\ud83d\ude00""#, "\u{1F600}"), (#""\uD800\uDC00""#, "\u{10000}"),
      (#""\udbff\udfff""#, "\u{10FFFF}"),
    ])
  func escapes(text: String, meant: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)).string == meant)
  }

  @Test(
    "refuses what is not JSON",
    arguments: [
      #""\ud800""#, #""\ud800\u0041""#, #""\udc00\ud800""#, #""\u12g4""#, #""\x""#, "007", "-01",
      "1.", ".5", "+1", "1e", "[1,]", "{\"a\":1,}", "[1] 2", "{} {}", "nul", "'a'", "\"a",
      "\"a\nb\"", "[1 2]", "", " ",
    ])
  func refused(text: String) { #expect(!isRead(text)) }

  @Test(
    "refuses bytes that are not UTF-8: overlong, half, beyond the last character",
    arguments: [
      [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xf0, 0x80, 0x80, 0x80],
      [0xf0, 0x8f, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80], [0xed, 0xa0, 0x80], [0x80], [0xe2, 0x82],
      [0xff],
    ] as [[UInt8]])
  func wrongBytes(bytes: [UInt8]) {
    #expect(!isRead([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]))
  }

  @Test(
    "takes every character of UTF-8",
    arguments: ["\u{7f}", "\u{80}", "\u{7ff}", "\u{800}", "\u{d7ff}", "\u{e000}", "\u{10ffff}"])
  func characters(text: String) throws {
    #expect(try JSONReader.read(Array("\"\(text)\"".utf8)).string == text)
  }

  @Test("only four characters are space")
  func space() {
    for text in ["\t\n\r [\t1 \r\n,\n2\t]\r\n", "{\r\"a\"\t:\n1 }"] { #expect(isRead(text)) }
    for other in ["\u{0}", "\u{8}", "\u{b}", "\u{c}", "\u{85}", "\u{a0}", "\u{2028}"] {
      #expect(!isRead("[\(other)1]"))
    }
  }

  @Test(
    "a mistake is marked from its first byte to its last",
    arguments: [
      ("\u{FEFF}1", 0..<3), ("", 0..<0), ("  ", 2..<2), ("[\"a\", 007]", 6..<8),
      ("[nul, 1]", 1..<4),
      (#"["\ud800"]"#, 2..<8), (#"["\ud800\u0041"]"#, 2..<14), (#"["\x"]"#, 2..<4),
      (#"["\u12g4"]"#, 2..<6), (#"[1, "a\"#, 6..<7), ("[1,]", 2..<3), ("{\"a\":1,}", 6..<7),
      ("[1] 2", 4..<5), ("[\"a", 1..<2), ("[\"a\nb\"]", 3..<4), ("[1 2]", 3..<4),
      ("{\"a\" 1}", 5..<6),
      ("{1:2}", 1..<2), ("{\"a\":0,2}", 5..<8), ("[-", 2..<2), ("[1.]", 3..<4), ("[.5]", 1..<3),
    ])
  func marks(text: String, bytes: Range<Int>) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONReader.read(Array(text.utf8), source: 3)
    }
    #expect(error?.span == SourceSpan(source: 3, start: bytes.lowerBound, end: bytes.upperBound))
  }

  @Test("every value and key knows its bytes")
  func places() throws {
    let text = #" {"ab" : [10, "x\n"], "c":{ } } "#
    func bytes(_ span: SourceSpan) -> String {
      #expect(span.source == 7)
      return String(decoding: Array(text.utf8)[span.start..<span.end], as: UTF8.self)
    }
    let value = try JSONReader.read(Array(text.utf8), source: 7)
    #expect(bytes(value.span) == #"{"ab" : [10, "x\n"], "c":{ } }"#)
    let members = try #require(value.members)
    #expect(members.map { bytes($0.keySpan) } == [#""ab""#, #""c""#])
    #expect(members.map { bytes($0.value.span) } == [#"[10, "x\n"]"#, "{ }"])
    #expect(value[key: "ab"]?.elements?.map { bytes($0.span) } == ["10", #""x\n""#])
  }

  @Test(
    "lists and objects may be nested as deep as promised and no deeper",
    arguments: [("[", "]"), (#"{"a":"#, "}")])
  func nesting(begin: String, end: String) {
    func nested(_ levels: Int) -> String {
      String(repeating: begin, count: levels - 1) + "[]" + String(repeating: end, count: levels - 1)
    }
    #expect(isRead(nested(JSONReader.mostLevels)))
    #expect(!isRead(nested(JSONReader.mostLevels + 1)))
    #expect(!isRead(nested(100_000)))
  }

  @Test("a text with more values than promised is refused", .deep)
  func values() {
    #expect(!isRead("[" + String(repeating: "0,", count: JSONReader.mostValues) + "0]"))
    #expect(isRead("[" + String(repeating: "0,", count: JSONReader.mostValues - 2) + "0]"))
  }

  @Test(
    "knows which numbers are whole, however they are written",
    arguments: [
      ("10", 10), ("1e1", 10), ("1.0e1", 10), ("100e-1", 10), ("-3", -3), ("-0", 0), ("0e5", 0),
      ("0e99", 0), ("0e-9", 0), ("-0.00", 0),
      ("1.50e2", 150), ("9007199254740992", 1 << 53), ("1e-1", nil), ("10.5", nil), ("5e-3", nil),
      ("0.1e0", nil), ("9007199254740993", nil), ("1e17", nil),
    ] as [(String, Int?)])
  func wholeNumbers(text: String, value: Int?) throws {
    let number = try JSONReader.read(Array(text.utf8)).number
    #expect(number?.integer == value)
    #expect(number?.isWhole == (value != nil || ["9007199254740993", "1e17"].contains(text)))
  }

  @Test("a number is the nearest double, and whole where its digits say so, however it is written")
  func nearest() throws {
    var random = RandomStream(key: 5)
    func isChosen() -> Bool { random.below(2) == 0 }
    // Half of the digits are zeros.
    func digits() -> String {
      (0...random.below(25)).map { _ in String(isChosen() ? random.below(10) : 0) }.joined()
    }
    for _ in 0..<20_000 {
      let whole = digits().drop { $0 == "0" }
      var text = (isChosen() ? "-" : "") + (whole.isEmpty ? "0" : whole)
      if isChosen() { text += ".\(digits())" }
      if isChosen() { text += ["e", "E-", "e+"][Int(random.below(3))] + "\(random.below(40))" }
      let number = try #require(try JSONReader.read(Array(text.utf8)).number)
      let double = try #require(Double(text))
      #expect(number.double == double && number.double.sign == double.sign, "\(text)")
      #expect(number.integer.map { Double($0) == double } ?? true, "\(text)")
      if abs(double) < 1e15, double != double.rounded() { #expect(!number.isWhole, "\(text)") }
    }
  }

  @Test(
    "a number beyond all doubles is infinite, one below all is 0, each with its sign",
    arguments: [
      ("1e999", .infinity), ("-1e999", -.infinity), ("1e-999", 0), ("-1e-999", -0.0),
      ("-0.\(String(repeating: "0", count: 400))1", -0.0),
      ("-\(String(repeating: "9", count: 400))", -.infinity),
    ] as [(String, Double)])
  func beyond(text: String, value: Double) throws {
    let double = try #require(try JSONReader.read(Array(text.utf8)).number).double
    #expect(double == value && double.sign == value.sign)
  }

  @Test("plain lists, and objects of up to 8 members, stand on one line if 90 characters hold them")
  func lines() {
    func isOneLine(_ value: JSONText) -> Bool { value.text.split(separator: "\n").count == 1 }
    func list(_ count: Int, _ value: JSONText = .int(1)) -> JSONText {
      .array([JSONText](repeating: value, count: count))
    }
    func object(_ count: Int, _ value: JSONText = .int(1)) -> JSONText {
      .object((0..<count).map { ("k\($0)", value) })
    }
    #expect(isOneLine(object(8)) && !isOneLine(object(9)))
    #expect(isOneLine(list(30)) && !isOneLine(list(31)))
    #expect(isOneLine(list(1, .string(String(repeating: "x", count: 86)))))
    #expect(!isOneLine(list(1, .string(String(repeating: "x", count: 87)))))
    for empty in [list(0), object(0)] {
      #expect(isOneLine(list(2, empty)) && isOneLine(object(2, empty)))
    }
    for filled in [list(1), object(1)] {
      #expect(!isOneLine(list(1, filled)) && !isOneLine(object(1, filled)))
    }
  }

  @Test("what is written is read as the same, whatever characters and numbers it holds")
  func written() throws {
    let names = (0..<0x80).compactMap { Unicode.Scalar($0).map { String(Character($0)) } }
    let text = JSONText.object(
      names.map { ("a\($0)b", .string("\"\($0)\\")) } + [
        ("large", .real(1e300)), ("small", .real(.leastNonzeroMagnitude)),
        ("none", .real(.infinity)),
        ("not", .real(.nan)), ("flag", .bool(false)), ("list", .array([.int(-1), .null])),
      ])
    for form in [text.text, text.compactText] {
      let members = try #require(try JSONReader.read(Array(form.utf8)).members)
      #expect(Array(members.map(\.key).prefix(0x80)) == names.map { "a\($0)b" })
      #expect(members.prefix(0x80).compactMap(\.value.string) == names.map { "\"\($0)\\" })
      #expect(members[0x80].value.number?.double == 1e300)
      #expect(members[0x81].value.number?.double == .leastNonzeroMagnitude)
      #expect(members[0x82].value.content == .null && members[0x83].value.content == .null)
      // Of the control characters only line ends stand in the text itself, and none in a string.
      #expect(form.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" })
    }
  }
}
