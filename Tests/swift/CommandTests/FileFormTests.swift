import Foundation
import Testing

/// Files as spreadsheets, R and other programs write them, for `compare` and `fit` alike.
@Suite("Forms of files") struct FileFormTests {
  private static let rows = [
    "a,1,5.5", "a,2,7.25", "a,3,6.5", "a,4,9.5", "b,1,3.5", "b,2,4.25", "b,3,4.5", "b,4,5.75",
  ]
  private static let text = (["arm,case,score"] + rows).map { $0 + "\n" }.joined()
  private static let questions = [
    ["compare", "--by", "arm", "--response", "score"],
    ["fit", "--x", "case", "--y", "score", "--model", "quadratic"],
  ]

  private func answers(_ bytes: [UInt8], _ options: String...) throws -> [Command.Outcome] {
    let scratch = try Scratch()
    try Data(bytes).write(to: URL(filePath: scratch.file("any.csv")))
    return try Self.questions.map { question in
      try Command.run([question[0], scratch.file("any.csv")] + question.dropFirst() + options)
    }
  }

  @Test("how a file marks bytes, lines and fields makes no difference")
  func forms() throws {
    let plain = try answers(Array(Self.text.utf8))
    try #require(plain.allSatisfy { $0.exitCode == 0 }, "\(plain.map(\.messages))")
    let quoted = Self.text.split(separator: "\n").map { line in
      line.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",") + "\n"
    }
    let forms: [String: String] = [
      "byte-order mark": "\u{FEFF}" + Self.text,
      "CRLF": Self.text.replacing("\n", with: "\r\n"),
      "byte-order mark and CRLF": "\u{FEFF}" + Self.text.replacing("\n", with: "\r\n"),
      "no end": String(Self.text.dropLast()),
      // CRLF is one character.
      "no end after CRLF": String(Self.text.replacing("\n", with: "\r\n").dropLast()),
      "empty lines": Self.text.replacing("b,1", with: "\nb,1") + "\n",
      "quotes": quoted.joined(),
      "quotes, CRLF, no end": String(quoted.joined().replacing("\n", with: "\r\n").dropLast()),
      "semicolons": Self.text.replacing(",", with: ";"),
      "tabs": Self.text.replacing(",", with: "\t"),
      "CR": Self.text.replacing("\n", with: "\r"),
      "blanks": Self.text.replacing(",", with: " ,\t "),
      "Excel's first line": "sep=;\r\n" + Self.text.replacing(",", with: ";"),
      "rows without a value": Self.text + ",,\n , ,\n",
      "missing": Self.text + "a,NA,\nb,,NaN\na,NaN,null\n",
    ]
    for (name, text) in forms {
      let found = try answers(Array(text.utf8))
      #expect(found.map(\.output) == plain.map(\.output), "\(name): \(found.map(\.messages))")
    }
    let commas = Self.text.replacing(",", with: ";").replacing(".", with: ",")
    #expect(try answers(Array(commas.utf8), "--decimal-comma").map(\.output) == plain.map(\.output))
    for outcome in try answers(Array(commas.utf8)) {
      #expect(outcome.exitCode == 2 && outcome.code == "bad_cell")
      for word in ["line 2", "--decimal-comma"] { #expect(outcome.messages.contains(word)) }
    }
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let found = try answers(Array(try #require(Self.text.data(using: encoding))))
      #expect(found.map(\.output) == plain.map(\.output), "\(found.map(\.messages))")
    }
  }

  @Test("names may hold separators, quotes and line ends if they are quoted")
  func names() throws {
    let scratch = try Scratch()
    let text = Self.text.replacing("\na,", with: "\n\"a, \"\"one\"\"\",")
      .replacing("\nb,", with: "\n\"b;\ttwo\nlines\",")
    let file = try scratch.write(text, to: "any.csv")
    let found = try Command.run(["compare", file] + Self.questions[0].dropFirst() + ["--json"])
    try #require(found.exitCode == 0, "\(found.messages)")
    #expect(found.output.contains(#""level_a": "b;\ttwo\nlines""#), "\(found.output)")
    #expect(found.output.contains(#""level_b": "a, \"one\"""#), "\(found.output)")
    // Lines are those of the file, whatever a name holds.
    let wrong = try scratch.write(text + "\"b;\ttwo\nlines\",5,many\n", to: "wrong.csv")
    let refused = try Command.run(["compare", wrong] + Self.questions[0].dropFirst())
    #expect(refused.exitCode == 2 && refused.code == "bad_cell")
    #expect(refused.messages.contains("line 14"), "\(refused.messages)")
  }

  @Test("files without a row, a column or anything at all are refused with what is missing")
  func empty() throws {
    let expected = [
      "": ["bad_table", "bad_table"],
      "arm,case,score\n": ["too_few_values", nil],
      "score\n1\n2\n": ["unknown_column", "unknown_column"],
    ]
    for (text, codes) in expected {
      let outcomes = try answers(Array(text.utf8))
      #expect(outcomes.map(\.code) == codes, "\(outcomes)")
    }
    let none = Rows(try answers(Array("arm,case,score\n".utf8))[1].output)
    #expect(none.rows.allSatisfy { $0["status"] == "too_few_points" } && none.rows.count == 3)
    // One column is a file as well.
    let file = try Scratch().write("score\n1\n2\n4\n7\n", to: "one.csv")
    let fit = try Command.run("fit", file, "--x", "score", "--y", "score", "--model", "quadratic")
    #expect(fit.exitCode == 0 && fit.output.contains("c1,"), "\(fit.messages)")
  }
}
