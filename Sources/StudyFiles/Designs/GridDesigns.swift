import PlainText
package import SpreadModel

/// Every level of every factor with every other; the last factor of the file varies fastest.
struct Factorial: Design {
  static let name = "factorial"
  static let about = "Every combination of the factors' levels."
  static let sensitivity: SensitivityMethod? = .anova

  static let blank = Factorial()

  func pointCount(_ study: Study) -> Double { study.factors.reduce(1) { $0 * $1.levelCount } }

  func levels(_ study: Study) -> PointLevels { Self.levels(of: study.factors) }

  static func levels(of factors: [Factor]) -> PointLevels {
    let levels = factors.map(\.levelList)
    let count = levels.reduce(1) { $0 * $1.count }
    return (
      count,
      { index in
        var rest = index
        var point: [ModelKey: KeyValue] = [:]
        for (factor, levels) in zip(factors, levels).reversed() {
          point[factor.parameter] = levels.at(rest % levels.count)
          rest /= levels.count
        }
        return point
      }
    )
  }
}

/// The first levels together, the second levels together, ...
struct Zip: Design {
  static let name = "zip"
  static let about = "The first levels together, the second levels together, ..."

  static let blank = Zip()

  /// As many levels in each factor.
  func objections(_ read: ReadStudy) -> [Objection] {
    let factors = read.study.factors
    return factors.dropFirst().filter { $0.levelCount != factors[0].levelCount }.map { factor in
      Objection(
        .unequalLengths, key: "factors", factor.parameter.path,
        say: "\(factor.parameter.name) has \(Shape.plain(factor.levelCount)) levels, "
          + "\(factors[0].parameter.name) has \(Shape.plain(factors[0].levelCount)); the design \"zip\" "
          + "takes them in pairs and needs the same number")
    }
  }

  func pointCount(_ study: Study) -> Double { study.factors.first?.levelCount ?? 1 }

  func levels(_ study: Study) -> PointLevels {
    let levels = study.factors.map(\.levelList)
    return (levels.map(\.count).min() ?? 1, { index in study.named(levels.map { $0.at(index) }) })
  }

  /// Ranges have different levels; lists may repeat themselves here.
  func mayRepeatPoints(_ study: Study) -> Bool {
    !study.factors.contains { factor in
      if case .values = factor.levels { false } else { factor.parameter != .columns }
    }
  }

  var variesAllTogether: Bool { true }
  var pairsLevels: Bool { true }
}

/// The points as the file gives them; all have values of the same parameters.
struct PointsAsListed: Design {
  static let name = "list"
  static let about = "The points themselves, one by one, without factors."
  var points: ListedPoints

  static let blank = PointsAsListed(points: ListedPoints([]))
  static let fileMembers: [Member<Self>] = [
    Member(
      "points", required: ListedPoints.codec, isNeeded: false, "The points.",
      set: { $0.points = $1 })
  ]

  func json(_ keys: [ModelKey]) -> [(String, JSONText)] {
    [("points", .array(points.all.map { pointJSON($0, keys) }))]
  }

  /// Those that the points amount to; numbers of structures in the order of the first point.
  func factors(_ given: [Factor], _ keys: StudyFileKeys) -> [Factor] {
    let (model, numbers) = (keys.parameters, keys.varying)
    let ordered = model.filter { $0.number == nil } + numbers.filter { $0.number != nil }
    return points.factors(ordered)
  }

  /// They give the same parameters, none twice, and there are no factors besides.
  func objections(_ read: ReadStudy) -> [Objection] {
    objectionsToOthers(read) + objectionsToPoints(read.keys)
  }

  private func objectionsToOthers(_ read: ReadStudy) -> [Objection] {
    let factors =
      read.keys.names(in: "factors").isEmpty
      ? []
      : [
        Objection(
          .conflict, key: "factors",
          say: "the design \"list\" gives the points themselves; remove the factors")
      ]
    return factors
      + read.study.factors.map(\.parameter).filter { read.file.model[$0] != nil }.map { key in
        Objection(
          .conflict, key: "model", key.path,
          say: "\(key.path) is also given by the points of the design; keep it in one place")
      }
  }

  private func objectionsToPoints(_ keys: StudyFileKeys) -> [Objection] {
    let given = keys.parameters.filter(points.keys.contains)
    var found: [Objection] = []
    for (index, point) in points.all.enumerated() where point.count < points.keys.count {
      found += given.filter { point[$0] == nil }.map { key in
        Objection(
          .missing, .missing(["design", "points", "\(index)"], key.path),
          "this point has no \(key.name), but other points have it; give it in all of them")
      }
    }
    return found
      + Objection.repeats(of: points.all, at: "design", "points") {
        "this point is the same as \($1); remove one"
      }
  }

  func pointCount(_ study: Study) -> Double { Double(points.all.count) }

  func levels(_ study: Study) -> PointLevels { (points.all.count, { points.all[$0] }) }

  var listedPoints: ListedPoints? { points }
}

/// Points as a study lists them.
struct ListedPoints: Hashable, Sendable {
  let all: [[ModelKey: KeyValue]]
  /// The parameters of which any of them has a value.
  let keys: Set<ModelKey>

  static let codec = Codec.list(of: pointCodec, atLeast: 1).map({ ListedPoints($0) }, { $0.all })

  init(_ points: [[ModelKey: KeyValue]]) {
    all = points
    var keys: Set<ModelKey> = []
    for point in points where !point.keys.allSatisfy({ keys.contains($0) }) {
      keys.formUnion(point.keys)
    }
    self.keys = keys
  }

  /// What they amount to, in the order of these parameters: the values of each, as they come.
  func factors(_ parameters: [ModelKey]) -> [Factor] {
    parameters.filter(keys.contains).map { parameter in
      var (values, seen) = ([KeyValue](), Set<KeyValue>())
      var before: KeyValue?
      for point in all {
        guard let value = point[parameter], value != before else { continue }
        before = value
        if seen.insert(value).inserted { values.append(value) }
      }
      return Factor(parameter: parameter, levels: .values(values))
    }
  }
}

/// A base point, then each factor's other levels.
struct OneAtATime: Design {
  static let name = "one_at_a_time"
  static let about = "A base point, then every factor varied alone."
  var base: [ModelKey: KeyValue]

  static let blank = OneAtATime(base: [:])
  static let fileMembers: [Member<Self>] = [
    Member("base", required: \.base, pointCodec, "The base point: a value for each factor.")
  ]

  func json(_ keys: [ModelKey]) -> [(String, JSONText)] { [("base", pointJSON(base, keys))] }

  /// The base point has each factor, and nothing else.
  func objections(_ read: ReadStudy) -> [Objection] {
    let keys = read.file.factors.map(\.parameter)
    return keys.filter { base[$0] == nil }.map { key in
      Objection(
        .missing, .missing(["design", "base"], key.path),
        "the base point has no \(key.path), which is a factor; give its value")
    }
      + base.keys.filter { !read.keys.varying.contains($0) }.map { key in
        Objection(
          .conflict, key: "design", "base", key.path,
          say: "\(key.path) is not a factor and cannot vary; give it under \"model\"")
      }
  }

  func pointCount(_ study: Study) -> Double {
    study.factors.reduce(1) { sum, factor in
      sum + factor.levelCount - (factor.holds(base[factor.parameter]) ? 1 : 0)
    }
  }

  func levels(_ study: Study) -> PointLevels {
    var changes: [(ModelKey, KeyValue)?] = [nil]
    for factor in study.factors {
      for level in factor.allLevels() where level != base[factor.parameter] {
        changes.append((factor.parameter, level))
      }
    }
    return (
      changes.count,
      { [changes] index in
        var point = base
        if let (parameter, level) = changes[index] { point[parameter] = level }
        return point
      }
    )
  }
}

private func pointJSON(_ point: [ModelKey: KeyValue], _ keys: [ModelKey]) -> JSONText {
  .object(keys.compactMap { key in point[key].map { (key.path, $0.json) } })
}

extension Study {
  /// Makes it one of these points, which all give values of the same keys.
  package mutating func list(_ points: [[ModelKey: KeyValue]]) {
    let listed = ListedPoints(points)
    factors = listed.factors(ModelKey.factors)
    design = PointsAsListed(points: listed)
  }
}
