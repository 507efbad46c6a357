import PlainText
import StudyFiles
import TestSupport
import Testing

/// Files of many keys and values: none may take long, whatever is wrong with them.
@Suite("Large study files", .timeLimit(.minutes(3))) struct ManyMistakesTests {
  private func failure(_ text: String) -> StudyFileError? {
    #expect(throws: StudyFileError.self) { try Texts.parse(text) }
  }

  private func keys(_ count: Int) -> String {
    (0..<count).map { "\"key\($0)\": \($0)" }.joined(separator: ", ")
  }

  @Test("the first 50 of 100,000 unknown keys are shown, and the others are counted")
  func unknownKeys() throws {
    for text in [Texts.study(keys(100_000)), Texts.study("\"factors\": { \(keys(100_000)) }")] {
      let error = try #require(failure(text))
      #expect(error.diagnostics.count == 50 && error.more == 99_950)
      #expect(error.diagnostics.allSatisfy { $0.code == .unknownKey })
      #expect(error.diagnostics.map(\.path).last?.hasSuffix("key49") == true)
      #expect(error.description.hasSuffix("\n... and 99,950 more"))
      let json = try JSONReader.read(Array(JSONText.object(error.members(\.description)).text.utf8))
      #expect(json[key: "more"]?.number?.integer == 99_950)
      #expect(json[key: "errors"]?.elements?.count == 50)
    }
  }

  @Test("200,000 numbers out of range are reported by the first 50, each in its place", .slow)
  func numbers() throws {
    let values = (0..<200_000).map { _ in "2" }.joined(separator: ",\n")
    let error = try #require(
      failure(
        Texts.study("\"factors\": { \"infection_probability\": { \"values\": [\(values)] } }")))
    #expect(error.diagnostics.count == 50 && error.more == 199_950)
    #expect(error.diagnostics.map(\.line) == Array(6...55))
    #expect(error.diagnostics.dropFirst().allSatisfy { $0.column == 1 && $0.width == 1 })
  }

  @Test("a misspelled key is no missing one, also among many")
  func misspelled() throws {
    let text = Texts.study(keys(60)).replacing("\"seed\"", with: "\"sed\"")
    let found = try #require(failure(text)).diagnostics
    #expect(found.filter { $0.suggestion == "seed" }.count == 1)
    #expect(!found.contains { $0.code == .missing })
  }

  @Test("the line of a mistake is shown around it, and no more of a long one")
  func longLine() throws {
    let values = (0..<100_000).map { $0 == 60_000 ? "2" : "\($0 + 1)e-6" }
    let error = try #require(
      failure(
        Texts.study(
          "\"factors\": { \"infection_probability\": "
            + "{ \"values\": [\(values.joined(separator: ","))] } }")
      )
      .map { error in
        StudyFileError(diagnostics: error.diagnostics.filter { $0.code == .outOfRange })
      })
    let lines = error.description.split(separator: "\n")
    let source = lines[1].drop { $0 != "|" }.dropFirst(2)
    #expect(source.count == 100)
    let place = try #require(lines[2].drop { $0 != "|" }.dropFirst(2).firstIndex(of: "^"))
    let offset = lines[2].distance(from: lines[2].startIndex, to: place)
    #expect(lines[1].dropFirst(offset).first == "2" && lines[2].filter { $0 == "^" }.count == 1)
  }

  @Test("every unknown key is told, and hides nothing that is missing")
  func everyUnknownKey() {
    func found(_ text: String) -> [String] {
      Texts.mistakes(text).map { "\($0.code.rawValue) \($0.path)" }
    }
    #expect(
      found(Texts.study(#""record": { "color": 1, "shape": 2 }"#))
        == ["unknown_key $.record.color", "unknown_key $.record.shape"])
    #expect(
      found(
        Texts.study(
          #""observed": { "cases": { "delay": 1, "color": 1, "shape": 2 } }"#))
        == ["unknown_key $.observed.cases.color", "unknown_key $.observed.cases.shape"])
    #expect(
      found(Texts.study(model: #""color": 1, "shape": 2"#))
        == [
          "missing $.model.group_size", "unknown_key $.model.color", "unknown_key $.model.shape",
        ])
    #expect(
      found(Texts.study(model: #""population": 9"#)) == ["unknown_key $.model.population"])
  }

  @Test("a key is given twice, among few and among many", arguments: [2, 8, 9, 30])
  func repeatedKeys(count: Int) throws {
    let body = keys(count) + ", \"key\(count - 1)\": 1, \"key0\": 1"
    let found = try #require(failure(Texts.study("\"factors\": { \(body) }"))).diagnostics
    #expect(
      found.suffix(2).map(\.path) == ["$.factors.key\(count - 1)", "$.factors.key0"])
    #expect(
      found.map(\.code) == (0..<count).map { _ in .unknownKey } + [.duplicateKey, .duplicateKey])
  }

  @Test("what is wrong with each of many points and levels is counted", .slow)
  func everywhere() throws {
    let points = (0..<20_000).map {
      "{ \"infection_probability\": \($0)e-5, \"infection_factor\": -1, \"rule\": \"push\($0)\", \"k\": 1 }"
    }
    let error = try #require(
      failure(
        Texts.study(
          "\"design\": { \"type\": \"list\", \"points\": [\(points.joined(separator: ", "))] }")))
    #expect(error.diagnostics.count + error.more == 60_000)
    #expect(
      error.diagnostics.prefix(3).map(\.code) == [.outOfRange, .unknownValue, .unknownKey])
    #expect(error.diagnostics[1].suggestion == "push")
    let levels = (0..<20_000).map { "\"exact\($0)\"" }.joined(separator: ", ")
    let ofLevels = try #require(
      failure(Texts.study("\"factors\": { \"rule\": { \"values\": [\(levels)] } }")))
    #expect(ofLevels.diagnostics.count == 50 && ofLevels.more == 19_950)
    #expect(ofLevels.diagnostics.prefix(10).allSatisfy { $0.suggestion == "exact" })
  }

  @Test("points of a long list are all there, and a repeated one is found", .slow)
  func listedPoints() throws {
    var points = (1...50_000).map {
      "{ \"infection_factor\": \($0 % 8), \"infection_probability\": \(Double($0) / 50_000) }"
    }
    func text() -> String {
      Texts.study(
        "\"design\": { \"type\": \"list\", \"points\": [\(points.joined(separator: ", "))] }")
    }
    let study = try Texts.parse(text())
    #expect(study.pointCount == 50_000)
    try study.checkPoints()
    points[37_000] = points[7]
    let found = try #require(failure(text())).diagnostics
    #expect(found.map(\.path) == ["$.design.points[37000]"])
    #expect(found.map(\.code) == [.duplicateValue])
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ", ")
  }

  private static func references(from first: Int) -> String {
    let all = list(20_000) { index in
      """
      { "factor": "columns", "reference": \(first + index), "response": "steps" }
      """
    }
    return """
      "factors": { "columns": { "from": 1, "to": 20000, "step": 1 } },
      "analysis": { "comparisons": [\(all)] }
      """
  }

  private static var layers: String {
    let names = list(5_000) { "{ \"contacts\": \"c\($0)\" }" }
    let rings = list(5_000) {
      "\"c\($0)\": { \"kind\": \"ring\", \"neighbors\": 2, \"rewire\": 0 }"
    }
    let plan = list(5_000) { index in
      """
      { "when": { "step": 1 }, "multiply": { "infection_probability": 0.5 }, "layers": ["c\(index)"] }
      """
    }
    return """
      "contacts": { "net": { "kind": "layers", "layers": [\(names)] }, \(rings) },
      "interventions": { "plan": [\(plan)] },
      "factors": { "contacts": { "values": ["net"] }, "interventions": { "values": ["plan"] } }
      """
  }

  /// Each response follows from the one before; every so many from a built-in one.
  private static func responses(every length: Int) -> String {
    let all = list(10_000) { index in
      let inner = index % length == 0 && length < 10_000 ? "steps" : "r\((index + 9_999) % 10_000)"
      return """
        "r\(index)": { "multiply": 2, "of": "\(inner)" }
        """
    }
    return "\"responses\": { \(all) }"
  }

  private static var rules: String {
    let all = list(100_000) { index in
      """
      "my_rule_number_\(index)": \
      { "neighborhood": "moore", "pool": "all", "draw": "exact", "update": "synchronous" }
      """
    }
    let levels = list(1_000) { "\"my_rule_nunber_x\($0)\"" }
    return """
      "rules": { \(all) }, "factors": { "rule": { "values": [\(levels)] } }
      """
  }

  /// Each of these took minutes while something was looked for among all the others.
  @Test(
    "thousands of names that name each other are checked within seconds", .deep,
    .enabled(if: !TestDepth.isSanitized))
  func manyNames() {
    func mistakes(_ body: String) -> Int {
      do throws(StudyFileError) { _ = try Texts.parse(Texts.study(body)) } catch {
        return error.diagnostics.count + error.more
      }
      return 0
    }
    // The last one is no level.
    #expect(mistakes(Self.references(from: 2)) == 1)
    #expect(mistakes(Self.references(from: 30_000)) == 20_000)
    #expect(mistakes(Self.layers) == 0)
    #expect(mistakes(Self.responses(every: 30)) == 0)
    #expect(mistakes(Self.responses(every: 10_000)) == 1)
    #expect(mistakes(Self.rules) == 1_000)
  }

  @Test("a repeated value is told with the place of the first; what has a mistake repeats nothing")
  func repeated() {
    func found(_ body: String) -> [String] {
      Texts.mistakes(Texts.study(body)).filter { $0.code != .unknownKey }.map { mistake in
        let first = mistake.message.firstMatch(of: /\$[a-z_.]*\[[0-9]\]/).map { " of \($0.0)" }
        return "\(mistake.code.rawValue) \(mistake.path)\(first ?? "")"
      }
    }
    let points = [
      #"7"#, #"{ "infection_factor": 1 }"#, #"{ "infection_factor": 1, "k": 1 }"#,
      #"{ "infection_factr": 1 }"#, #"{ "infection_factor": 1.5 }"#,
      #"{ "infection_factor": 3, "k": 1 }"#, #"{ "infection_factor": 3 }"#,
      #"{ "infection_factor": 1 }"#, "{}",
    ]
    #expect(
      found(#""design": { "type": "list", "points": [\#(points.joined(separator: ", "))] }"#) == [
        "wrong_type $.design.points[0]", "not_whole $.design.points[4].infection_factor",
        "duplicate_value $.design.points[7] of $.design.points[1]",
        "missing $.design.points[8].infection_factor",
      ])
    #expect(
      found(#""factors": { "infection_factor": { "values": [3, 3], "labels": ["a", "a"] } }"#) == [
        "duplicate_value $.factors.infection_factor.values[1] of $.factors.infection_factor.values[0]",
        "duplicate_value $.factors.infection_factor.labels[1] of $.factors.infection_factor.labels[0]",
      ])
  }
}
