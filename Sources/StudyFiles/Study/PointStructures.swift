import PlainText
package import SpreadModel

/// What the names among a point's values stand for, with the numbers put in that vary.
struct PointStructures: Sendable {
  /// Names and numbers, which the scenario does not tell.
  let levels: [ModelKey: KeyValue]
  let rule: SpreadRule
  let interventions: [Intervention]
  let contacts: ContactStructure
  let groups: Groups?
  let order: ImmuneOrder
  /// By name: those that its layers name.
  let layers: [String: ContactStructure]
  let observed: [ObservedSeries]

  /// Whether pairs may be closed.
  var hasClosedPairs: Bool { interventions.contains { $0.keepContacts != nil } }

  /// The contacts in a group of so many.
  func contacts(people: Int) -> Contacts { contacts.contacts(people: people, among: layers) }
}

/// The structures of the points of a study; points with the same ones share them.
struct StructureTable {
  private let study: Study
  /// The keys that decide which they are.
  private let keys: [ModelKey]
  private let rules: [String: Patchable<SpreadRule>]
  private let interventions: [String: Patchable<[Intervention]>]
  private let contacts: [String: Patchable<ContactStructure>]
  private let groups: [String: Patchable<GroupStructure>]
  private let orders: [String: ImmuneOrder]
  private let observed: [Patchable<ObservedSeries>]
  /// Of keys of the model within whose values numbers vary.
  private let constantsWithNumbers: [ModelKey: Patchable<KeyValue>]
  private var known: [[KeyValue?]: PointStructures] = [:]
  let constants: PointConstants
  /// A number that varies freely has about as many values as there are points.
  private static let mostKnown = 1_000

  init(_ study: Study) {
    self.study = study
    keys = StructureKind.all.map(\.key) + study.numberKeys
    rules = study.patchable(study.rulesByName, .rule, SpreadRule.codec)
    interventions = study.patchable(
      study.interventionsByName, .interventions, Intervention.lists)
    contacts = study.patchableContacts
    groups = study.patchable(
      Dictionary(study.groups.map { ($0.name, $0.value) }) { first, _ in first }, .groups,
      GroupStructure.codec
    ) { $0.keep($1) }
    orders = Dictionary(
      study.orders.compactMap { named in named.value.order.map { (named.name, $0) } }
    ) { first, _ in first }
    let ofObserved = study.forms(in: ModelKey.observed, ObservedSeries.codec)
    observed = study.observed.map { Patchable($0, ofObserved($0.name)) }
    var varied: [ModelKey: Patchable<KeyValue>] = [:]
    for key in study.keysWithNumbers {
      varied[key] = study.constants[key].map { Patchable($0, .init(.values(key.allowed))) }
    }
    constantsWithNumbers = varied
    constants = PointConstants(study)
  }

  /// The values of the model's keys at a point, with the levels of numbers within them.
  func values(_ levels: [ModelKey: KeyValue]) -> ModelValues {
    var values = study.constants.with(levels)
    guard !constantsWithNumbers.isEmpty else { return values }
    let numbers = NumberLevels(levels)
    for (key, value) in constantsWithNumbers {
      values[key] = value.with(numbers.of(key.path, in: StructureNumber.model))
    }
    return values
  }

  /// - Throws: `StudyFileError` for a name that nothing has.
  mutating func structures(_ values: ModelValues) throws(StudyFileError) -> PointStructures {
    let chosen = keys.map { values[$0] }
    if let structures = known[chosen] { return structures }
    var levels: [ModelKey: KeyValue] = [:]
    for (key, level) in zip(keys, chosen) { levels[key] = level }
    let numbers = NumberLevels(levels)
    let chosenContacts = try structure(.contacts, in: contacts, values(.contacts), numbers)
    var layers: [String: ContactStructure] = [:]
    for name in chosenContacts.layerNames where layers[name] == nil {
      layers[name] = try structure(.contacts, in: contacts, name, numbers)
    }
    let structures = PointStructures(
      levels: levels, rule: try structure(.rule, in: rules, values(.rule), numbers),
      interventions: try structure(
        .interventions, in: interventions, values(.interventions), numbers
      ).map { $0.inLayers(of: chosenContacts) },
      contacts: chosenContacts,
      groups: values(.groups, as: String.self) == ModelKey.noGroups
        ? nil : try structure(.groups, in: groups, values(.groups), numbers).groups,
      order: try order(values), layers: layers,
      observed: observed.map { seen in
        let name = seen.value.name
        var series = seen.with(numbers.of(name, in: ModelKey.observed))
        series.name = name
        return series
      })
    if known.count < Self.mostKnown { known[chosen] = structures }
    return structures
  }

  private func order(_ values: ModelValues) throws(StudyFileError) -> ImmuneOrder {
    let name: String = values(.immuneOrder)
    guard let order = ImmuneOrder.named(name) ?? orders[name] else {
      throw unknown(name, .immuneOrder)
    }
    return order
  }

  private func unknown(_ name: String, _ key: ModelKey) -> StudyFileError {
    study.error { _ in
      Objection(
        .unknownValue, key: "factors", key.path,
        say: "there is no \(key.name) of the name \"\(name)\"")
    }
  }

  /// The structure of a name that a key picks, with the levels of its numbers.
  private func structure<Structure>(
    _ key: ModelKey, in structures: [String: Patchable<Structure>], _ name: String,
    _ numbers: NumberLevels
  ) throws(StudyFileError) -> Structure {
    guard let structure = structures[name] else { throw unknown(name, key) }
    return structure.with(numbers.of(name, in: key.section))
  }
}

/// The levels of a point that are numbers of something.
struct NumberLevels {
  private var all: [[String?]: [(path: [String], level: KeyValue)]] = [:]

  init(_ levels: [ModelKey: KeyValue]) {
    for (key, level) in levels {
      guard let number = key.number else { continue }
      all[[number.section, number.name], default: []].append((number.path, level))
    }
  }

  func of(_ name: String, in section: String?) -> [(path: [String], level: KeyValue)] {
    all.isEmpty ? [] : all[[section, name]] ?? []
  }
}

extension Intervention {
  /// The same with its layers by number.
  fileprivate func inLayers(of contacts: ContactStructure) -> Intervention {
    guard case .named(let names) = layers else { return self }
    var changed = self
    let (all, acting) = (contacts.layerNames, Set(names))
    changed.layers = .numbered(all.indices.filter { acting.contains(all[$0]) })
    return changed
  }
}

extension Study {
  /// The numbers within structures that vary, in the order of the factors.
  var numberKeys: [ModelKey] { factors.map(\.parameter).filter { $0.number != nil } }

  /// The keys of the model within whose values numbers vary.
  var keysWithNumbers: [ModelKey] {
    let names = Set(
      numberKeys.compactMap(\.number).filter { $0.section == StructureNumber.model }.map(\.name))
    return ModelKey.all.filter { names.contains($0.name) }
  }

  /// Everything that may distinguish points, in the order of columns: the keys of the model, then
  /// numbers within structures.
  package var parameterKeys: [ModelKey] {
    let varying = Dictionary(factors.map { ($0.parameter, $0.parameter) }) { first, _ in first }
    let all = ModelKey.withInfectionFactor(ModelKey.factors, isReal: hasRealInfectionFactor)
    return all.map { varying[$0] ?? $0 } + numberKeys
  }

  /// Whether all rules draw by weights: then no infection factor is given.
  var drawsByWeightsAlone: Bool {
    let rules = rulesByName
    return names(of: .rule).allSatisfy { name in
      if case .number(.weights)? = rules[name]?.draw { true } else { false }
    }
  }

  /// The rules there are, built in or the study's own.
  var rulesByName: [String: SpreadRule] {
    var rules: [String: SpreadRule] = [:]
    for rule in SpreadRule.builtIn { rules[rule.name] = rule.rule }
    for rule in self.rules { rules[rule.name] = rule.value }
    return rules
  }

  /// The contact structures there are, built in or the study's own.
  package var contactsByName: [String: ContactStructure] {
    var structures: [String: ContactStructure] = [
      ModelKey.grid: .model(.grid), ModelKey.everybody: .model(.everybody),
    ]
    for contacts in self.contacts { structures[contacts.name] = contacts.value }
    return structures
  }

  /// The same, with numbers that may vary.
  var patchableContacts: [String: Patchable<ContactStructure>] {
    patchable(contactsByName, .contacts, ContactStructure.codec) { $0.keep($1) }
  }

  /// Structures of a key by name, with numbers that may vary.
  fileprivate func patchable<Structure>(
    _ structures: [String: Structure], _ key: ModelKey, _ codec: Codec<Structure>,
    keep: @escaping @Sendable (inout Structure, Structure) -> Void = { _, _ in }
  ) -> [String: Patchable<Structure>] {
    let form = forms(in: key.section, codec, keep: keep)
    return Dictionary(
      uniqueKeysWithValues: structures.map { ($0, Patchable($1, form($0))) })
  }

  /// The form of structures of a section, by name: one for all, nil of those without numbers that vary.
  fileprivate func forms<Structure>(
    in section: String?, _ codec: Codec<Structure>,
    keep: @escaping @Sendable (inout Structure, Structure) -> Void = { _, _ in }
  ) -> (String) -> Patchable<Structure>.Form? {
    let varied = Set(numberKeys.compactMap(\.number).filter { $0.section == section }.map(\.name))
    let form = varied.isEmpty ? nil : Patchable<Structure>.Form(codec, keep: keep)
    return { varied.contains($0) ? form : nil }
  }

  /// The lists of interventions there are.
  var interventionsByName: [String: [Intervention]] {
    var lists: [String: [Intervention]] = [ModelKey.noInterventions: []]
    for interventions in self.interventions { lists[interventions.name] = interventions.value }
    return lists
  }
}
