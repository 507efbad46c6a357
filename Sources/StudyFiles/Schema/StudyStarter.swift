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
      "description": "How fast is a group infected under two rules?",
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
    let later = Self.parts.filter { _ in chance(0.3) }.flatMap(\.self)
    // Only rules that draw numbers of contacts take it, of which none is built in.
    let hasLaw = later.contains(.infectiousnessDispersion)
    let original = ModelKey.factors.filter {
      $0.isOriginal && !Self.shape.contains($0) && !(hasLaw && $0 == .rule)
    }
    // Of the later ones one at most: the points are as many as the product of all levels.
    let extra = later.isEmpty || chance(0.3) ? nil : pick(later)
    let varying =
      original.filter { _ in chance(extra == nil ? 0.5 : 0.35) } + (extra.map { [$0] } ?? [])
    var factors: [(String, JSONText)] = []
    for key in varying { factors.append((key.name, levels(of: key, onTorus: isTorus))) }
    var model: [JSONText.Member] = []
    for key in original + later where !varying.contains(key) {
      Study.put(value(of: key, onTorus: isTorus), of: key, into: &model)
    }
    if hasLaw { Study.put(.string(Self.ruleName), of: .rule, into: &model) }
    let hasCourse = later.contains(.recoveryProbability)
    let boundary: Boundary = isTorus ? .torus : .bounded
    Study.put(.string(boundary.rawValue), of: .boundary, into: &model)
    // People introduced at step 0 would stand beside those of `start_people`.
    let step = later.contains(.startPeople) ? 1 : 0
    Study.put(.array([introduction(step: step)]), of: .introductions, into: &model)
    if later.contains(.immuneShare), chance(0.5) {
      // In the first row, where nobody is introduced.
      Study.put(.array([.int(1), .int(2)]), of: .immunePeople, into: &model)
    }
    Study.put(.real(pick([0.5, 0.9, 1])), of: .stopShare, into: &model)
    // A disease that comes back has no end of its own.
    Study.put(.int(hasCourse ? 60 : 2000), of: .maxSteps, into: &model)
    if later.contains(.interventions), extra != .interventions, chance(0.5) {
      factors.append(
        (Self.interventionsNumber, .object([("values", .array([.real(0.1), .real(0.3)]))])))
    }
    var members: [(String, JSONText)] = [
      ("$schema", .string("spreadlab-study.schema.json")), ("spreadlab", .int(1)),
      ("study", .string("random_\(seed)")),
      ("description", .string("Filled in at random by spreadlab new --random \(seed).")),
      ("seed", .int(Int(seed & UInt64(StudyShape.mostExact)))), ("model", .members(model)),
    ]
    if hasLaw || chance(0.3) {
      members.append(("rules", .object([(Self.ruleName, rule(hasLaw: hasLaw))])))
    }
    if later.contains(.contacts) { members.append(("contacts", contacts())) }
    if later.contains(.interventions) { members.append(("interventions", interventions())) }
    if !factors.isEmpty { members.append(("factors", .object(factors))) }
    members.append(("replicates", replicates()))
    members.append(("random_numbers", .string(pick(["common", "common", "independent"]))))
    var record: [(String, JSONText)] = [("curves", .int(20)), ("maps", .int(below(2)))]
    if hasCourse { record.append(("transmissions", .int(1))) }
    members.append(("record", .object(record)))
    members.append(("analysis", analysis(varying, hasCourse: hasCourse)))
    return .object(members)
  }

  /// Keys that a torus ties together: they are drawn as one.
  private static let shape: Set<ModelKey> = [.columns, .boundary]

  /// Keys that came later, by what they are there for together.
  private static let parts: [[ModelKey]] = [
    [.latentSteps, .infectiousSteps, .recoveryProbability, .immuneSteps], [.immuneShare],
    [.startPeople], [.contacts], [.interventions], [.infectiousnessDispersion],
  ]

  private static let ruleName = "my_rule"

  private static let contactsName = "net"

  private static let interventionsName = "lockdown"
  /// A number of the first intervention.
  private static let interventionsNumber =
    "interventions.\(interventionsName).0.when.infected_share"

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
    if key == .interventions { return .string(Self.interventionsName) }
    if case .either(_, let words) = key.allowed, chance(0.3) { return .string(pick(words)) }
    switch key.allowed.numbers {
    case .whole(let range)?: return .int(min(range.upperBound, max(1, range.lowerBound) + below(8)))
    case .real(let range)?:
      return .real(range.lowest + Self.width(range) * Double(1 + below(20)) / 20)
    default: return .string(pick(names(of: key)))
    }
  }

  /// How far a small study goes: at most 1, as shares do.
  private static func width(_ range: RealRange) -> Double { min(1, range.highest - range.lowest) }

  /// The words a key may have, or the names of structures.
  private func names(of key: ModelKey) -> [String] {
    if case .choice(let words) = key.allowed { return words }
    return switch key {
    case .interventions: [ModelKey.noInterventions, Self.interventionsName]
    case .contacts: [ModelKey.grid, ModelKey.everybody, Self.contactsName]
    default: SpreadRule.builtIn.map(\.name)
    }
  }

  /// On a torus a square number, so that "square" columns make full rows.
  private mutating func groupSize(_ isTorus: Bool) -> Int {
    let side = 3 + below(48)
    return isTorus ? side * side : 9 + below(2492)
  }

  /// A structure that is drawn, for any group of these studies.
  private mutating func contacts() -> JSONText {
    let members: [(String, JSONText)] =
      switch below(4) {
      case 0: [("kind", .string("ring")), ("neighbors", .int(4)), ("rewire", .real(0.1))]
      case 1: [("kind", .string("random")), ("mean_degree", .real(4))]
      case 2: [("kind", .string("random_regular")), ("degree", .int(4))]
      default: [("kind", .string("preferential")), ("links", .int(2))]
      }
    return .object([(Self.contactsName, .object(members))])
  }

  /// A list of one or two interventions.
  private mutating func interventions() -> JSONText {
    let verb: (String, JSONText) =
      switch below(3) {
      case 0: ("set", .object([("infection_factor", .int(below(2)))]))
      case 1: ("multiply", .object([("infection_probability", .real(pick([0.25, 0.5])))]))
      default: ("immunize_share", .real(pick([0.1, 0.3])))
      }
    var first: [(String, JSONText)] = [
      ("when", .object([("infected_share", .real(0.2))])), verb,
    ]
    if chance(0.5) {
      first.append(
        (
          "until",
          chance(0.5)
            ? .object([("after_steps", .int(1 + below(9)))])
            : .object([("infected_share", .real(0.05))])
        ))
    }
    var list: [JSONText] = [.object(first)]
    if chance(0.3) {
      list.append(
        .object([
          ("when", .object([("step", .int(below(20)))])), ("immunize_share", .real(0.05)),
        ]))
    }
    return .object([(Self.interventionsName, .array(list))])
  }

  private mutating func introduction(step: Int) -> JSONText {
    let place: (String, JSONText) =
      switch below(4) {
      case 0: ("people", .array([.int(0), .int(5)]))
      case 1: ("random", .int(1 + below(5)))
      case 2: ("random_share", .real(0.05))
      default: ("at", .string("center"))
      }
    return .object([("step", .int(step)), place])
  }

  private mutating func rule(hasLaw: Bool) -> JSONText {
    let law: [(String, JSONText)] =
      chance(0.5)
      ? [("number", .string(pick(["poisson", "geometric"])))]
      : [("number", .string("negative_binomial")), ("dispersion", .real(0.5))]
    return .object([
      ("neighborhood", .string(pick(SpreadRule.Neighborhood.ofSquares.map(\.rawValue)))),
      ("pool", .string(pick(SpreadRule.Pool.allCases.map(\.rawValue)))),
      ("draw", hasLaw ? .object(law) : .string(pick(SpreadRule.Draw.allCases.map(\.rawValue)))),
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

  private mutating func analysis(_ varying: [ModelKey], hasCourse: Bool) -> JSONText {
    var members: [(String, JSONText)] = [("confidence", .real(pick([0.9, 0.95, 0.99])))]
    if chance(0.5) {
      let model = pick(GrowthModel.allCases.map(\.rawValue))
      members.append(("fits", .array([.object([("model", .string(model))])])))
    }
    if let factor = varying.first {
      let responses: ResponseList = .builtIn(recovery: hasCourse, interventions: false)
      members.append(
        (
          "comparisons",
          .array([
            .object([
              ("factor", .string(factor.name)),
              ("response", .string(pick(responses.names))),
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
