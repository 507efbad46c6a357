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
  func check(_ study: Study, _ decoder: inout StudyDecoder) {
    guard let first = study.factors.first else { return }
    for factor in study.factors.dropFirst() where factor.levelCount != first.levelCount {
      guard let place = decoder.place(of: factor) else { continue }
      decoder.mistakes.add(
        .unequalLengths, at: place.key,
        "\(factor.parameter.name) has \(Shape.plain(factor.levelCount)) levels, "
          + "\(first.parameter.name) has \(Shape.plain(first.levelCount)); the design \"zip\" "
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
  var points: [[ModelKey: KeyValue]]

  static let blank = PointsAsListed([])
  static let fileMembers: [Member<Self>] = [
    Member(
      "points", required: .list(of: pointCodec, atLeast: 1), isNeeded: false, "The points.",
      set: { $0.points = $1 })
  ]

  init(_ points: [[ModelKey: KeyValue]]) { self.points = points }

  func json(_ keys: [ModelKey]) -> [(String, JSONText)] {
    [("points", .array(points.map { pointJSON($0, keys) }))]
  }

  func factors(_ given: [Factor], _ decoder: StudyDecoder) -> [Factor] {
    decoder.listedFactors(points)
  }

  func check(_ study: Study, _ decoder: inout StudyDecoder) { decoder.checkList(points) }

  func pointCount(_ study: Study) -> Double { Double(points.count) }

  func levels(_ study: Study) -> PointLevels { (points.count, { points[$0] }) }

  var givesPoints: Bool { true }
}

/// A base point, then each factor's other levels.
struct OneAtATime: Design {
  static let name = "one_at_a_time"
  static let about = "A base point, then every factor varied alone."
  var base: [ModelKey: KeyValue]

  static let blank = OneAtATime(base: [:])
  static let fileMembers: [Member<Self>] = [
    Member(
      "base", required: pointCodec, isNeeded: false, "The base point: a value for each factor.",
      set: { $0.base = $1 })
  ]

  func json(_ keys: [ModelKey]) -> [(String, JSONText)] { [("base", pointJSON(base, keys))] }

  func check(_ study: Study, _ decoder: inout StudyDecoder) { decoder.checkBase() }

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
    factors = ModelKey.factors.filter { points.first?[$0] != nil }.map { key in
      var seen: Set<KeyValue> = []
      let values = points.compactMap { $0[key] }.filter { seen.insert($0).inserted }
      return Factor(parameter: key, levels: .values(values))
    }
    design = PointsAsListed(points)
  }
}
