import PlainText

extension Scenario {
  /// The `model` of a study file; keys with their default value are left out, and those that vary.
  func json(without varying: Set<String>) -> JSONText {
    let standard = Scenario(groupSize: groupSize)
    var members: [(String, JSONText)] = []
    func put(_ name: String, _ value: JSONText, if differs: Bool) {
      if differs && !varying.contains(name) { members.append((name, value)) }
    }
    put("group_size", .int(groupSize), if: true)
    put("infection_factor", .number(infectionFactor), if: true)
    put("infection_probability", .real(infectionProbability), if: true)
    put("rule", .string(rule.name), if: true)
    put("columns", columns.map(JSONText.int) ?? .null, if: columns != nil)
    put("boundary", .string(boundary.rawValue), if: boundary != standard.boundary)
    put(
      "introductions", .array(introductions.map(\.json)),
      if: introductions != standard.introductions)
    put("latent_steps", .int(latentSteps), if: latentSteps != standard.latentSteps)
    put(
      "infectious_steps", infectiousSteps.map(JSONText.int) ?? .null, if: infectiousSteps != nil)
    put(
      "recovery_probability", .real(recoveryProbability),
      if: recoveryProbability != standard.recoveryProbability)
    put("immune_steps", immuneSteps.map(JSONText.int) ?? .null, if: immuneSteps != nil)
    put("immune_share", .real(immuneShare), if: immuneShare != standard.immuneShare)
    put(
      "stop", .object([("share", .real(stopShare)), ("max_steps", .int(maxSteps))]),
      if: (stopShare, maxSteps) != (standard.stopShare, standard.maxSteps))
    return .object(members)
  }
}

extension Scenario.Introduction {
  fileprivate var json: JSONText {
    let whom: (String, JSONText) =
      switch place {
      case .center: ("at", .string("center"))
      case .people(let people): ("people", .array(people.map(JSONText.int)))
      case .random(let count): ("random", .int(count))
      }
    return .object([("step", .int(step)), whom])
  }
}

extension JSONText {
  /// Whole numbers without a point: some keys take no others.
  static func number(_ value: Double) -> JSONText {
    Int(exactly: value).map(JSONText.int) ?? .real(value)
  }
}
