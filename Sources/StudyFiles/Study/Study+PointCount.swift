package import SpreadModel
import Statistics

extension Study {
  /// Number of points, by arithmetic alone: even plans far too large to make are judged at once.
  package var pointCount: Double { design.pointCount(self) }

  /// A scenario that takes at least as much memory and as many steps as that of any point: the most
  /// people, the fewest infections, each the extreme of its own factor.
  package var heaviest: Scenario {
    var values = constants
    let people: Int? = extreme(of: .groupSize) { max($0, $1) }
    values[.groupSize] = .whole(people ?? constants.people ?? 1)
    values[.columns] = .name(ModelKey.square)
    values[.boundary] = .name(Boundary.bounded.rawValue)
    let probability: Double? = extreme(of: .infectionProbability, smallestAboveZero)
    let factor: Int? = extreme(of: .infectionFactor, smallestAboveZero)
    if let probability { values[.infectionProbability] = .real(probability) }
    let mean: Double? = extreme(of: .infectionFactor, smallestAboveZero)
    if let factor = factor ?? mean.map({ max(1, Int($0)) }) {
      values[.infectionFactor] = .whole(factor)
    }
    // Of all rules the one that infects fewest.
    var rule = SpreadRule.builtIn[0].rule
    rule.draw = .uniform
    return Scenario(values, rule: rule)
  }

  /// The contact structures of its points, with their numbers at their largest.
  package var largestContacts: [ContactStructure] {
    let structures = contactsByName
    return names(of: .contacts).compactMap { name in
      guard case .model(var contacts)? = structures[name] else { return structures[name] }
      for key in numberKeys {
        guard let number = key.number, number.section == ModelKey.contacts.section,
          number.name == name,
          let largest = ends(of: key).max(by: { ($0.number ?? 0) < ($1.number ?? 0) })
        else { continue }
        contacts.set(largest, at: number.path)
      }
      return .model(contacts)
    }
  }

  /// The rules of its points.
  package var usedRules: [SpreadRule] {
    let rules = rulesByName
    return names(of: .rule).compactMap { rules[$0] }
  }

  /// The names that a key has at its points.
  func names(of key: ModelKey) -> [String] {
    let levels = ends(of: key)
    return (levels.isEmpty ? [constants(key, as: String.self).keyValue] : levels).map { "\($0)" }
  }

  /// The extreme among the levels of a factor and the base; nil where it is none.
  private func extreme<Value: KeyValueConvertible & Comparable>(
    of key: ModelKey, _ best: (Value, Value) -> Value
  ) -> Value? {
    let values = ends(of: key).compactMap { Value($0) }
    return values.first.map { values.dropFirst().reduce($0, best) }
  }

  /// The smallest and the largest level of a factor and of the base; all that are listed.
  private func ends(of key: ModelKey) -> [KeyValue] {
    let levels = factors.first { $0.parameter == key }?.ends ?? []
    return levels + [design.base[key]].compactMap(\.self)
  }
}

/// Where nobody is infected nothing takes long.
private func smallestAboveZero<Value: Comparable & Numeric>(_ one: Value, _ other: Value) -> Value {
  if one > .zero, other > .zero { return min(one, other) }
  return max(one, other)
}

extension Factor {
  /// The levels among which the smallest and the largest are.
  fileprivate var ends: [KeyValue] {
    switch levels {
    case .values(let values): return values
    case .steps(let from, let to, let step):
      // The smallest above zero, too.
      return [from, min(to, from + step), to].map(value)
    case .counted(let from, let to, let count, _):
      let second = count > 1 ? from + (to - from) / Double(count - 1) : from
      return [from, min(to, second), to].map(value)
    case .interval(let from, let to, _):
      return (from > 0 ? [from, to] : [from, to / 1_000, to]).map(value)
    }
  }

  private func value(_ number: Double) -> KeyValue {
    parameter.allowed.isWhole ? .whole(Int(number.rounded())) : .real(number)
  }

  /// Whether the value is one of the levels; found without making more than a million of them.
  func holds(_ level: KeyValue?) -> Bool {
    guard let level, levelCount <= 1e6 else { return false }
    return allLevels().contains(level)
  }
}
