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
    let keys = ModelKey.factors.filter { !Self.shape.contains($0) }
    let varying = keys.filter { _ in chance(0.5) }
    var factors: [(String, JSONText)] = []
    for key in varying { factors.append((key.name, levels(of: key, onTorus: isTorus))) }
    var model: [JSONText.Member] = []
    for key in keys where !varying.contains(key) {
      Study.put(value(of: key, onTorus: isTorus), of: key, into: &model)
    }
    let boundary: Boundary = isTorus ? .torus : .bounded
    Study.put(.string(boundary.rawValue), of: .boundary, into: &model)
    Study.put(.array([introduction()]), of: .introductions, into: &model)
    Study.put(.real(pick([0.5, 0.9, 1])), of: .stopShare, into: &model)
    Study.put(.int(2000), of: .maxSteps, into: &model)
    var members: [(String, JSONText)] = [
      ("$schema", .string("spreadlab-study.schema.json")), ("spreadlab", .int(1)),
      ("study", .string("random_\(seed)")),
      ("description", .string("Filled in at random by spreadlab new --random \(seed).")),
      ("seed", .int(Int(seed & UInt64(StudyShape.mostExact)))), ("model", .members(model)),
    ]
    if chance(0.3) { members.append(("rules", .object([("my_rule", rule())]))) }
    if !factors.isEmpty { members.append(("factors", .object(factors))) }
    members.append(("replicates", replicates()))
    members.append(("random_numbers", .string(pick(["common", "common", "independent"]))))
    members.append(("record", .object([("curves", .int(20)), ("maps", .int(below(2)))])))
    members.append(("analysis", analysis(varying)))
    return .object(members)
  }

  /// Keys that a torus ties together: they are drawn as one.
  private static let shape: Set<ModelKey> = [.columns, .boundary]

  /// Levels of any key that may vary, from the values it may have.
  private mutating func levels(of key: ModelKey, onTorus isTorus: Bool) -> JSONText {
    if key == .groupSize {
      let sizes = Set((0..<3).map { _ in groupSize(isTorus) }).sorted()
      return .object([("values", .array(sizes.map(JSONText.int)))])
    }
    switch key.allowed.numbers {
    case .whole(let range)?:
      let from = max(1, range.lowerBound) + below(3)
      let to = min(range.upperBound, from + 1 + below(4))
      return .object([("from", .int(from)), ("to", .int(to)), ("step", .int(1 + below(2)))])
    case .real(let range)?:
      let low = range.lowest
      let width = Self.width(range)
      return chance(0.5)
        ? .object([
          ("from", .real(low + 0.1 * width)), ("to", .real(low + width)),
          ("step", .real(pick([0.1, 0.3, 0.45]) * width)),
        ])
        : .object([
          ("from", .real(low + 0.01 * width)), ("to", .real(low + width)),
          ("count", .int(2 + below(5))), ("scale", .string(pick(["linear", "log"]))),
        ])
    default:
      let names = names(of: key)
      let count = names.count < 2 ? 1 : 2 + below(names.count - 1)
      let chosen = stream.choice(of: count, from: names.count).map { names[$0] }
      return .object([("values", .array(chosen.map(JSONText.string)))])
    }
  }

  /// A value of any key, from those it may have.
  private mutating func value(of key: ModelKey, onTorus isTorus: Bool) -> JSONText {
    if key == .groupSize { return .int(groupSize(isTorus)) }
    switch key.allowed.numbers {
    case .whole(let range)?: return .int(min(range.upperBound, max(1, range.lowerBound) + below(8)))
    case .real(let range)?:
      return .real(range.lowest + Self.width(range) * Double(1 + below(20)) / 20)
    default: return .string(pick(names(of: key)))
    }
  }

  /// How far a small study goes: at most 1, as shares do.
  private static func width(_ range: RealRange) -> Double { min(1, range.highest - range.lowest) }

  /// The words a key may have, or the built-in rules.
  private func names(of key: ModelKey) -> [String] {
    if case .choice(let words) = key.allowed { words } else { SpreadRule.builtIn.map(\.name) }
  }

  /// On a torus a square number, so that "square" columns make full rows.
  private mutating func groupSize(_ isTorus: Bool) -> Int {
    let side = 3 + below(48)
    return isTorus ? side * side : 9 + below(2492)
  }

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
