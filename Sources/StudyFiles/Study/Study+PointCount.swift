package import SpreadModel
import Statistics

extension Study {
  /// Number of points, by arithmetic alone: even plans far too large to make are judged at once.
  package var pointCount: Double { design.pointCount(self) }

  /// How many different levels of a factor its points can have.
  package func levelCount(of key: ModelKey) -> Double {
    min(factors.first { $0.parameter == key }?.levelCount ?? 1, pointCount)
  }

  /// How many points differ in this factor alone, in the mean of the combinations of the others; nil is none of the
  /// factors.
  package func levelsTogether(of factor: Factor?) -> Double {
    guard let factor else { return 1 }
    let count = levelCount(of: factor.parameter)
    if factors.count == 1 { return count }
    if let points = design.listedPoints?.all, !points.isEmpty {
      let others = Set(points.map { $0.filter { $0.key != factor.parameter } })
      return Double(points.count) / Double(others.count)
    }
    switch design {
    case is OneAtATime: return pointCount / max(1, pointCount - count + 1)
    case is Zip: return 1
    default: return design.isSample ? 1 : count
    }
  }

  /// A scenario that takes at least as much memory and as many steps as that of any point: the most
  /// people, the fewest infections, each the extreme of its own factor.
  package var heaviest: Scenario {
    var values = constants
    values[.groupSize] = .whole(groupSizes.max() ?? 1)
    values[.columns] = mostSquareColumns
    values[.boundary] = .name(Boundary.bounded.rawValue)
    if let probability = fewest(of: .infectionProbability) {
      values[.infectionProbability] = .real(probability)
    }
    if let factor = fewest(of: .infectionFactor) {
      values[.infectionFactor] = .whole(max(min(1, Int(factor.rounded(.up))), Int(factor)))
    }
    // Of all rules the one that infects fewest.
    var rule = SpreadRule.builtIn[0].rule
    rule.draw = .uniform
    return Scenario(values, rule: rule)
  }

  /// The columns with which the largest group has the most neighbors: those of a square where the values
  /// allow this, else the nearest number.
  private var mostSquareColumns: KeyValue {
    let all = values(of: .columns)
    let numbers = all.compactMap { Int($0) }
    guard numbers.count == all.count, let least = numbers.min(), let most = numbers.max() else {
      return .name(ModelKey.square)
    }
    let people = Double(groupSizes.max() ?? 1)
    return .whole(min(max(least, Int(people.squareRoot().rounded(.up))), most))
  }

  /// The contact structures of its points, with their numbers at their largest: of layers each one, with its m.
  package var largestContacts: [[(structure: ContactStructure, multiply: Double)]] {
    let structures = patchableContacts
    let varied = factors.filter { $0.parameter.number?.section == ModelKey.contacts.section }
    let numbers = NumberLevels(
      Dictionary(
        varied.compactMap { factor in
          values(of: factor).max { ($0.number ?? 0) < ($1.number ?? 0) }
            .map { (factor.parameter, $0) }
        }
      ) { first, _ in first })
    func largest(_ name: String) -> ContactStructure? {
      structures[name]?.with(numbers.of(name, in: ModelKey.contacts.section))
    }
    return names(of: .contacts).map { name in
      guard let structure = largest(name) else { return [] }
      guard case .layers(let layers) = structure else { return [(structure, 1)] }
      return layers.compactMap { layer in largest(layer.contacts).map { ($0, layer.multiply) } }
    }
  }

  /// The names of the contact structures of its points, and of their layers.
  package var usedContacts: Set<String> {
    let structures = contactsByName
    return Set(names(of: .contacts).flatMap { [$0] + (structures[$0]?.layerNames ?? []) })
  }

  /// The rules of its points.
  package var usedRules: [SpreadRule] {
    let rules = rulesByName
    return names(of: .rule).compactMap { rules[$0] }
  }

  /// The names that a key has at its points.
  func names(of key: ModelKey) -> [String] { values(of: key).map(\.description) }

  /// The names of structures of a kind that some point has, of contacts those of layers, too.
  func usedNames(of kind: StructureKind) -> Set<String> {
    kind.key == .contacts ? usedContacts : Set(names(of: kind.key))
  }

  /// The people in the groups of its points.
  var groupSizes: [Int] { values(of: .groupSize).compactMap { Int($0) } }

  /// The values that a key has at some point: all that are listed, of a range the smallest, the smallest
  /// above zero and the largest.
  func values(of key: ModelKey) -> [KeyValue] {
    if let factor = factors.first(where: { $0.parameter == key }) { return values(of: factor) }
    return [design.base[key] ?? constants[key]].compactMap(\.self)
  }

  private func values(of factor: Factor) -> [KeyValue] {
    factor.ends + [design.base[factor.parameter]].compactMap(\.self)
  }

  /// The value with the fewest infections: where nobody is infected nothing takes long.
  private func fewest(of key: ModelKey) -> Double? {
    let numbers = values(of: key).compactMap(\.number)
    return numbers.filter { $0 > 0 }.min() ?? numbers.first
  }
}

extension Factor {
  /// Whether the value is one of the levels; found without making more than a million of them.
  func holds(_ level: KeyValue?) -> Bool {
    guard let level, levelCount <= 1e6 else { return false }
    return allLevels().contains(level)
  }
}
