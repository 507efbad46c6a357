import KeyedRandom
import PlainText
import SpreadModel
import StudyFiles

/// A study file drawn at random, of all keys of the model, small enough for the reference
/// implementation.
///
/// Many groups have one, two or three people, many structures no edge, many values are at an end of
/// their range. What has to hold between keys is not looked at, so some are no valid study.
struct RandomStudy {
  /// The file of edges beside it.
  static let edges = "net.csv"

  private var stream: RandomStream
  private var smallest = 0
  private(set) var edges = ""

  init(_ number: Int) { stream = RandomStream(key: 0x7374_7564_79, UInt64(number)) }  // "study"

  mutating func text() -> String {
    let sizes = (0..<3).map { _ in size() }
    smallest = sizes.min() ?? 1
    let draw = pick([Draw.plain, .plain, .mean, .mean, .weights])
    let hasStartPeople = chance(0.15)
    let isTorus = chance(0.2)
    var model: [String: [JSONText.Member]] = [:]
    func put(_ value: JSONText, of key: ModelKey) {
      let names = key.name.split(separator: ".").map(String.init)
      let place = names.count > 1 ? names[0] : ""
      model[place, default: []].append(.init(key: names[names.count - 1], value: value))
    }
    var factors: [(String, JSONText)] = []
    for key in ModelKey.all where has(key, draw, hasStartPeople) {
      if key == .boundary {
        put(.string(isTorus ? "torus" : "bounded"), of: key)
      } else if key == .groupSize {
        let levels = isTorus ? [smallest * smallest] : sizes
        if chance(0.3) {
          factors.append((key.name, values(Array(Set(levels)).sorted().map(JSONText.int))))
        } else {
          put(.int(levels[0]), of: key)
        }
      } else if key.mayVary, factors.count < 2, key != .columns, key != .rule || draw == .plain,
        chance(0.25)
      {
        let levels = (0..<2).map { _ in value(of: key, draw) }
        factors.append((key.name, values(levels[0] == levels[1] ? [levels[0]] : levels)))
      } else {
        put(
          key == .introductions
            ? introductions(from: hasStartPeople ? 1 : 0) : value(of: key, draw),
          of: key)
      }
    }
    if draw != .plain { put(.string("mine"), of: .rule) }
    if let number = structureNumber() { factors.append(number) }
    let plain = model[""] ?? []
    let inner = model.keys.sorted().filter { $0 != "" }.map {
      JSONText.Member(key: $0, value: .members(model[$0] ?? []))
    }
    var members: [(String, JSONText)] = [
      ("spreadlab", .int(1)), ("study", .string("random")), ("seed", .int(below(1_000))),
      ("model", .members(plain + inner)), ("rules", .object([("mine", rule(draw))])),
      ("contacts", .object([("net", contacts())] + (smallest > 1 ? [("file", edgeFile())] : []))),
      ("interventions", .object([("plan", .array((0...below(3)).map { _ in intervention() }))])),
      ("groups", .object([("ages", groups())])), ("responses", responses()),
    ]
    if !factors.isEmpty { members.append(("factors", .object(factors))) }
    members.append(("replicates", replicates()))
    members.append(("random_numbers", .string(pick(["common", "independent"]))))
    members.append(("record", record()))
    members.append(("analysis", analysis(factors.map(\.0))))
    return JSONText.object(members).text
  }

  private enum Draw { case plain, mean, weights }

  /// Whether the study gives a key.
  private mutating func has(_ key: ModelKey, _ draw: Draw, _ hasStartPeople: Bool) -> Bool {
    switch key {
    case .groupSize, .boundary, .stopShare: true
    // Most runs of these groups are over sooner; a disease that comes back has no end of its own.
    case .maxSteps: true
    case .rule: draw == .plain && chance(0.9)
    case .infectionFactor: draw != .weights && chance(0.8)
    case .infectiousnessDispersion: draw == .mean && chance(0.3)
    case .startPeople: hasStartPeople
    case .introductions: hasStartPeople ? chance(0.3) : chance(0.7)
    case .immunePeople: chance(0.1)
    default: chance(key.isAlwaysWritten ? 0.7 : 0.3)
    }
  }

  /// One of those that a key may have, many at an end.
  private mutating func value(of key: ModelKey, _ draw: Draw) -> JSONText {
    switch key {
    case .infectionFactor where draw == .mean: return .real(pick([0, 0.3, 1, 2.5, 8]))
    case .infectionFactor: return .int(pick([0, 1, 1, 2, 3, 8, 30]))
    case .infectionProbability: return .real(pick([0, 0.003, 0.2, 0.5, 0.5, 1, 1]))
    case .columns: return chance(0.5) ? .string("square") : .int(1 + below(6))
    case .rule: return .string(pick(SpreadRule.builtIn.map(\.name) + ["mine", "mine", "mine"]))
    case .contacts:
      return .string(pick(["grid", "everybody", "net", smallest > 1 ? "file" : "net"]))
    case .interventions: return .string(pick(["none", "plan", "plan"]))
    case .groups: return .string(pick(["none", "ages"]))
    case .immuneOrder: return .string(pick(ImmuneOrder.names))
    case .immunePeople: return .array([.int(pick([0, 0, 1, smallest - 1]))])
    case .maxSteps: return .int(pick([0, 1, 5, 30, 30, 30]))
    case .stopShare: return .real(pick([1, 1, 0.5, 0.01]))
    default: break
    }
    if case .either(_, let words) = key.allowed, chance(0.3) { return .string(pick(words)) }
    if case .length(_, let words) = key.allowed {
      if let word = words.first, chance(0.3) { return .string(word) }
      if chance(0.3) { return .object([("geometric", .real(pick([1, 1.5, 4])))]) }
    }
    switch key.allowed.numbers {
    case .whole(let range)?: return .int(range.lowerBound + pick([0, 0, 1, 2, 5]))
    case .real(let range)?:
      let width = min(1, range.highest - range.lowest)
      let shares = [0, 0.05, 0.3, 0.6, 1].filter { $0 > 0 || range.lowestIsIn }
      return .real(range.lowest + pick(shares) * width)
    default: preconditionFailure("\(key) needs values of its own here")
    }
  }

  private mutating func groups() -> JSONText {
    let factor = JSONText.real(pick([0, 0.5, 1, 3]))
    return .object([
      ("names", .array([.string("young"), .string("old")])),
      ("shares", .array([.real(0.25), .real(0.75)])), ("in_order", .bool(chance(0.3))),
      ("multiply", .array([.array([.real(1), factor]), .array([factor, .real(1)])])),
    ])
  }

  private func values(_ levels: [JSONText]) -> JSONText { .object([("values", .array(levels))]) }

  private mutating func size() -> Int {
    chance(0.4) ? 1 + below(3) : chance(0.8) ? 4 + below(20) : 25 + below(100)
  }

  private mutating func introductions(from first: Int) -> JSONText {
    .array(
      (0...below(3)).map { _ in
        let place: (String, JSONText) =
          switch below(4) {
          case 0: ("people", .array([.int(below(smallest))]))
          case 1: ("random", .int(1 + below(4)))
          case 2: ("random_share", .real(pick([0, 0.1, 1])))
          default: ("at", .string("center"))
          }
        return .object([("step", .int(first + pick([0, 0, 0, 1, 4]))), place])
      })
  }

  // MARK: What has a name

  private mutating func rule(_ draw: Draw) -> JSONText {
    let metrics = SpreadRule.Neighborhood.Metric.allCases.map(\.rawValue)
    let neighborhood: JSONText =
      chance(0.25)
      ? .object([("radius", .int(1 + below(3))), ("metric", .string(pick(metrics)))])
      : .string(pick(SpreadRule.Neighborhood.allCases.map(\.rawValue)))
    let number: JSONText =
      switch draw {
      case .plain: .string(pick(SpreadRule.Draw.allCases.map(\.rawValue)))
      case .weights:
        .object([("number", .array((0...below(4)).map { _ in .real(pick([0, 0.5, 2])) }))])
      case .mean:
        chance(0.6)
          ? .object([("number", .string(pick(["poisson", "geometric"])))])
          : .object([
            ("number", .string("negative_binomial")), ("dispersion", .real(pick([0.1, 1, 9]))),
          ])
      }
    return .object([
      ("neighborhood", neighborhood),
      ("pool", .string(pick(SpreadRule.Pool.allCases.map(\.rawValue)))), ("draw", number),
      ("update", .string(pick(SpreadRule.Update.allCases.map(\.rawValue)))),
    ])
  }

  /// A structure that is drawn; among few people often one without an edge.
  private mutating func contacts() -> JSONText {
    let most = max(smallest - 1, 1)
    var members: [(String, JSONText)] =
      switch below(4) {
      case 0:
        [
          ("kind", .string("ring")),
          ("neighbors", .int(max(2, min(pick([2, 4, 8]), most / 2 * 2)))),
          ("rewire", .real(pick([0, 0.2, 1]))),
        ]
      case 1:
        [
          ("kind", .string("random")),
          ("mean_degree", .real(min(pick([0, 0, 0.4, 2, 9]), Double(smallest - 1)))),
        ]
      case 2: [("kind", .string("random_regular")), ("degree", .int(min(1 + below(5), most)))]
      default: [("kind", .string("preferential")), ("links", .int(min(1 + below(3), most)))]
      }
    if chance(0.3) { members.append(("per", .string(pick(["study", "replicate"])))) }
    return .object(members)
  }

  /// Some of its people, often nearly all, have no edge.
  private mutating func edgeFile() -> JSONText {
    let isLabelled = chance(0.2)
    edges = "person_a,person_b\n"
    for _ in 0...below(chance(0.3) ? 2 : 2 * smallest) {
      let ends = stream.choice(of: 2, from: smallest)
      edges += ends.map { isLabelled ? "p\($0)" : "\($0)" }.joined(separator: ",") + "\n"
    }
    return .object([
      ("kind", .string("edges")), ("file", .string(Self.edges)), ("directed", .bool(chance(0.4))),
      ("repeated", .string("merge")),
    ])
  }

  private mutating func intervention() -> JSONText {
    var members: [(String, JSONText)] = [("when", condition())]
    let isSet = chance(0.5)
    if chance(0.8) {
      var targets: [(String, JSONText)] = []
      if chance(0.5) {
        targets.append(
          ("infection_factor", isSet ? .int(pick([0, 1, 4])) : .real(pick([0, 0.5, 3]))))
      }
      for name in ["infection_probability", "recovery_probability"]
      where chance(targets.isEmpty ? 0.7 : 0.4) {
        targets.append((name, .real(pick(isSet ? [0, 0.1, 1] : [0, 0.5, 2]))))
      }
      members.append((isSet ? "set" : "multiply", .object(targets)))
    }
    if members.count == 1 || chance(0.3) {
      members.append(("immunize_share", .real(pick([0, 0.2, 0.7, 1]))))
    }
    if chance(0.5) {
      members.append(
        ("until", chance(0.4) ? .object([("after_steps", .int(1 + below(4)))]) : condition()))
      if chance(0.3) { members.append(("repeat", .bool(chance(0.7)))) }
    }
    return .object(members)
  }

  private mutating func condition() -> JSONText {
    let condition: (String, JSONText) =
      switch below(3) {
      case 0: ("step", .int(pick([0, 1, 2, 6])))
      case 1: ("infected_share", .real(pick([0, 0.1, 0.5, 1])))
      default: ("ever_infected_share", .real(pick([0, 0.1, 0.5, 1])))
      }
    return .object([condition])
  }

  /// A number of a structure as a factor.
  private mutating func structureNumber() -> (String, JSONText)? {
    guard chance(0.15) else { return nil }
    return pick([
      ("contacts.net.mean_degree", values([.real(0), .real(0.5)])),
      ("contacts.net.rewire", values([.real(0), .real(1)])),
      ("interventions.plan.0.immunize_share", values([.real(0), .real(0.5)])),
      ("rules.mine.draw.dispersion", values([.real(0.2), .real(3)])),
      ("rules.mine.neighborhood.radius", values([.int(1), .int(2)])),
    ])
  }

  private mutating func responses() -> JSONText {
    var members: [(String, JSONText)] = []
    if chance(0.3) {
      members.append(("early", .object([("step_to_share", .real(pick([0.1, 1])))])))
    }
    if chance(0.3) { members.append(("now", .object([("infected_at", .int(below(6)))]))) }
    if chance(0.3) {
      members.append(
        ("new", .object([("new_infections_between", .array([.int(0), .int(below(5))]))])))
    }
    if chance(0.3) {
      members.append(("mean", .object([("mean_infected_between", .array([.int(1), .int(3)]))])))
    }
    if chance(0.1) {
      let corner = JSONText.object([
        ("rows", .array([.int(0), .int(0)])), ("columns", .array([.int(0), .int(0)])),
      ])
      members.append(("corner", .object([("share_in", corner), ("at_step", .int(2))])))
    }
    return .object(members)
  }

  // MARK: What is made of the runs

  private mutating func replicates() -> JSONText {
    guard chance(0.05) else { return .int(pick([1, 2, 5, 12])) }
    let goal = JSONText.object([
      ("response", .string("final_share")), ("half_width", .real(pick([0.02, 0.2]))),
    ])
    return .object([
      ("min", .int(30)), ("max", .int(60)), ("batch", .int(10)), ("until", .array([goal])),
    ])
  }

  private mutating func record() -> JSONText {
    .object([
      ("curves", pick([.string("all"), .string("all"), .string("all"), .string("none"), .int(2)])),
      ("maps", .int(below(4))), ("transmissions", .int(below(4))), ("compress", .bool(chance(0.1))),
    ])
  }

  private mutating func analysis(_ factors: [String]) -> JSONText {
    var members: [(String, JSONText)] = [("confidence", .real(pick([0.8, 0.95])))]
    if chance(0.3) { members.append(("curve_bands", .string("simultaneous"))) }
    if chance(0.4) {
      let models = ["logistic", "gompertz", "power", "exponential", "quadratic", "monomolecular"]
      let fit = JSONText.object([
        ("model", .string(pick(models))), ("to", .string(pick(["mean_curve", "each_run"]))),
      ])
      members.append(("fits", .array([fit])))
    }
    if let factor = factors.first, chance(0.6) {
      let response = pick(["steps", "final_share", "step_to_50pct", "peak_new", "curve", "drift_x"])
      let comparison = JSONText.object([
        ("factor", .string(factor)), ("response", .string(response)),
      ])
      members.append(("comparisons", .array([comparison])))
    }
    if !factors.isEmpty, chance(0.3) {
      members.append(
        (
          "sensitivity",
          .object([
            ("responses", .array([.string("final_share")])), ("method", .string("anova")),
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
