import PlainText
import SlowReference
import SpreadModel
import StudyFiles
import Testing

/// Rules in Swift, as studies name them.
@Suite struct OwnRuleTests {
  private static let text = Texts.study(
    #""factors": { "rule": { "values": ["exact", "mine"] } }"#)

  @Test("a rule of the program is named like a built-in one, and becomes part of the study")
  func named() throws {
    try withOwnRules([.own("mine", version: 4), .own("other")]) {
      let study = try Texts.parse(Self.text)
      #expect(study.rules.map(\.name) == ["mine"])
      #expect(try study.points().map(\.ruleName) == ["exact", "mine"])
      #expect(try study.points()[1].rule.draw.own?.act != nil)
      let resolved = String(decoding: study.resolvedJSON, as: UTF8.self)
      #expect(resolved.contains(#""draw": {"own": "mine", "version": "4"}"#), "\(resolved)")
      let again = try Study.parse(bytes: study.resolvedJSON, file: "r.json")
      #expect(again == study && again.digest == study.digest)
      #expect(again.missingOwnDraws.isEmpty)
      // By the model alone, too.
      let alone = try Texts.parse(Texts.study(model: #""group_size": 9, "rule": "other""#))
      #expect(alone.rules.map(\.name) == ["other"])
    }
  }

  @Test("its version is part of the study's identity and of its points', its Swift is not")
  func version() throws {
    let studies = try [1, 2].map { version in
      try withOwnRules([.own("mine", version: version)]) { try Texts.parse(Self.text) }
    }
    #expect(studies[0].digest != studies[1].digest)
    #expect(studies[1].changedKeys(since: studies[0]) == ["$.rules.mine.draw.version"])
    let points = try studies.map { try $0.points().map(\.identity) }
    #expect(points[0][0] == points[1][0] && points[0][1] != points[1][1])
    // So is its name.
    let named = try withOwnRules([.own("mine"), .own("yours")]) {
      try ["mine", "yours"].map {
        try Texts.parse(Texts.study(model: #""group_size": 9, "rule": "\#($0)""#))
      }
    }
    #expect(try named[0].points()[0].identity != named[1].points()[0].identity)
    // Another program with a rule of the same name and version has the same one.
    let other = try withOwnRules([.own("mine")]) { try Texts.parse(Self.text) }
    #expect(other.digest == studies[0].digest)
  }

  @Test("a study can give it other neighbors, another pool and another order")
  func parts() throws {
    try withOwnRules([.own("mine", version: 2)]) {
      let study = try Texts.parse(
        Texts.study(
          """
          "rules": { "far": { "neighborhood": { "radius": 2, "metric": "manhattan" }, "pool": "all",
            "draw": { "own": "mine" }, "update": "sequential" } }
          """, model: #""group_size": 36, "rule": "far", "infection_factor": 1.5"#))
      let rule = try study.points()[0].rule
      #expect(rule.draw.own?.version == 2 && rule.pool == .all && rule.update == .sequential)
      #expect(rule.neighborhood == .within(radius: 2, metric: .manhattan))
      #expect(try study.points()[0].scenario.meanContacts == 1.5)
      #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    }
  }

  @Test("its infection factor may be any number, that of rules beside it may not")
  func realFactor() throws {
    try withOwnRules([.own("mine")]) {
      let alone = try Texts.parse(
        Texts.study(model: #""group_size": 9, "rule": "mine", "infection_factor": 0.5"#))
      #expect(alone.hasRealInfectionFactor)
      let mistakes = Texts.mistakes(
        Texts.study(
          #""factors": { "rule": { "values": ["exact", "mine"] } }"#,
          model: #""group_size": 9, "infection_factor": 0.5"#))
      #expect(
        mistakes.map(\.code) == [.badRelation] && mistakes[0].path == "$.model.infection_factor")
    }
  }

  @Test("a program without it refuses the study, and knows it where there are runs already")
  func missing() throws {
    let stored = try withOwnRules([.own("mine", version: 3)]) {
      try Texts.parse(Self.text).resolvedJSON
    }
    let text = String(decoding: stored, as: UTF8.self)
    var mistakes = Texts.mistakes(Self.text)
    #expect(mistakes.map(\.path) == ["$.factors.rule.values[1]"])
    #expect(mistakes.map(\.code) == [.unknownValue])
    mistakes = Texts.mistakes(text)
    #expect(mistakes.map(\.code) == [.unknownValue])
    let study = try Study.parse(bytes: stored, file: "stored", isStored: true)
    #expect(study.missingOwnDraws == [OwnDraw(name: "mine", version: 3, act: nil)])
    #expect(study.resolvedJSON == stored)
    try withOwnRules([.own("mine", version: 5), .own("mind")]) {
      mistakes = Texts.mistakes(text)
      #expect(mistakes.map(\.path) == ["$.rules.mine.draw.version"])
      #expect(mistakes.map(\.code) == [.unknownValue])
      let study = try Study.parse(bytes: stored, file: "stored", isStored: true)
      #expect(study.missingOwnDraws == [OwnDraw(name: "mine", version: 3, act: nil)])
      #expect(study.resolvedJSON == stored)
      mistakes = Texts.mistakes(text.replacing(#""own": "mine""#, with: #""own": "mime""#))
      #expect(mistakes.map(\.suggestion) == ["mine"])
    }
  }

  @Test("the schema and messages name the rules of the program")
  func listed() throws {
    withOwnRules([.own("mine"), .own("other")]) {
      #expect(
        StudySchema.text.contains(
          "rule written in Swift that is built into the program: mine, other."))
      let mistakes = Texts.mistakes(Texts.study(model: #""group_size": 9, "rule": "othr""#))
      #expect(mistakes.map(\.suggestion) == ["other"])
      #expect(mistakes[0].message.contains(#""mine", "other", or define it"#))
    }
    #expect(StudySchema.text.contains("built into the program (this one has none)."))
  }

  @Test("a program cannot have rules whose names or versions would not do")
  func objections() {
    typealias Rule = SpreadRule.Described
    #expect(SpreadRule.objection(to: [.own("mine"), .own("a.b:c-d_1", version: 9)]) == nil)
    let cases: [([Rule], String)] = [
      ([.own("my rule")], #""my rule" cannot be the name of a rule: give 1 to 64 of"#),
      ([.own("")], #""" cannot be the name of a rule"#),
      ([.own("push")], #"there is a built-in rule "push"; give yours another name"#),
      ([.own("a"), .own("b"), .own("a")], #"two rules have the name "a""#),
      ([.own("a", version: 0)], #"the rule "a" has version 0; give 1 or more"#),
    ]
    for (rules, words) in cases {
      #expect(SpreadRule.objection(to: rules)?.hasPrefix(words) == true, "\(words)")
    }
    var flat = Rule.own("flat")
    flat = Rule(
      name: "flat",
      rule: SpreadRule(
        neighborhood: .within(radius: 0, metric: .manhattan), pool: .all, draw: flat.rule.draw,
        update: .synchronous), explanation: "", origin: "")
    #expect(SpreadRule.objection(to: [flat])?.contains("a radius of 0") == true)
  }
}
