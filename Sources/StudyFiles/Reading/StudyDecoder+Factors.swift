import PlainText
import SpreadModel

/// What must hold for factors and the design.
extension StudyDecoder {
  // MARK: Factors

  /// Ends and levels of each factor; a parameter is either a factor or a constant.
  mutating func checkFactors(_ study: Study) {
    let members = root["factors"].members
    for member in members {
      guard let parameter = parameter(named: member.name) else { continue }
      if let constant = root["model"]?[member.name] {
        mistakes.add(
          .conflict, at: constant.key,
          "\(member.name) is also a factor; keep it in one of the two places")
      }
      guard mistakes.sound(member) != nil else { continue }
      if let values = child(member, "values"), values.isList {
        if !hasUnknownDesign, !study.design.pairsLevels {
          checkDistinct(values.elements, parameter)
        }
      } else if let factor = study.factors.first(where: { $0.parameter == parameter }) {
        checkRange(factor, member)
      }
    }
    checkGroupSizeIsGiven(members)
    checkFactorNames()
  }

  private mutating func checkDistinct(_ values: Node.List, _ parameter: ModelKey) {
    var first: [KeyValue: Int] = [:]
    first.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      guard let level = level(value, of: parameter) else { continue }
      if let other = first[level] {
        mistakes.add(
          .duplicateValue, at: value,
          "\(level) is already value \(other) of this list; remove one, since equal levels give "
            + "the same points twice")
      } else {
        first[level] = index
      }
    }
  }

  private mutating func checkRange(_ factor: Factor, _ value: Node) {
    func report(_ mistakes: inout Mistakes, _ key: String, _ message: String) {
      if let place = value[key] { mistakes.add(.badRange, at: place, message) }
    }
    guard let from = real(value, "from"), let to = real(value, "to") else { return }
    if from > to {
      return report(
        &mistakes, "to",
        "\(Shape.plain(to)) is below \"from\", \(Shape.plain(from)); swap the two")
    }
    if let message = (name(value, "scale") as Scale?)?.objection(from: from, to: to) {
      return report(&mistakes, "from", message)
    }
    switch factor.levels {
    case .values: break
    case .interval where from == to:
      report(&mistakes, "to", "an interval needs two different ends; give a larger \"to\"")
    case .interval: break
    case .steps(_, _, let step) where from + step == from && from < to:
      report(&mistakes, "step", "\(step) is too small to change \(Shape.plain(from))")
    case .steps: break
    case .counted(_, _, let count, _) where count == 1 && from != to:
      report(&mistakes, "count", "one level cannot be both ends; give 2 or more")
    case .counted(_, _, let count, _) where count > 1 && from == to:
      report(&mistakes, "count", "equal ends give only one level; give 1")
    case .counted(_, _, let count, _):
      guard factor.parameter.allowed.isWhole else { break }
      let most = to - from + 1
      let distinct =
        count <= 1_000_000 ? Double(Set(factor.allLevels()).count) : min(most, Double(count))
      if distinct < Double(count) {
        report(
          &mistakes, "count",
          "\(count) levels rounded to whole numbers give only \(Shape.plain(distinct)) different "
            + "ones; give at most as many")
      }
    }
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
  mutating func requireLevels(_ study: Study) {
    for factor in study.combinedFactors {
      guard case .interval = factor.levels, let place = place(of: factor) else { continue }
      mistakes.add(
        .missing, at: Node.Place(span: place.keySpan, path: place.path.key("step")),
        "\"from\" and \"to\" alone are for sampled designs; the design \"\(study.design.name)\" "
          + "needs \"step\" or \"count\" too")
    }
  }

  mutating func requireIntervals(_ study: Study) {
    if study.factors.isEmpty, root["factors"].members.isEmpty,
      let design = root["design"]
    {
      mistakes.add(
        .missing, at: Node.Place(span: design.keySpan, path: JSONPath.root.key("factors")),
        "the design \"\(study.design.name)\" needs at least one factor with \"from\" and \"to\"")
    }
    for factor in study.factors {
      if case .interval = factor.levels { continue }
      guard let place = place(of: factor) else { continue }
      mistakes.add(
        .conflict, at: place.key,
        "the design \"\(study.design.name)\" chooses levels itself: give only \"from\" and \"to\" "
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
