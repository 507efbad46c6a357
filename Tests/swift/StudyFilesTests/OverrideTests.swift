import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Changes given on the command line: what they mean, and where their mistakes are reported.
@Suite struct OverrideTests {
  private static let text = Texts.study(
    """
    "factors": { "rule": { "values": ["exact", "push"] } }, "description": "as given"
    """)

  private func read(_ changes: String...) throws -> Study {
    try Texts.parse(Self.text, try changes.map { try #require(Override($0)) })
  }

  @Test("a change is the study with that value in its file")
  func values() throws {
    func same(_ change: String, _ old: String, _ new: String) throws {
      try #require(Self.text.contains(old))
      #expect(try read(change) == Texts.parse(Self.text.replacing(old, with: new)), "\(change)")
    }
    try same("seed=9", "\"seed\": 7", "\"seed\": 9")
    try same("model.group_size=49", "\"group_size\": 100", "\"group_size\": 49")
    try same("$.model.group_size=1e2", "\"group_size\": 100", "\"group_size\": 100")
    try same("factors.rule.values[1]=capped", "push", "capped")
    try same("factors.rule.values[0]=\"subset\"", "exact", "subset")
    try same("factors.rule.values=[\"push\"]", "\"exact\", \"push\"", "\"push\"")
    try same("description=a = b, c", "as given", "a = b, c")
    try same("description=", "as given", "")
    // Keys and objects that the file does not have are made.
    try same("replicates=5", "\"description\"", "\"replicates\": 5, \"description\"")
    try same(
      "model.stop.max_steps=6", "\"group_size\": 100",
      "\"group_size\": 100, \"stop\": { \"max_steps\": 6 }")
    try same(
      #"model.introductions=[{"step":0,"people":[1,2]}]"#, "\"group_size\": 100",
      #""group_size": 100, "introductions": [{ "step": 0, "people": [1, 2] }]"#)
    try same(
      "record={\"curves\":3}", "\"description\"", "\"record\": { \"curves\": 3 }, \"description\"")
  }

  @Test("two changes of one value are refused, and one may build on another")
  func order() throws {
    for second in ["seed=2", "$.seed=1"] {
      let changes = ["seed=1", second].compactMap { Override($0) }
      #expect(Texts.mistakes(Self.text, changes).map(\.code) == [.duplicateKey], "\(second)")
    }
    let study = try read("model.stop={\"share\":0.5}", "model.stop.max_steps=3")
    #expect(study.constants(.stopShare) == 0.5 && study.constants(.maxSteps) == 3)
  }

  @Test("what a later change replaces, and what a factor replaces, is refused")
  func replaced() throws {
    func codes(_ text: String, _ changes: String...) throws -> [ErrorCode] {
      Texts.mistakes(text, try changes.map { try #require(Override($0)) }).map(\.code)
    }
    let (share, stop) = ("model.stop.share=0.5", #"model.stop={"max_steps":9}"#)
    #expect(try codes(Self.text, share, stop) == [.duplicateKey])
    #expect(try codes(Self.text, stop, share) == [])
    #expect(try codes(Self.text, share, "model.stop.max_steps=9") == [])
    let plan = Texts.study(
      """
      "interventions": { "plan": [{ "when": { "step": 1 }, "set": { "infection_probability": 0 } }] },
      "factors": { "interventions.plan.0.when.step": { "values": [5, 10] }, "infectious_steps.gamma.mean": { "values": [3, 4] } }
      """,
      model:
        #""group_size": 9, "interventions": "plan", "infectious_steps": { "gamma": { "mean": 3, "sd": 2 } }"#
    )
    for (change, expected) in [
      ("interventions.plan[0].when.step=3", [ErrorCode.conflict]),
      ("interventions['plan'][0].when.step=3", [.conflict]),
      ("model.infectious_steps.gamma.mean=2", [.conflict]),
      ("model.infectious_steps.gamma.sd=3", []),
      ("interventions.plan[0].set.infection_probability=0.1", []),
      ("factors['interventions.plan.0.when.step'].values[0]=3", []),
    ] {
      #expect(try codes(plan, change) == expected, "\(change)")
    }
  }

  @Test("changes belong to the identity as if they stood in the file")
  func identity() throws {
    let edited = try Texts.parse(Self.text.replacing("\"seed\": 7", with: "\"seed\": 9"))
    #expect(try read("seed=9").digest == edited.digest)
    #expect(try read("seed=9").digest != Texts.parse(Self.text).digest)
    #expect(try read("seed=9").resolvedJSON == edited.resolvedJSON)
  }

  @Test("a path deeper than any file is a mistake, and found at once", .timeLimit(.minutes(1)))
  func deep() throws {
    for path in [
      "a" + String(repeating: ".a", count: 20_000),
      "seed" + String(repeating: "[0]", count: 20_000),
    ] {
      let error = #expect(throws: StudyFileError.self) { try read("\(path)=1") }
      #expect(error?.diagnostics.map(\.code) == [.badOverride])
    }
  }

  @Test("a change without a path or an equals sign is none", arguments: ["", "=", "=1", "seed"])
  func none(text: String) { #expect(Override(text) == nil) }

  @Test(
    "a mistake names the option, the path and what is wrong, in one line",
    arguments: [
      ("model.boundry=torus", .unknownKey, "$.model.boundry"),
      ("model.boundary=tours", .unknownValue, "$.model.boundary"),
      ("model.infection_probability=1.2", .outOfRange, "$.model.infection_probability"),
      ("model.infection_factor=2.5", .notWhole, "$.model.infection_factor"),
      ("replicates=many", .wrongType, "$.replicates"),
      ("seed=", .wrongType, "$.seed"),
      ("study=no label", .badLabel, "$.study"),
      ("model={}", .missing, "$.model.group_size"),
      ("model={\"group_size\":4,\"group_size\":9}", .duplicateKey, "$.model.group_size"),
      ("factors.rule.values[2]=capped", .badOverride, "$.factors.rule.values[2]"),
      ("factors.rule.values.x=1", .badOverride, "$.factors.rule.values.x"),
      ("seed.x=1", .badOverride, "$.seed.x"),
      ("model.introductions[0].step=0", .badOverride, "$.model.introductions"),
      ("analysis.comparisons[0].factor=rule", .badOverride, "$.analysis.comparisons"),
      ("factors.rule.values.0=exact", .badOverride, "$.factors.rule.values['0']"),
      ("factors.rule={\"values\":[\"exact\",]}", .wrongType, "$.factors.rule"),
      ("model[0]=1", .badOverride, "$.model[0]"),
      ("a..b=1", .badOverride, "$"),
      (".a=1", .badOverride, "$"),
      ("a[=1", .badOverride, "$"),
      ("a[x]=1", .badOverride, "$"),
      ("a[-1]=1", .badOverride, "$"),
      ("a[0]b=1", .badOverride, "$"),
    ] as [(String, ErrorCode, String)])
  func located(change: String, code: ErrorCode, path: String) throws {
    let found = Texts.mistakes(Self.text, [try #require(Override(change))])
    #expect(found.map(\.code) == [code] && found.map(\.path) == [path])
    let line = try #require(found.first).description
    #expect(line.hasPrefix("settings=\(change): error[\(code.rawValue)] \(path): "))
    #expect(!line.contains("\n"))
  }

  @Test("mistakes of the file come before those of the options, these in their order")
  func sorted() throws {
    let text = Self.text.replacing("\"seed\": 7", with: "\"seed\": -1")
    let changes = ["replicates=0", "model.columns=0"].compactMap { Override($0) }
    let found = Texts.mistakes(text, changes)
    #expect(found.map(\.path) == ["$.seed", "$.replicates", "$.model.columns"])
    #expect(found.map(\.isOption) == [false, true, true])
  }

  @Test("a good change takes the place of a value that is wrong in the file")
  func mended() throws {
    let text = Self.text.replacing("\"seed\": 7", with: "\"seed\": -1")
    #expect(try Texts.parse(text, [try #require(Override("seed=3"))]).seed == 3)
  }
}
