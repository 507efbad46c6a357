import PlainText
import StudyFolders
import Testing

@Suite("Cells of numbers") struct NumberCellTests {
  @Test(
    "cells of foreign files are numbers, missing values, or neither",
    arguments: [
      ("0.5", false, .value(0.5)), ("-1e3", false, .value(-1000)), ("0,5", false, .fault),
      ("0,5", true, .value(0.5)), ("0.5", true, .fault), ("", false, .missing),
      ("NA", true, .missing), ("NaN", false, .missing), ("null", false, .missing),
      ("nan", false, .missing), ("NULL", true, .missing), ("five", false, .fault),
      ("n/a", false, .fault), ("inf", false, .fault), ("0x10", false, .fault),
      ("9007199254740992", false, .value(0x1p53)), ("9007199254740993", false, .rounded(0x1p53)),
      ("-9007199254740993", false, .rounded(-0x1p53)),
      ("9007199254740994", false, .value(0x1p53 + 2)),
    ] as [(String, Bool, NumberCell.Reading)])
  func cells(text: String, comma: Bool, reading: NumberCell.Reading) {
    let cell = NumberCell(decimalComma: comma)
    #expect(cell.read(text) == reading)
    let isFine = reading == .missing || { if case .value = reading { true } else { false } }()
    #expect((cell.problem(reading, text) == nil) == isFine)
  }

  @Test(
    "dates and times are named",
    arguments: [
      ("2026-01-22", "days"), ("2026-01-22T10:00", "days"), ("22.1.2026", "days"),
      ("1/22/26", "days"), ("2026/1/2", "days"), ("12:30", "hours"), ("9:05:01", "hours"),
      ("1-2", nil), ("1.2.x", nil), ("2026-01", nil), ("12:3", nil), ("1234-5-6789", nil),
    ])
  func dates(text: String, word: String?) {
    for comma in [false, true] {
      let cell = NumberCell(decimalComma: comma)
      let problem = "\(cell.problem(cell.read(text), text) ?? "")"
      #expect(problem.contains("since the first one") == (word != nil), "\(problem)")
      if let word { #expect(problem.contains(word), "\(problem)") }
    }
  }

  @Test(
    "commas between thousands are not taken for decimal ones",
    arguments: [
      ("1,234", ["1234", "1.234", "decimal_comma"], []),
      ("12,345,678", ["12345678"], ["decimal_comma"]), ("1,234.5", ["1234.5"], ["decimal_comma"]),
      ("0,234", ["decimal_comma"], ["0234"]), ("12,34", ["decimal_comma"], ["1234"]),
    ])
  func thousands(text: String, said: [String], unsaid: [String]) {
    let cell = NumberCell(decimalComma: false)
    let problem = "\(cell.problem(cell.read(text), text) ?? "")"
    for word in said { #expect(problem.contains(word), "\(problem)") }
    for word in unsaid { #expect(!problem.contains(word), "\(problem)") }
  }
}
