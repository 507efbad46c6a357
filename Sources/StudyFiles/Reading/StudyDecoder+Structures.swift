import PlainText
import SpreadModel

/// What a study defines by name, and where it is used.
extension StudyDecoder {
  // MARK: Changes

  func decodeInterventions() -> [NamedInterventions] {
    (child(root, "interventions")?.members ?? []).map { member in
      NamedInterventions(
        name: member.key,
        list: (mistakes.sound(member.value)?.elements ?? []).compactMap(intervention))
    }
  }

  private func intervention(_ value: JSONValue) -> Intervention? {
    guard let when = condition(child(value, "when")) else { return nil }
    var intervention = Intervention(when: when)
    for target in Intervention.Target.allCases {
      if let new = real(child(value, "set"), target.rawValue) {
        intervention.effects[target] = .set(new)
      }
      if let factor = real(child(value, "multiply"), target.rawValue) {
        intervention.effects[target] = .multiply(factor)
      }
    }
    intervention.immunizeShare = real(value, "immunize_share")
    intervention.until = condition(child(value, "until"))
    intervention.repeats = child(value, "repeat")?.bool ?? false
    return intervention
  }

  private func condition(_ value: JSONValue?) -> Intervention.Condition? {
    guard let member = value?.members?.first, let number = mistakes.sound(member.value)?.number
    else { return nil }
    return number.integer.flatMap { Intervention.Condition(member.key, .whole($0)) }
      ?? Intervention.Condition(member.key, .real(number.double + 0))
  }

  /// Every intervention that sets or multiplies names what, and one that repeats has an end.
  mutating func checkInterventions() {
    for member in root[key: "interventions"]?.members ?? [] {
      for (index, intervention) in (member.value.elements ?? []).enumerated() {
        let path = JSONPath.root.keys("interventions", member.key).index(index)
        if child(intervention, "repeat")?.bool == true, child(intervention, "until") == nil,
          let repeats = intervention.member("repeat")
        {
          mistakes.add(
            .missing, at: repeats.keySpan, path.key("until"),
            "an intervention that repeats needs an end; give \"until\", for example "
              + "{ \"after_steps\": 10 }")
        }
        for verb in ["set", "multiply"] {
          guard let targets = child(intervention, verb), targets.members?.isEmpty == true else {
            continue
          }
          mistakes.add(
            .missing, at: targets.span,
            path.key(verb),
            "there is nothing to \(verb); give one of "
              + Shape.listed(Intervention.Target.allCases.map(\.rawValue)))
        }
      }
    }
  }

  // MARK: Names

  /// Every name that is used is built in or defined, and no definition hides a built-in one.
  mutating func checkNames() {
    for kind in StructureKind.all {
      let defined = root[key: kind.section]?.members ?? []
      for member in defined where kind.builtIn.contains(member.key) {
        mistakes.add(
          .conflict, at: member.keySpan, JSONPath.root.keys(kind.section, member.key),
          "\(JSONText.quoted(member.key)) is a built-in \(kind.key.name); give yours another name")
      }
      let own = kind.own().filter { name in !defined.contains { $0.key == name } }
      let known = kind.builtIn + own + defined.map(\.key)
      let names = Set(known)
      for (value, path) in places(of: kind.key) {
        guard let name = mistakes.sound(value)?.string, !names.contains(name) else { continue }
        mistakes.add(
          .unknownValue, at: value.span, path,
          "\(JSONText.quoted(name)) is not \(kind.noun); give one of \(Shape.listed(known)), or "
            + "define it under \(JSONText.quoted(kind.section))",
          suggestion: NearestName.find(name, in: known))
      }
    }
  }

  /// Where a parameter is given a value: as a constant, as a level, in a base point, in listed
  /// points. A range stands at its factor.
  func places(of key: ModelKey) -> [(value: JSONValue, path: JSONPath)] {
    var places: [(value: JSONValue, path: JSONPath)] = []
    func add(_ value: JSONValue?, _ path: JSONPath) {
      if let value { places.append((value, path)) }
    }
    add(root[key: "model"]?[key: key.name], JSONPath.root.keys("model", key.name))
    let factor = root[key: "factors"]?[key: key.name]
    let path = JSONPath.root.keys("factors", key.name)
    if let values = factor?[key: "values"]?.elements {
      for (index, value) in values.enumerated() { add(value, path.key("values").index(index)) }
    } else {
      add(factor, path)
    }
    let design = root[key: "design"]
    let point = JSONPath.root.key("design")
    if searchedName == key.name { add(design, point) }
    add(design?[key: "base"]?[key: key.name], point.keys("base", key.name))
    guard keys.varying.contains(key) else { return places }
    for (index, value) in (design?[key: "points"]?.elements ?? []).enumerated() {
      add(value[key: key.name], point.key("points").index(index).key(key.name))
    }
    return places
  }
}
