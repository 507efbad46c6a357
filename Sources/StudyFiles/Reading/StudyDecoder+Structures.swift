import PlainText
import SpreadModel

/// What a study defines by name, and where it is used.
extension StudyDecoder {
  /// Every intervention that sets or multiplies names what, and one that repeats has an end.
  mutating func checkInterventions() {
    for member in root["interventions"].members {
      for intervention in member.elements {
        if child(intervention, "repeat")?.bool == true, child(intervention, "until") == nil,
          let repeats = intervention["repeat"]
        {
          mistakes.add(
            .missing,
            at: Node.Place(span: repeats.keySpan, path: intervention.path.key("until")),
            "an intervention that repeats needs an end; give \"until\", for example "
              + "{ \"after_steps\": 10 }")
        }
        for verb in ["set", "multiply"] {
          guard let targets = child(intervention, verb), targets.isObject, targets.members.isEmpty
          else { continue }
          mistakes.add(
            .missing, at: targets,
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
      let defined = root[kind.section].members
      for member in defined where kind.builtIn.contains(member.name) {
        mistakes.add(
          .conflict, at: member.key,
          "\(JSONText.quoted(member.name)) is a built-in \(kind.key.name); give yours another name")
      }
      let own = kind.own().filter { name in !defined.contains { $0.name == name } }
      let known = kind.builtIn + own + defined.map(\.name)
      let names = Set(known)
      for value in places(of: kind.key) {
        guard let name = mistakes.sound(value)?.string, !names.contains(name) else { continue }
        mistakes.add(
          .unknownValue, at: value,
          "\(JSONText.quoted(name)) is not \(kind.noun); give one of \(Shape.listed(known)), or "
            + "define it under \(JSONText.quoted(kind.section))",
          suggestion: NearestName.find(name, in: known))
      }
    }
  }

  /// Where a parameter is given a value: as a constant, as a level, in a base point, in listed
  /// points. A range stands at its factor.
  func places(of key: ModelKey) -> [Node] {
    let (factor, design) = (root["factors"]?[key.name], root["design"])
    let values = factor?["values"]
    let points = keys.varying.contains(key) ? design?["points"] : nil
    return [root["model"]?[key.name], values?.isList == true ? nil : factor].compactMap(\.self)
      + values.elements
      + [searchedName == key.name ? design : nil, design?["base"]?[key.name]].compactMap(\.self)
      + points.elements.compactMap { $0[key.name] }
  }
}
