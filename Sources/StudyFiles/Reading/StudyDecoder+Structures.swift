import PlainText
import SpreadModel

/// What a study defines by name, and where it is used.
extension StudyDecoder {
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
    let (factor, design) = (root["factors"]?[key.path], root["design"])
    let values = factor?["values"]
    let points = keys.varying.contains(key) ? design?["points"] : nil
    return [root["model"]?[key.path], values?.isList == true ? nil : factor].compactMap(\.self)
      + values.elements
      + [searchedName == key.path ? design : nil, design?["base"]?[key.path]].compactMap(\.self)
      + points.elements.compactMap { $0[key.path] }
  }
}
