import StudyFiles
import Testing

/// Numbers at the edges of what is allowed: each is defined, accepted or refused, and none stops
/// the process.
@Suite struct NumericEdgeTests {
  static let accepted: [String] = [
    #""infection_probability": 0"#, #""infection_probability": 1"#,
    #""infection_probability": 5e-324"#, #""infection_probability": 1e-400"#,
    #""infection_probability": 1E-400"#,
    #""infection_probability": 0.9999999999999999"#, #""infection_probability": -0"#,
    #""infection_probability": -0.0"#, #""infection_probability": 1.0e0"#,
    #""infection_probability": 0e1"#, #""infection_probability": 100e-2"#,
    #""infection_factor": 0"#, #""infection_factor": 9"#, #""infection_factor": 8"#,
    #""infection_factor": 1000000000"#, #""infection_factor": 3.0"#, #""infection_factor": 1e3"#,
    #""infection_factor": -0"#, #""columns": 1"#, #""columns": 100"#, #""columns": 101"#,
    #""columns": 1000000000"#, #""stop": { "max_steps": 0 }"#,
    #""stop": { "max_steps": 1000000000 }"#, #""stop": { "share": 5e-324 }"#,
    #""stop": { "share": 1 }"#, #""period": 5e-324"#, #""period": 1e9"#, #""introductions": []"#,
    #""introductions": [{ "step": 1000000000, "random": 1000000000 }]"#,
    #""introductions": [{ "step": 0, "random_share": 0 }]"#, #""shape_share": 1"#,
  ]
  static let refused: [String] = [
    #""infection_probability": 0.1E400"#, #""infection_probability": 1e400"#,
    #""infection_probability": -1e400"#,
    #""infection_probability": "NaN""#, #""infection_probability": 1.0000000000000002"#,
    #""infection_probability": -5e-324"#, #""infection_probability": null"#,
    #""infection_probability": []"#, #""infection_probability": 1e999999999999999999999"#,
    #""infection_factor": -1"#, #""infection_factor": 1000000001"#, #""infection_factor": 0.5"#,
    #""infection_factor": 1e-400"#, #""infection_factor": 9223372036854775808"#,
    #""infection_factor": 1e400"#, #""columns": 0"#, #""columns": -1"#, #""columns": 1000000001"#,
    #""columns": 1.5"#, #""stop": { "max_steps": -1 }"#, #""stop": { "max_steps": 1000000001 }"#,
    #""stop": { "share": 0 }"#, #""stop": { "share": 1.1 }"#, #""period": 0"#,
    #""period": 1e400"#, #""shape_share": 0"#,
    #""introductions": [{ "step": -1, "random": 1 }]"#,
    #""introductions": [{ "step": 0, "random": 0 }]"#,
    #""introductions": [{ "step": 0, "people": [] }]"#,
    #""introductions": [{ "step": 0, "people": [100] }]"#,
    #""introductions": [{ "step": 0, "people": [18446744073709551616] }]"#,
  ]

  @Test("accepts the edges that mean something", arguments: accepted)
  func accept(_ member: String) throws {
    let study = try Texts.parse(Texts.study(model: "\"group_size\": 100, \(member)"))
    #expect(try study.points().count == 1)
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "resolved") == study)
  }

  @Test("refuses the edges that do not", arguments: refused)
  func refuse(_ member: String) {
    let mistakes = Texts.mistakes(Texts.study(model: "\"group_size\": 100, \(member)"))
    let key = member.split(separator: "\"")[0]
    #expect(mistakes.count == 1 && mistakes[0].path.hasPrefix("$.model.\(key)"), "\(mistakes)")
  }

  @Test(
    "group sizes",
    arguments: [
      ("1", true), ("2", true), ("1e9", true), ("0", false), ("1000000001", false),
      ("2147483648", false), ("9223372036854775808", false), ("1e400", false),
    ])
  func groupSizes(size: String, isAllowed: Bool) {
    #expect(Texts.mistakes(Texts.study(model: "\"group_size\": \(size)")).isEmpty == isAllowed)
  }

  @Test("seeds", arguments: [("0", true), ("9007199254740991", true), ("9007199254740992", false)])
  func seeds(seed: String, isAllowed: Bool) {
    let text = Texts.study().replacing("\"seed\": 7", with: "\"seed\": \(seed)")
    #expect(Texts.mistakes(text).isEmpty == isAllowed)
  }

  @Test("counts 10^18 points without making them, and refuses to make them")
  func vastPlan() throws {
    let study = try Texts.parse(
      Texts.study(
        """
        "factors": {
          "infection_factor": { "from": 1, "to": 1000000000, "step": 1 },
          "infection_probability": { "from": 0, "to": 1, "count": 1000000000 }
        }
        """))
    #expect(study.pointCount == 1e18)
    #expect(throws: StudyFileError.self) { try study.points() }
  }
}
