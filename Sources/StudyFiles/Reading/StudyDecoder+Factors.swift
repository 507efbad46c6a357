import PlainText
import SpreadModel

/// What must hold for factors and the design.
extension StudyDecoder {
  // MARK: Factors

  /// A parameter is either a factor or a constant.
  mutating func checkFactors() {
    let members = root["factors"].members
    for member in members where parameter(named: member.name) != nil {
      guard let constant = root["model"]?[member.name], mistakes.isSound(member.key) else {
        continue
      }
      mistakes.add(
        .conflict, at: constant.key,
        "\(member.name) is also a factor; keep it in one of the two places")
    }
    checkGroupSizeIsGiven(members)
    checkFactorNames()
  }

  private mutating func checkGroupSizeIsGiven(_ factors: Node.List) {
    let key = ModelKey.groupSize.name
    let isListed = (root["design"]?["points"]).elements.contains { $0[key] != nil }
    guard root["model"]?[key] == nil, !factors.contains(where: { $0.name == key }),
      !isListed, searchedName != key, root.isObject
    else { return }
    let span = (root["model"] ?? root).missing(key).span
    mistakes.add(
      .missing, at: Node.Place(span: span, path: JSONPath.root.keys("model", key)),
      "the number of people is missing; give \"group_size\" here or under \"factors\", for example "
        + "\"group_size\": 100")
  }

  // MARK: Design

  /// Levels of their own for all factors: a bare interval has none.
  mutating func requireLevels(_ study: Study, _ design: String) {
    for factor in study.combinedFactors {
      guard case .interval = factor.levels, let place = place(of: factor) else { continue }
      mistakes.add(
        .missing, at: Node.Place(span: place.keySpan, path: place.path.key("step")),
        "\"from\" and \"to\" alone are for sampled designs; the design \"\(design)\" "
          + "needs \"step\" or \"count\" too")
    }
  }

  mutating func requireIntervals(_ study: Study, _ design: String) {
    if study.factors.isEmpty, root["factors"].members.isEmpty, let place = root["design"] {
      mistakes.add(
        .missing, at: Node.Place(span: place.keySpan, path: JSONPath.root.key("factors")),
        "the design \"\(design)\" needs at least one factor with \"from\" and \"to\"")
    }
    for factor in study.factors {
      if case .interval = factor.levels { continue }
      guard let place = place(of: factor) else { continue }
      mistakes.add(
        .conflict, at: place.key,
        "the design \"\(design)\" chooses levels itself: give only \"from\" and \"to\" "
          + "(and \"scale\"); a rule or a boundary has no such range")
    }
  }

  mutating func checkBase() {
    guard let base = child(root["design"], "base") else { return }
    for member in root["factors"].members where base[member.name] == nil {
      guard parameter(named: member.name) != nil else { continue }
      mistakes.add(
        .missing, at: base.missing(member.name),
        "the base point has no \(member.name), which is a factor; give its value")
    }
    for member in base.members where parameter(named: member.name) != nil {
      guard root["factors"]?[member.name] == nil else { continue }
      mistakes.add(
        .conflict, at: member.key,
        "\(member.name) is not a factor and cannot vary; give it under \"model\"")
    }
  }

  /// Listed points give the same parameters, none twice, and there are no factors besides.
  mutating func checkList(_ decoded: [[ModelKey: KeyValue]]) {
    if let factors = root["factors"], !factors.members.isEmpty {
      mistakes.add(
        .conflict, at: factors.key,
        "the design \"list\" gives the points themselves; remove the factors")
    }
    // Those that are no objects are left out of what was read.
    let points = child(root["design"], "points").elements.enumerated().filter { $1.isObject }
    guard points.count == decoded.count else { return }
    let names = points.reduce(into: Set<String>()) { names, point in
      for member in point.element.members { names.insert(member.name) }
    }
    let given = keys.parameters.filter { names.contains($0.path) }
    var seen: [[KeyValue]: Int] = [:]
    seen.reserveCapacity(points.count)
    for ((index, point), values) in zip(points, decoded) where mistakes.sound(point) != nil {
      let missing = given.filter { point[$0.path] == nil }
      for parameter in missing {
        mistakes.add(
          .missing, at: point.missing(parameter.path),
          "this point has no \(parameter.name), but other points have it; give it in all of them")
      }
      for member in point.members where index == points[0].offset {
        guard let constant = root["model"]?[member.name], parameter(named: member.name) != nil
        else { continue }
        mistakes.add(
          .conflict, at: constant.key,
          "\(member.name) is also given by the points of the design; keep it in one place")
      }
      let levels = given.compactMap { values[$0] }
      if missing.isEmpty, levels.count == given.count {
        if let other = seen.updateValue(index, forKey: levels) {
          mistakes.add(
            .duplicateValue, at: point,
            "this point is the same as point \(other); remove one")
        }
      }
    }
  }

  /// Where a factor stands in the file.
  func place(of factor: Factor) -> Node? { root["factors"]?[factor.parameter.path] }
}
