import PlainText
import SpreadModel
import StudyFiles
import Testing

/// How mistakes are reported: their order, their place and their form for programs.
@Suite struct MistakeTextTests {
  private static let text = """
    {
      "spreadlab": 1, "study": "test", "seed": 7, "analysis": { "confidence": 2 },
      "Änderung": 1, "modle": { "group_size": 9 },
      "model": { "group_size": 0 }
    }
    """

  @Test("mistakes are reported in the order of the file, whichever check found them")
  func order() {
    let found = Texts.mistakes(Self.text)
    #expect(found.map(\.line) == [2, 3, 3, 4])
    #expect(found.map(\.column) == [75, 3, 18, 28])
    let error = StudyFileError(diagnostics: found)
    #expect(error.description.split(separator: "\n", omittingEmptySubsequences: false).count == 12)
    #expect(error.description.contains("study.json:3:18: error[unknown_key] $.modle:"))
  }

  @Test("the caret stands under the place, also behind letters of two bytes")
  func caret() {
    for mistake in Texts.mistakes(Self.text) {
      let lines = mistake.description.split(separator: "\n", omittingEmptySubsequences: false)
      let (source, carets) = (Array(lines[1]), Array(lines[2]))
      guard let start = carets.firstIndex(of: "^"), let end = carets.lastIndex(of: "^") else {
        Issue.record("no caret: \(mistake)")
        continue
      }
      let marked = String(source[start...end])
      #expect(["2", "\"Änderung\"", "\"modle\"", "0"].contains(marked), "\(marked)")
    }
  }

  @Test("a value is marked to its end, or to the end of its first line")
  func width() {
    for (value, width) in [("[]", 2), ("[\t1]", 4), ("[\"ä\"]", 5), ("[\n    1\n  ]", 1)] {
      let found = Texts.mistakes(Texts.study("\"analysis\": \(value)"))
      #expect(found.map(\.code) == [.wrongType] && found.map(\.width) == [width], "\(value)")
    }
  }

  @Test("the JSON form says line, column, code and path of each mistake")
  func json() throws {
    let found = Texts.mistakes(Self.text)
    let text = JSONText.object(StudyFileError(diagnostics: found).members(\.description)).text
    let json = try JSONReader.read(Array(text.utf8))
    #expect(json[key: "code"]?.string == found[0].code.rawValue)
    #expect(json[key: "path"]?.string == found[0].path)
    let errors = try #require(json[key: "errors"]?.elements)
    for (error, mistake) in zip(errors, found) {
      #expect(error[key: "line"]?.number?.integer == mistake.line)
      #expect(error[key: "column"]?.number?.integer == mistake.column)
      #expect(error[key: "code"]?.string == mistake.code.rawValue)
      #expect(error[key: "path"]?.string == mistake.path)
      #expect(error[key: "suggestion"]?.string == mistake.suggestion)
    }
    #expect(errors.count == 4)
  }

  @Test("a name of letters, digits and underscores stands in a path without quotes, no other does")
  func paths() {
    for name in ["azAZ", "z_9", "_Z0"] {
      #expect(Texts.mistakes(Texts.study("\"\(name)\": 1")).map(\.path) == ["$.\(name)"])
    }
    for sign in ["0a", "9", "a/", "a:", "a@", "a[", "a`", "a{", "a-", "é", ""] {
      let found = Texts.mistakes(Texts.study("\"\(sign)\": 1")).map(\.path)
      #expect(found == ["$['\(sign)']"])
    }
  }

  @Test("the starters are valid studies, without notes", arguments: StudyStarter.allCases)
  func starter(_ kind: StudyStarter) throws {
    #expect(try Texts.parse(kind.text).notes.map(\.code) == [])
  }

  @Test("the line that is shown begins with its first letter, wherever the mistake is")
  func wholeLine() {
    for text in ["{}", "[]", #"{"study": 1}"#] {
      for mistake in Texts.mistakes(text) { #expect(mistake.sourceLine == text) }
    }
  }
}
