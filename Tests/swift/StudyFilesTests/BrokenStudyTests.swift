import PlainText
import SpreadModel
import StudyFiles
import Testing

@Suite struct BrokenStudyTests {
  @Test("reports a mistake once, at its line and column, with its path and code", arguments: all)
  func place(_ study: BrokenStudy) { study.expectFound() }

  @Test(
    "every key refuses what is no value of it, as a constant and as a factor",
    arguments: ModelKey.all)
  func everyKey(_ key: ModelKey) {
    let names = key.name.split(separator: ".")
    let value = names.dropFirst().reversed().reduce("true") { "{ \"\($1)\": \($0) }" }
    let size = key == .groupSize ? "" : "\"group_size\": 9, "
    let constant = Texts.mistakes(Texts.study(model: "\(size)\"\(names[0])\": \(value)"))
    #expect(
      constant.contains { $0.code == .wrongType && $0.path == "$.model.\(key.name)" },
      "\(constant.map(\.description))")
    guard key.mayVary else { return }
    let factor = Texts.mistakes(
      Texts.study(
        "\"factors\": { \"\(key.name)\": { \"values\": [true] } }",
        model: key == .groupSize ? "" : "\"group_size\": 9"))
    #expect(
      factor.contains { $0.code == .wrongType && $0.path == "$.factors.\(key.name).values[0]" },
      "\(factor.map(\.description))")
  }

  static let all: [BrokenStudy] =
    syntax + model + rules + factors + constants + mistypedDesigns + designs + runs + analysis
    + points + misspelledParts + oneMistake

  static let syntax: [BrokenStudy] = [
    BrokenStudy(marked: "@@", code: .syntax, path: "$"),
    BrokenStudy(marked: "{\n  \"spreadlab\": 1@@,\n}", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"a\": [1@@, ] }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"a\": 1@@/3 }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"a\": @@.3 }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"a\": @@+0.3, \"b\": 1 }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"a\": @@0,3, \"b\": 1 }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{@@\0 \0}\0", code: .syntax, path: "$"),
    BrokenStudy(marked: "{\n  @@// a comment\n}", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"seed\": @@007 }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"é\" @@= 1 }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{ \"study\": @@True }", code: .syntax, path: "$"),
    BrokenStudy(marked: "{} @@{}", code: .syntax, path: "$"),
    BrokenStudy(marked: "@@[1]", code: .wrongType, path: "$"),
  ]

  static let model: [BrokenStudy] = [
    .model("\"group_size\": @@0", .outOfRange, "$.model.group_size"),
    .model("\"group_size\": @@1.5", .notWhole, "$.model.group_size"),
    .model("\"group_size\": @@\"100\"", .wrongType, "$.model.group_size"),
    .model("\"group_size\": 9, @@\"group_size\": 9", .duplicateKey, "$.model.group_size"),
    .model("\"group_size\": 9, @@\"groupsize\": 9", .unknownKey, "$.model.groupsize"),
    .model(
      "\"group_size\": 9, \"infection_probability\": @@1.2", .outOfRange,
      "$.model.infection_probability"),
    .model("\"group_size\": 9, \"columns\": @@\"cube\"", .unknownValue, "$.model.columns"),
    .model("\"group_size\": 9, \"boundary\": @@\"tours\"", .unknownValue, "$.model.boundary"),
    .model("\"group_size\": 10, \"boundary\": @@\"torus\"", .badRelation, "$.model.boundary"),
    .model("\"group_size\": 9, \"rule\": @@\"exakt\"", .unknownValue, "$.model.rule"),
    .model(
      "\"group_size\": 9, \"introductions\": [{ \"step\": 0, \"people\": [0, @@9] }]", .badRelation,
      "$.model.introductions[0].people[1]"),
    .model(
      "\"group_size\": 9, \"introductions\": [{ \"step\": 0, \"people\": [3, @@3] }]",
      .duplicateValue, "$.model.introductions[0].people[1]"),
    .model(
      "\"group_size\": 9, \"introductions\": [@@{ \"step\": 0 }]", .missing,
      "$.model.introductions[0].at"),
    // Where one word is allowed.
    .model(
      "\"group_size\": 9, \"introductions\": [{ \"step\": 0, \"at\": @@\"corner\" }]",
      .unknownValue, "$.model.introductions[0].at"),
    .model(
      "\"group_size\": 9, \"introductions\": [{ \"step\": 0, \"at\": @@4 }]", .wrongType,
      "$.model.introductions[0].at"),
    .model(
      "\"group_size\": 9, \"introductions\": [{ \"step\": 0, \"random\": 1, @@\"at\": \"center\" }]",
      .conflict, "$.model.introductions[0].at"),
    BrokenStudy(
      marked: Texts.study(model: "@@").replacing("{ @@ }", with: "@@{ }"), code: .missing,
      path: "$.model.group_size"),
  ]

  /// Keys of the model that may not vary, wherever a parameter is named.
  static let constants: [BrokenStudy] =
    ModelKey.all.filter { !$0.mayVary }.map {
      let path = $0.name.contains(".") ? "['\($0.name)']" : ".\($0.name)"
      return .member(
        "\"factors\": { @@\"\($0.name)\": { \"values\": [1, 2] } }", .mayNotVary, "$.factors\(path)"
      )
    } + [
      .member(
        #""factors": { @@"stop": { "values": [1] } }"#, .mayNotVary, "$.factors.stop"),
      .member(
        #""factors": { @@"seed": { "values": [1] } }"#, .mayNotVary, "$.factors.seed"),
      .member(
        #""factors": { @@"max_steps": { "values": [1] } }"#, .mayNotVary, "$.factors.max_steps"),
      .member(
        #""design": { "type": "list", "points": [{ "rule": "exact", @@"immune_people": [3] }] }"#,
        .mayNotVary, "$.design.points[0].immune_people"),
      .member(
        #""analysis": { "comparisons": [{ "factor": @@"immune_people", "response": "steps" }] }"#,
        .mayNotVary, "$.analysis.comparisons[0].factor"),
      .member(
        #""design": { "type": "threshold", "factor": @@"period", "from": 1, "to": 9, "#
          + #""response": "final_share", "target": 0.5, "half_width": 0.1 }"#,
        .mayNotVary, "$.design.factor"),
      .member(
        #""factors": { @@"imune_people": { "values": [1] } }"#, .unknownKey,
        "$.factors.imune_people"),
    ]

  /// What follows from a design is no mistake of its own where its name is mistyped.
  static let mistypedDesigns: [BrokenStudy] = [
    .member(
      #""factors": { "infection_probability": { "from": 0.1, "to": 0.9 } }, "#
        + #""design": { "type": @@"saltely", "points": 64 }, "#
        + #""analysis": { "sensitivity": { "responses": ["final_share"] } }"#,
      .unknownValue, "$.design.type"),
    .member(
      #""analysis": { "sensitivity": { "responses": ["final_share"], "method": "sobol" } }, "#
        + #""design": { "type": @@7 }"#,
      .wrongType, "$.design.type"),
    .member(
      #""factors": { "infection_factor": { "values": [2, 2] }, "rule": { "values": ["exact", "push"] } }, "#
        + #""design": { "type": @@"zipp" }"#,
      .unknownValue, "$.design.type"),
    .factors(
      #""design": { "type": @@"treshold", "factor": "group_size", "from": 4, "to": 400, "#
        + #""response": "final_share", "target": 0.5, "half_width": 2 }"#,
      .unknownValue, "$.design.type"),
    .member(
      #""design": { "type": @@"box_behnken" }, "#
        + #""analysis": { "sensitivity": { "responses": ["final_share"] } }"#,
      .notOffered, "$.design.type"),
  ]

  static let rules: [BrokenStudy] = [
    .member(
      "\"rules\": { @@\"exact\": { \"neighborhood\": \"moore\", \"pool\": \"all\", \"draw\": \"exact\","
        + " \"update\": \"synchronous\" } }", .conflict, "$.rules.exact"),
    .member(
      "\"rules\": { \"a\": @@{ \"neighborhood\": \"moore\", \"pool\": \"all\", \"draw\": \"exact\" } }",
      .missing, "$.rules.a.update"),
    .member(
      "\"rules\": { @@\"=a\": { \"neighborhood\": \"moore\", \"pool\": \"all\", \"draw\": \"exact\","
        + " \"update\": \"synchronous\" } }", .badLabel, "$.rules['=a']"),
  ]

  static let factors: [BrokenStudy] = [
    .factors(
      "\"factors\": { \"group_size\": { \"values\": @@[] } }", .empty,
      "$.factors.group_size.values"),
    .factors(
      "\"factors\": { \"group_size\": { \"values\": [9, 16, @@9] } }", .duplicateValue,
      "$.factors.group_size.values[2]"),
    .factors(
      "\"factors\": { \"group_size\": { \"from\": 9, \"to\": @@4, \"step\": 1 } }", .badRange,
      "$.factors.group_size.to"),
    .factors(
      "\"factors\": { \"group_size\": { \"from\": 9, \"to\": @@9 } }, "
        + "\"design\": { \"type\": \"halton\", \"points\": 4 }", .badRange,
      "$.factors.group_size.to"),
    .factors(
      "\"factors\": { @@\"group_size\": { \"from\": 4, \"to\": 9 } }", .missing,
      "$.factors.group_size.step"),
    .factors(
      "\"factors\": { \"group_size\": { \"from\": 1, \"to\": 3, \"count\": @@4 } }", .badRange,
      "$.factors.group_size.count"),
    .factors(
      "\"factors\": { \"group_size\": { \"values\": [4], @@\"step\": 1 } }", .conflict,
      "$.factors.group_size.step"),
    .member(
      "\"factors\": { \"infection_probability\": { \"from\": @@0, \"to\": 1, \"count\": 3, "
        + "\"scale\": \"log\" } }", .badRange, "$.factors.infection_probability.from"),
    .member(
      "\"factors\": { \"rule\": { \"values\": [\"exact\", @@\"virus_ap\"] } }", .unknownValue,
      "$.factors.rule.values[1]"),
    .factors(
      "\"factors\": { \"group_size\": { \"values\": [9, 10] }, "
        + "\"boundary\": { \"values\": [\"bounded\", @@\"torus\"] } }", .badRelation,
      "$.factors.boundary.values[1]"),
    BrokenStudy(
      marked: Texts.study(
        "\"factors\": { \"group_size\": { \"values\": [9] } }", model: "@@\"group_size\": 9"),
      code: .conflict, path: "$.model.group_size"),
  ]

  static let designs: [BrokenStudy] = [
    .member("\"design\": { \"type\": @@\"factorail\" }", .unknownValue, "$.design.type"),
    .member("\"design\": @@{}", .missing, "$.design.type"),
    .factors(
      "\"factors\": { \"group_size\": { \"values\": [4, 9] }, @@\"columns\": { \"values\": [2] } },"
        + " \"design\": { \"type\": \"zip\" }", .unequalLengths, "$.factors.columns"),
    .factors(
      "\"design\": { \"type\": \"list\", \"points\": [{ \"group_size\": 4, \"columns\": 2 }, "
        + "@@{ \"group_size\": 9 }] }", .missing, "$.design.points[1].columns"),
    // Of what is no point nothing else is asked.
    .factors(
      "\"design\": { \"type\": \"list\", \"points\": [{ \"group_size\": 4 }, @@9] }", .wrongType,
      "$.design.points[1]"),
    .factors(
      "\"design\": { \"type\": \"list\", \"points\": [{ \"group_size\": 4 }, @@{ \"group_size\": 4 }"
        + "] }", .duplicateValue, "$.design.points[1]"),
    .factors(
      "\"factors\": { \"group_size\": { \"values\": [4, 9] } }, "
        + "\"design\": { \"type\": \"one_at_a_time\", \"base\": @@{} }", .missing,
      "$.design.base.group_size"),
    .factors(
      "\"factors\": { @@\"group_size\": { \"values\": [4, 9] } }, "
        + "\"design\": { \"type\": \"sobol\", \"points\": 8 }", .conflict, "$.factors.group_size"),
    // What varies is given in one place.
    .factors(
      "@@\"factors\": { \"group_size\": { \"values\": [4, 9] } }, "
        + "\"design\": { \"type\": \"list\", \"points\": [{ \"group_size\": 4 }] }", .conflict,
      "$.factors"),
    BrokenStudy(
      marked: Texts.study(
        "\"design\": { \"type\": \"list\", \"points\": [{ \"group_size\": 4 }] }",
        model: "@@\"group_size\": 9"), code: .conflict, path: "$.model.group_size"),
    .factors(
      "\"factors\": { \"group_size\": { \"values\": [4, 9] } }, \"design\": { "
        + "\"type\": \"one_at_a_time\", \"base\": { \"group_size\": 4, @@\"columns\": 2 } }",
      .conflict,
      "$.design.base.columns"),
  ]

  private static let plan =
    #"{ "when": { "step": 1 }, "multiply": { "infection_probability": 0.5 } }"#

  /// What shows only where points are made has its place in the file, too: at the level that is to blame.
  static let points: [BrokenStudy] = [
    of(
      #""contacts": "everybody", "interventions": "plan""#,
      #""interventions": { "plan": [{ "when": { "step": 5 }, "keep_contacts": @@0.5 }] }"#,
      .badRelation, "$.interventions.plan[0].keep_contacts"),
    .member(
      #""interventions": { "plan": [\#(plan)] }, "factors": { "interventions": { "values": ["none", "plan"] }, "#
        + #""interventions.plan.0.when.step": { "values": [5, @@9] } }"#,
      .duplicateValue, "$.factors['interventions.plan.0.when.step'].values[1]"),
    .member(
      #""factors": { "infection_factor": { "values": [2, 3, @@2] }, "#
        + #""infection_probability": { "values": [0.5, 0.6, 0.5] } }, "design": { "type": "zip" }"#,
      .duplicateValue, "$.factors.infection_factor.values[2]"),
    of(
      #""infectious_steps": 3, "latent_steps": { "weights": [0, 1] }"#,
      #""factors": { "latent_steps.weights.1": { "values": [1, @@0] } }"#,
      .badRelation, "$.factors['latent_steps.weights.1'].values[1]"),
    of(
      #""infectious_steps": { "weights": [0, 1] }"#,
      #""factors": { "infectious_steps.weights.0": { "values": [0, @@1] } }"#,
      .badRelation, "$.factors['infectious_steps.weights.0'].values[1]"),
    of(
      #""infectious_steps": { "gamma": { "mean": 4, "sd": 2 } }"#,
      #""factors": { @@"infectious_steps.gamma.mean": { "from": 1, "to": 4000 } }, "#
        + #""design": { "type": "latin_hypercube", "points": 50 }"#,
      .badRelation, "$.factors['infectious_steps.gamma.mean']"),
    of(
      #""contacts": "h""#,
      #""contacts": { "h": { "kind": "ring", "neighbors": 4, "rewire": 0 } }, "#
        + #""factors": { @@"contacts.h.neighbors": { "from": 2, "to": 8 } }, "#
        + #""design": { "type": "latin_hypercube", "points": 20 }"#,
      .badRelation, "$.factors['contacts.h.neighbors']"),
    of(
      #""interventions": "plan""#,
      #""interventions": { "plan": [{ "when": { "step": 1 }, "multiply": { "infection_probability": "#
        + #"{ "steps": [0, 5], "values": [1, 0.5], "period": 10 } } }] }, "factors": { "#
        + #""interventions.plan.0.multiply.infection_probability.steps.1": { "values": [5, @@20] } }"#,
      .badRelation,
      "$.factors['interventions.plan.0.multiply.infection_probability.steps.1'].values[1]"),
    .member(
      #""interventions": { "plan": [\#(plan)] }, "design": { "type": "list", "points": ["#
        + #"{ "interventions": "none", "interventions.plan.0.when.step": 5 }, "#
        + #"@@{ "interventions": "none", "interventions.plan.0.when.step": 9 }] }"#,
      .duplicateValue, "$.design.points[1]"),
  ]

  /// With these constants besides the group size.
  private static func of(
    _ model: String, _ body: String, _ code: ErrorCode, _ path: String
  ) -> BrokenStudy {
    BrokenStudy(
      marked: Texts.study(body, model: "\"group_size\": 100, " + model), code: code, path: path)
  }

  private static let town = #"{ "town": { "kind": "ring", "neighbors": 4, "rewire": 0 } }"#

  /// Nothing is wrong for want of a part whose name is misspelled.
  static let misspelledParts: [BrokenStudy] = [
    of(
      #""contacts": "town""#,
      #"@@"contact": \#(town), "factors": { "contacts.town.neighbors": { "values": [4, 6] } }"#,
      .unknownKey, "$.contact"),
    of(
      #""interventions": "plan""#, #"@@"interventon": { "plan": [\#(plan)] }"#, .unknownKey,
      "$.interventon"),
    of(
      #""groups": "ages""#,
      #"@@"group": { "ages": { "names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 1], [1, 1]] } }"#,
      .unknownKey, "$.group"),
    .member(
      #"@@"respones": { "early": { "infected_at": 5 } }, "#
        + #""replicates": { "max": 40, "until": [{ "response": "early", "half_width": 1 }] }"#,
      .unknownKey, "$.respones"),
    .member(
      #"@@"factor": { "infection_factor": { "values": [1, 2] } }, "#
        + #""analysis": { "comparisons": [{ "factor": "infection_factor", "response": "steps" }] }"#,
      .unknownKey, "$.factor"),
    BrokenStudy(
      marked: Texts.study().replacing("\"model\"", with: "@@\"modell\""), code: .unknownKey,
      path: "$.modell"),
    of(
      #"@@"latent_step": { "gamma": { "mean": 5, "sd": 2 } }"#,
      #""factors": { "latent_steps.gamma.mean": { "values": [4, 6] } }"#, .unknownKey,
      "$.model.latent_step"),
    of(
      #""interventions": "plan""#,
      #""interventions": { "plan": [{ "when": { "step": 1 }, @@"multipy": { "infection_probability": 0.5 } }] }, "#
        + #""factors": { "interventions.plan.0.multiply.infection_probability": { "values": [0.4, 0.6] } }"#,
      .unknownKey, "$.interventions.plan[0].multipy"),
    of(
      #""groups": "ages""#,
      #""groups": { "ages": { @@"name": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 1], [1, 1]] } }, "#
        + #""responses": { "old": { "share_in": { "group": "b" }, "at_step": 2 } }"#,
      .unknownKey, "$.groups.ages.name"),
    of(
      #""contacts": "town""#,
      #""contacts": \#(town), "factors": { @@"contacts.town.neighbos": { "values": [4, 6], "as": "links" } }, "#
        + #""analysis": { "comparisons": [{ "factor": "links", "response": "steps" }] }"#,
      .unknownKey, "$.factors['contacts.town.neighbos']"),
  ]

  /// What one mistake entails is none of its own.
  static let oneMistake: [BrokenStudy] = [
    BrokenStudy(
      marked: #"@@{ "spreadlab": 1, "study": "a", "seed": 1 }"#, code: .missing,
      path: "$.model.group_size"),
    of(
      #""infectious_steps": { "gamma": { @@"shape": 5, "scale": 1 } }"#, "", .unknownKey,
      "$.model.infectious_steps.gamma.shape"),
    of(
      #""infectious_steps": { @@"poisson": 5 }"#, "", .unknownKey,
      "$.model.infectious_steps.poisson"),
    of(
      #""introductions": [{ "mean": 2, @@"step": 0 }]"#, "", .conflict,
      "$.model.introductions[0].step"),
    of(
      #""contacts": "kind""#, #""contacts": @@{ "kind": "ring", "neighbors": 4, "rewire": 0 }"#,
      .missing, "$.contacts"),
    .member(
      #""rules": @@{ "neighborhood": "moore", "pool": "all", "draw": "exact", "update": "synchronous" }"#,
      .missing, "$.rules"),
    .member(
      #""groups": @@{ "names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 1], [1, 1]] }"#,
      .missing, "$.groups"),
    .member(#""observed": @@{ "probability": 0.5, "delay": 2 }"#, .missing, "$.observed"),
    .member(
      #""interventions": { "plan": [{ "when": { @@"day": 5 }, "multiply": { "infection_probability": 0.5 } }] }"#,
      .unknownKey, "$.interventions.plan[0].when.day"),
    .member(
      #""contacts": { "h": { "kind": "random", @@"degree": 4 } }"#, .conflict,
      "$.contacts.h.degree"),
    of(
      #""rule": "exact""#,
      #""design": { "type": "threshold", "factor": @@"rule", "from": 1, "to": 9, "#
        + #""response": "final_share", "target": 0.5, "half_width": 0.1 }"#,
      .badRelation, "$.design.factor"),
    .member(
      #""factors": { "boundary": { @@"from": "bounded", "to": "torus", "step": 1 } }"#, .unknownKey,
      "$.factors.boundary.from"),
    .member(
      #""factors": { "infection_factor": { "values": [1, 2] } }, "design": @@{ "type": "one_at_a_time" }"#,
      .missing, "$.design.base"),
    .member(
      #""factors": { "infection_factor": { "values": [1, 2], "as": "k" } }, "#
        + #""design": { "type": "one_at_a_time", "base": { @@"k": 1 } }"#,
      .unknownKey, "$.design.base.k"),
  ]

  static let runs: [BrokenStudy] = [
    .member("\"replicates\": @@0", .outOfRange, "$.replicates"),
    .member(
      "\"replicates\": { \"min\": 50, \"max\": @@40, \"until\": "
        + "[{ \"response\": \"steps\", \"half_width\": 1 }] }", .badRelation, "$.replicates.max"),
    .member(
      "\"replicates\": { \"max\": 40, \"until\": [{ \"response\": @@\"step\", \"half_width\": 1 }] }",
      .unknownValue, "$.replicates.until[0].response"),
    .member("\"record\": { \"curves\": @@true }", .wrongType, "$.record.curves"),
    .member("\"random_numbers\": @@null", .wrongType, "$.random_numbers"),
    .member("\"analysis\": { \"fits\": @@3 }", .wrongType, "$.analysis.fits"),
    .member("\"analysis\": @@[]", .wrongType, "$.analysis"),
  ]

  static let analysis: [BrokenStudy] = [
    .member("\"analysis\": { \"confidence\": @@1 }", .outOfRange, "$.analysis.confidence"),
    .member(
      "\"record\": { \"curves\": \"none\" }, \"analysis\": { \"fits\": [@@{ \"model\": \"power\" }] }",
      .badRelation, "$.analysis.fits[0]"),
    .member(
      "\"record\": { \"curves\": 0 }, \"analysis\": { \"fits\": [@@{ \"model\": \"power\" }] }",
      .badRelation, "$.analysis.fits[0]"),
    .member(
      "\"analysis\": { \"comparisons\": [{ \"factor\": @@\"rule\", \"response\": \"steps\" }] }",
      .unknownValue, "$.analysis.comparisons[0].factor"),
    .member(
      "\"factors\": { \"rule\": { \"values\": [\"exact\"] } }, \"analysis\": { \"comparisons\": "
        + "[{ \"factor\": \"rule\", \"reference\": @@\"push\", \"response\": \"steps\" }] }",
      .unknownValue, "$.analysis.comparisons[0].reference"),
    .member(
      #""analysis": { "averted": [{ "factor": @@"rule", "reference": "push" }] }"#,
      .unknownValue, "$.analysis.averted[0].factor"),
    .member(
      #""factors": { "rule": { "values": ["exact", "push"] } }, "#
        + #""analysis": { "averted": [{ "factor": "rule", "reference": @@"capped" }] }"#,
      .unknownValue, "$.analysis.averted[0].reference"),
    .member(
      #""factors": { "rule": { "values": ["exact", "push"] } }, "random_numbers": "independent", "#
        + #""analysis": { "averted": [@@{ "factor": "rule", "reference": "push" }] }"#,
      .badRelation, "$.analysis.averted[0]"),
    .factors(
      #""factors": { "group_size": { "values": [9, 16] } }, "#
        + #""analysis": { "averted": [{ "factor": @@"group_size", "reference": 9 }] }"#,
      .badRelation, "$.analysis.averted[0].factor"),
    .member(
      #""factors": { "rule": { "values": ["exact", "push"] }, "infection_factor": { "values": [1, 2] } }, "#
        + #""design": { "type": "zip" }, "#
        + #""analysis": { "averted": [{ "factor": @@"rule", "reference": "push" }] }"#,
      .badRelation, "$.analysis.averted[0].factor"),
    .member(
      #""factors": { "rule": { "values": ["exact", "push"] } }, "analysis": { "averted": ["#
        + #"{ "factor": "rule", "reference": "push" }, @@{ "reference": "push", "factor": "rule" }] }"#,
      .duplicateValue, "$.analysis.averted[1]"),
    .member(
      "\"analysis\": { \"sensitivity\": { \"responses\": [\"steps\"], \"method\": @@\"sobol\" } }",
      .badRelation, "$.analysis.sensitivity.method"),
    .member(
      "\"factors\": { \"rule\": { \"values\": [\"exact\"] } }, \"analysis\": { \"comparisons\": "
        + "[{ \"factor\": \"rule\", \"response\": \"curve\", \"test\": @@\"welch\" }] }",
      .badRelation, "$.analysis.comparisons[0].test"),
    .member(
      "\"analysis\": { \"fits\": [{ \"model\": \"power\" }, { \"model\": \"logistic\" }, "
        + "@@{ \"to\": \"mean_curve\", \"model\": \"power\" }] }",
      .duplicateValue, "$.analysis.fits[2]"),
    .member(
      "\"factors\": { \"rule\": { \"values\": [\"exact\", \"push\"] } }, \"analysis\": { "
        + "\"comparisons\": [{ \"factor\": \"rule\", \"response\": \"steps\", \"margin\": 1 }, "
        + "{ \"factor\": \"rule\", \"response\": \"steps\" }, @@{ \"factor\": \"rule\", "
        + "\"response\": \"steps\", \"margin\": 1.0, \"estimate\": \"mean_difference\" }] }",
      .duplicateValue, "$.analysis.comparisons[2]"),
    .member(
      "\"factors\": { \"rule\": { \"values\": [\"exact\", \"push\"] } }, \"analysis\": { "
        + "\"sensitivity\": { \"responses\": [\"steps\", \"peak_new\", @@\"steps\"] } }",
      .duplicateValue, "$.analysis.sensitivity.responses[2]"),
    .factors(
      "\"factors\": { \"group_size\": { \"from\": 10, \"to\": 90 } }, "
        + "\"design\": { \"type\": \"morris\", \"points\": @@1 }",
      .outOfRange, "$.design.points"),
    .factors(
      "\"factors\": { \"group_size\": { \"from\": 10, \"to\": 90 } }, "
        + "\"design\": { \"type\": \"morris\", \"points\": 4 }, \"analysis\": { "
        + "\"sensitivity\": { \"responses\": [\"steps\"], \"method\": @@\"anova\" } }",
      .badRelation, "$.analysis.sensitivity.method"),
    .member(
      #""factors": { "infection_probability": { "values": [0.2, 0.4] } }, "#
        + #""analysis": { "sensitivity": { "responses": ["steps"], "method": @@"prcc" } }"#,
      .badRelation, "$.analysis.sensitivity.method"),
    // As many as leave a residual: two more than factors.
    .factors(
      #""factors": { "group_size": { "from": 10, "to": 90 }, "infection_probability": { "from": 0.1, "to": 0.9 } }, "#
        + #""design": { "type": "halton", "points": @@3 }, "analysis": { "#
        + #""sensitivity": { "responses": ["steps"] } }"#,
      .badRelation, "$.design.points"),
  ]

  @Test(
    "labels that spreadsheets would execute or tables could not hold are refused",
    arguments: [
      "=1+1", "\\ta", "\\ra", "a\\nb", "a\\\"b", "", "..", "é", String(repeating: "a", count: 65),
    ])
  func labels(_ label: String) throws {
    let text = Texts.study().replacing("\"test\"", with: "\"\(label)\"")
    let found = try #require(Texts.mistakes(text).first)
    #expect(found.code == .badLabel)
    #expect(found.line == 3 && found.column == 12)
  }

  @Test("labels are letters, digits and four signs, none of which comes first")
  func labelCharacters() {
    func isTaken(_ label: String) -> Bool {
      Texts.mistakes(Texts.study().replacing("\"test\"", with: "\"\(label)\"")).isEmpty
    }
    for scalar in (0x20..<0x7f).compactMap(Unicode.Scalar.init) where !"\"\\".contains("\(scalar)")
    {
      let isFirst = "0"..."9" ~= scalar || "A"..."Z" ~= scalar || "a"..."z" ~= scalar
      #expect(isTaken("\(scalar)a") == isFirst, "\(scalar)")
      #expect(isTaken("a\(scalar)") == (isFirst || "_.:-".contains("\(scalar)")), "\(scalar)")
    }
    #expect(isTaken(String(repeating: "a", count: 64)))
  }
}
