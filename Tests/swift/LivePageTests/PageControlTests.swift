import Foundation
import LivePage
import SpreadModel
import StudyFiles
import Testing

@Suite("The controls of the page") struct PageControlTests {
  @Test("show every key of the model, or say why not; a new key has to be one or the other")
  func everyKey() {
    let shown = PageControl.all.compactMap(\.key)
    #expect(Set(shown).count == shown.count)
    for key in ModelKey.all {
      let isLeft = PageControl.left[key] != nil
      #expect(shown.contains(key) != isLeft, "\(key.name)")
    }
    #expect(PageControl.left.keys.allSatisfy(ModelKey.all.contains))
  }

  @Test("have their name, their note and values that the key may have")
  func fromKey() {
    for control in PageControl.all {
      guard let key = control.key else { continue }
      #expect(control.name == key.name)
      #expect(control.note == key.meaning)
      #expect(Self.isWithin(control.allowed, key.allowed), "\(key.name)")
      if key.defaultValue != nil { #expect(control.first == key.defaultValue, "\(key.name)") }
      if key != .rule { #expect(control.problem(control.first) == nil, "\(key.name)") }
    }
    #expect(PageControl.named("seed")?.problem(.whole(Study.seeds.upperBound + 1)) != nil)
    #expect(
      PageControl.all.map(\.label) == [
        "Group size", "Infection factor", "Infection probability, %", "Period, s", "Rule",
        "Neighborhood", "Boundary", "Columns", "Seed", "Start people", "Latent steps",
        "Infectious steps", "Recovery probability, %", "Immune steps", "Immune share, %",
      ])
  }

  @Test("are filled at random with values that they take")
  func randomFills() {
    let filled = PageControl.all.filter { $0.random != nil }
    #expect(filled.contains { $0.key == .groupSize } && !filled.contains { $0.name == "seed" })
    for control in filled {
      guard let fill = control.random else { continue }
      let scale = control.inPercent ? 100.0 : 1
      for value in [fill.low / scale, fill.high / scale] {
        let isWhole = control.allowed.isWhole
        let problem = control.problem(isWhole ? .whole(Int(value)) : .real(value))
        #expect(problem == nil && (!isWhole || fill.digits == 0), "\(control.name) \(value)")
      }
    }
  }

  private static func isWithin(_ narrow: AllowedValues, _ wide: AllowedValues) -> Bool {
    switch (narrow, wide) {
    case (.whole(let a), .whole(let b)):
      b.contains(a.lowerBound) && b.contains(a.upperBound)
    case (.real(let a), .real(let b)): b.contains(a.lowest) && b.contains(a.highest)
    case (.choice(let a), .choice(let b)): a.allSatisfy(b.contains)
    case (.length(let a, let words), .length(let b, let others)):
      a >= b && words.allSatisfy(others.contains)
    case (.either(let a, let words), .either(let b, let others)):
      isWithin(a, b) && words.allSatisfy(others.contains)
    case (.name, .name): true
    default: false
    }
  }

  @Test("reach the page as a module with all of them, bounds as typed")
  func script() throws {
    let text = String(decoding: try #require(Asset.all["/controls.js"]).bytes, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.contains("controls =") })
    let json = line.drop { $0 != "[" }.dropLast()
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(list.map { $0["name"] as? String } == PageControl.all.map(\.name))
    #expect(list.map { $0["allowed"] as? String } == PageControl.all.map(\.words))
    let probability = try #require(list.first { $0["name"] as? String == "infection_probability" })
    #expect(probability["low"] as? Double == 0 && probability["high"] as? Double == 100)
    #expect(probability["first"] as? String == "100" && probability["divisor"] as? Double == 100)
    #expect(PageRelation.all.allSatisfy { text.contains($0.sentence) })
  }

  @Test("have the form, bounds and first value that docs/live.md and the keys say")
  func texts() throws {
    let text = String(decoding: try #require(Asset.all["/controls.js"]).bytes, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.contains("controls =") })
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(line.drop { $0 != "[" }.dropLast().utf8))
        as? [[String: Any]])
    func word(_ value: Any?) -> String {
      switch value {
      case let words as [String]: return words.joined(separator: "|")
      case let text as String: return text
      case let number as Double: return "\(number)"
      default: return "-"
      }
    }
    let keys = ["name", "kind", "low", "high", "words", "empty", "first", "divisor"]
    let seen: [String] = list.map { control in
      keys.map { word(control[$0]) }.joined(separator: " ")
    }
    let forever = 1_000_000_000.0
    let expected: [String] = [
      "group_size whole 1.0 4000000.0  - 100 1.0",
      "infection_factor whole 0.0 1000000.0  - 3 1.0",
      "infection_probability real 0.0 100.0  - 100 100.0", "period real 0.05 10.0  - 1 1.0",
      "rule name - -  - subset 1.0",
      "neighborhood choice - - moore|von_neumann as the rule says  1.0",
      "boundary choice - - bounded|torus - bounded 1.0",
      "columns whole 1.0 \(forever) square - square 1.0",
      "seed whole 0.0 \(Double(Study.seeds.upperBound))  new at each start  1.0",
      "start_people whole 1.0 4000000.0  those you tap  1.0",
      "latent_steps whole 0.0 \(forever)  - 0 1.0",
      "infectious_steps whole 1.0 \(forever) forever - forever 1.0",
      "recovery_probability real 0.0 100.0  - 0 100.0",
      "immune_steps whole 0.0 \(forever) forever - forever 1.0",
      "immune_share real 0.0 100.0  - 0 100.0",
    ]
    #expect(seen == expected)
    // What there is to choose from is not the control's to know.
    let rule = try #require(PageControl.named("rule"))
    #expect(rule.problem(.name("any")) == nil && rule.problem(.whole(1)) != nil)
  }

  @Test("a script of the page imports nothing that is not served")
  func imports() {
    var seen = 0
    for (name, asset) in Asset.all where name.hasSuffix(".js") {
      let text = String(decoding: asset.bytes, as: UTF8.self)
      for line in text.split(separator: "\n") where line.hasPrefix("import ") {
        let parts = line.split(separator: "\"")
        #expect(parts.count == 3 && Asset.all[String(parts[1])] != nil, "\(name): \(line)")
        seen += 1
      }
    }
    #expect(seen > 20)
  }

  @Test("leave a point of a study as it is in every key that has none")
  func points() throws {
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 9, "shape_share": 0.5,
        "immune_people": [1, 8],
        "introductions": [{ "step": 2, "random": 3 }], "interventions": "later",
        "stop": { "share": 0.5, "max_steps": 7 } },
        "interventions": { "later": [{ "when": { "step": 4 }, "immunize_share": 0.5 }] } }
      """
    let study = try Study.parse(bytes: Array(text.utf8), file: "s.json")
    let point = OpenedStudy.Point(try #require(study.points().first), of: study)
    let scenario = try point.parameters.scenario(rules: OfferedRule.builtIn, over: point.values)
    #expect(point.interventions.map(\.immunizeShare) == [0.5])
    for key in PageControl.left.keys where ![.stopShare, .maxSteps, .interventions].contains(key) {
      #expect(key.value(scenario) == study.constants[key], "\(key.name)")
    }
    #expect(scenario.stopShare == 1 && scenario.maxSteps == Parameters.mostSteps)
  }

  @Test(
    "a point that is about people by number says so",
    arguments: [
      ("", false), (#","introductions":[{"step":1,"random":2}]"#, false),
      (#","introductions":[{"step":1,"random":2},{"step":2,"people":[4]}]"#, true),
      (#","immune_people":[3]"#, true), (#","contacts":"everybody""#, false),
      (#","contacts":"ring""#, true),
    ])
  func byNumber(model: String, names: Bool) throws {
    let text = """
      { "spreadlab": 1, "study": "s", "seed": 1, "model": { "group_size": 9\(model) },
        "contacts": { "ring": { "kind": "ring", "neighbors": 2, "rewire": 0 } } }
      """
    let study = try Study.parse(bytes: Array(text.utf8), file: "s.json")
    let point = OpenedStudy.Point(try #require(study.points().first), of: study)
    #expect(point.namesPeople == names)
  }

  @Test("a saved session keeps every key of its scenario, but for taps and end")
  func saved() throws {
    let values = ModelValues().with([
      .groupSize: .whole(12), .infectionFactor: .whole(2), .infectionProbability: .real(0.25),
      .rule: .name("push"), .columns: .whole(4), .boundary: .name("torus"),
      .shapeShare: .real(0.5), .latentSteps: .whole(2), .infectiousSteps: .whole(3),
      .recoveryProbability: .real(0.5), .immuneSteps: .whole(4), .immuneShare: .real(0.25),
      .immunePeople: .people([3, 7]), .startPeople: .whole(2),
    ])
    let parameters = Parameters(values: values, seed: 5, period: 0.5)
    var scenario = try parameters.scenario(rules: OfferedRule.builtIn, over: values)
    var change = Intervention(when: .step(3))
    change.immunizeShare = 0.5
    scenario.interventions = [change]
    let text = SavedSession(SessionState(parameters, scenario)).json
    let study = try Study.parse(bytes: Array(text.utf8), file: "s.json")
    let again = try #require(study.points().first).scenario
    for key in ModelKey.all where key != .maxSteps {
      #expect(key.value(again) == key.value(scenario), "\(key.name)")
    }
    #expect(again.interventions == scenario.interventions)
    #expect(again.maxSteps == 0 && again.rule == scenario.rule)
    #expect(study.constants[.period] == .real(0.5) && study.seed == 5)
  }
}
