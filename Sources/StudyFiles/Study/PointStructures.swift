package import SpreadModel

/// What the names among a point's values stand for, with the numbers put in that vary.
struct PointStructures: Sendable {
  /// Names and numbers, which the scenario does not tell.
  let levels: [ModelKey: KeyValue]
  let rule: SpreadRule
  let changes: [Change]
}

/// The structures of the points of a study; points with the same ones share them.
struct StructureTable {
  private let study: Study
  /// The keys that decide which they are.
  private let keys: [ModelKey]
  private let rules: [String: SpreadRule]
  private let changes: [String: [Change]]
  private var known: [[KeyValue?]: PointStructures] = [:]
  /// A number that varies freely has about as many values as there are points.
  private static let mostKnown = 1_000

  init(_ study: Study) {
    self.study = study
    keys = StructureKind.all.map(\.key) + study.numberKeys
    rules = study.rulesByName
    changes = study.changesByName
  }

  /// - Throws: `StudyFileError` for a name that nothing has.
  mutating func structures(_ values: ModelValues) throws(StudyFileError) -> PointStructures {
    let chosen = keys.map { values[$0] }
    if let structures = known[chosen] { return structures }
    var levels: [ModelKey: KeyValue] = [:]
    for (key, level) in zip(keys, chosen) { levels[key] = level }
    let structures = PointStructures(
      levels: levels, rule: try find(rules, values, .rule),
      changes: Self.list(try find(changes, values, .changes), of: values(.changes), levels))
    if known.count < Self.mostKnown { known[chosen] = structures }
    return structures
  }

  private func find<Structure>(
    _ structures: [String: Structure], _ values: ModelValues, _ key: ModelKey
  ) throws(StudyFileError) -> Structure {
    let name: String = values(key)
    if let structure = structures[name] { return structure }
    throw StudyFileError(
      .unknownValue, study: study.name, path: "$.factors.\(key.name)",
      "there is no \(key.name) of the name \"\(name)\"")
  }

  /// The changes of that name, with the levels of the point for their numbers.
  private static func list(
    _ list: [Change], of name: String, _ levels: [ModelKey: KeyValue]
  ) -> [Change] {
    var list = list
    for (key, level) in levels {
      guard let number = key.number, number.section == ModelKey.changes.name, number.name == name,
        let index = number.path.first.flatMap({ Int($0) }), list.indices.contains(index)
      else { continue }
      list[index].set(level, at: Array(number.path.dropFirst()))
    }
    return list
  }
}

extension Study {
  /// The numbers within structures that vary, in the order of the factors.
  var numberKeys: [ModelKey] { factors.map(\.parameter).filter { $0.number != nil } }

  /// Everything that may tell points apart, in the order of columns: the keys of the model, then
  /// numbers within structures.
  package var parameterKeys: [ModelKey] { ModelKey.factors + numberKeys }

  /// The rules there are, built in or the study's own.
  var rulesByName: [String: SpreadRule] {
    var rules: [String: SpreadRule] = [:]
    for rule in SpreadRule.builtIn { rules[rule.name] = rule.rule }
    for rule in self.rules { rules[rule.name] = rule.rule }
    return rules
  }

  /// The lists of changes there are.
  var changesByName: [String: [Change]] {
    var lists: [String: [Change]] = [ModelKey.noChanges: []]
    for changes in self.changes { lists[changes.name] = changes.list }
    return lists
  }
}
