import KeyedRandom
import PlainText
import SpreadModel
import Statistics

/// Study files to begin with, for `spreadlab new`.
package enum StudyStarter {
  /// A small study that shows the most used keys; runs within seconds.
  package static let text = """
    {
      "$schema": "spreadlab-study.schema.json",
      "spreadlab": 1,
      "study": "my_study",
      "description": "How fast does a crowd get infected under two rules?",
      "seed": 20261121,
      "model": {
        "infection_factor": 3,
        "introductions": [{ "step": 0, "at": "center" }],
        "stop": { "share": 1.0, "max_steps": 10000 }
      },
      "factors": {
        "group_size": { "values": [100, 400] },
        "infection_probability": { "from": 0.2, "to": 1.0, "step": 0.2 },
        "rule": { "values": ["subset", "virus_app"] }
      },
      "replicates": 200,
      "analysis": {
        "fits": [{ "model": "logistic" }, { "model": "power" }],
        "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }]
      }
    }

    """

  /// A valid study filled in at random; the same seed gives the same text.
  package static func random(seed: UInt64) -> String {
    var maker = RandomStudy(stream: RandomStream(key: seed, 0x6e_6577))  // "new"
    return maker.study(seed: seed).text
  }
}

/// Draws a study of moderate size: at most a few hundred points of at most 2,500 people.
private struct RandomStudy {
  var stream: RandomStream

  mutating func study(seed: UInt64) -> JSONText {
    let isTorus = chance(0.25)
    let varying = [ModelKey.groupSize, .infectionFactor, .infectionProbability, .rule].filter { _ in
      chance(0.5)
    }
    var factors: [(String, JSONText)] = []
    for parameter in varying {
      factors.append((parameter.name, levels(of: parameter, onTorus: isTorus)))
    }
    var model: [(String, JSONText)] = []
    if !varying.contains(.groupSize) { model.append(("group_size", .int(groupSize(isTorus)))) }
    if !varying.contains(.infectionFactor) {
      model.append(("infection_factor", .int(below(8) + 1)))
    }
    if !varying.contains(.infectionProbability) {
      model.append(("infection_probability", .real(probability())))
    }
    if !varying.contains(.rule) { model.append(("rule", .string(ruleName()))) }
    model.append(("boundary", .string(isTorus ? "torus" : "bounded")))
    model.append(("introductions", .array([introduction()])))
    model.append(
      ("stop", .object([("share", .real(pick([0.5, 0.9, 1]))), ("max_steps", .int(2000))])))
    var members: [(String, JSONText)] = [
      ("$schema", .string("spreadlab-study.schema.json")), ("spreadlab", .int(1)),
      ("study", .string("random_\(seed)")),
      ("description", .string("Filled in at random by spreadlab new --random \(seed).")),
      ("seed", .int(Int(seed & UInt64(StudyShape.mostExact)))), ("model", .object(model)),
    ]
    if chance(0.3) { members.append(("rules", .object([("my_rule", rule())]))) }
    if !factors.isEmpty { members.append(("factors", .object(factors))) }
    members.append(("replicates", replicates()))
    members.append(("random_numbers", .string(pick(["common", "common", "independent"]))))
    members.append(("record", .object([("curves", .int(20)), ("maps", .int(below(2)))])))
    members.append(("analysis", analysis(varying)))
    return .object(members)
  }

  private mutating func levels(of parameter: ModelKey, onTorus isTorus: Bool) -> JSONText {
    if parameter == .groupSize {
      let sizes = Set((0..<3).map { _ in groupSize(isTorus) }).sorted()
      return .object([("values", .array(sizes.map(JSONText.int)))])
    }
    if parameter == .infectionFactor {
      let from = below(3) + 1
      return .object([
        ("from", .int(from)), ("to", .int(from + 1 + below(4))), ("step", .int(1 + below(2))),
      ])
    }
    if parameter == .infectionProbability {
      return chance(0.5)
        ? .object([
          ("from", .real(0.1)), ("to", .real(1)), ("step", .real(pick([0.1, 0.3, 0.45]))),
        ])
        : .object([
          ("from", .real(0.01)), ("to", .real(1)), ("count", .int(2 + below(5))),
          ("scale", .string(pick(["linear", "log"]))),
        ])
    }
    let names = SpreadRule.builtIn.map(\.name)
    let count = 2 + below(names.count - 1)
    let chosen = stream.choice(of: count, from: names.count).map { names[$0] }
    return .object([("values", .array(chosen.map(JSONText.string)))])
  }

  /// On a torus a square number, so that "square" columns make full rows.
  private mutating func groupSize(_ isTorus: Bool) -> Int {
    let side = 3 + below(48)
    return isTorus ? side * side : 9 + below(2492)
  }

  private mutating func probability() -> Double { Double(1 + below(20)) / 20 }

  private mutating func ruleName() -> String { pick(SpreadRule.builtIn.map(\.name)) }

  private mutating func introduction() -> JSONText {
    let place: (String, JSONText) =
      switch below(4) {
      case 0: ("people", .array([.int(0), .int(5)]))
      case 1: ("random", .int(1 + below(5)))
      case 2: ("random_share", .real(0.05))
      default: ("at", .string("center"))
      }
    return .object([("step", .int(0)), place])
  }

  private mutating func rule() -> JSONText {
    .object([
      ("neighborhood", .string(pick(SpreadRule.Neighborhood.allCases.map(\.rawValue)))),
      ("pool", .string(pick(SpreadRule.Pool.allCases.map(\.rawValue)))),
      ("draw", .string(pick(SpreadRule.Draw.allCases.map(\.rawValue)))),
      ("update", .string(pick(SpreadRule.Update.allCases.map(\.rawValue)))),
    ])
  }

  private mutating func replicates() -> JSONText {
    guard chance(0.25) else { return .int(10 * (1 + below(10))) }
    return .object([
      ("min", .int(30)), ("max", .int(200 + 50 * below(5))), ("batch", .int(50)),
      (
        "until",
        .array([
          .object([
            ("response", .string("final_share")), ("half_width", .real(0.02)),
          ])
        ])
      ),
    ])
  }

  private mutating func analysis(_ varying: [ModelKey]) -> JSONText {
    var members: [(String, JSONText)] = [("confidence", .real(pick([0.9, 0.95, 0.99])))]
    if chance(0.5) {
      let model = pick(GrowthModel.allCases.map(\.rawValue))
      members.append(("fits", .array([.object([("model", .string(model))])])))
    }
    if let factor = varying.first {
      members.append(
        (
          "comparisons",
          .array([
            .object([
              ("factor", .string(factor.name)),
              ("response", .string(pick(StudyShape.responseNames))),
            ])
          ])
        ))
    }
    return .object(members)
  }

  private mutating func below(_ bound: Int) -> Int { Int(stream.below(UInt64(bound))) }
  private mutating func chance(_ probability: Double) -> Bool { stream.unit() < probability }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
