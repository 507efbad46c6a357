internal import Foundation
internal import PlainText
internal import SpreadModel
package import StudyFiles

extension Truth {
  /// Its scenarios as a study that `spreadlab run` accepts: a point for each, with everything recorded that
  /// `observation` reads.
  ///
  /// Its runs are not those of `TruthRunner`: a study's points have keys of their own.
  package var study: Study {
    var constants = ModelValues()
    var points = arms.map { _ in [ModelKey: KeyValue]() }
    func put(_ values: [KeyValue], _ key: ModelKey) {
      guard Set(values).count > 1 else {
        constants[key] = values[0]
        return
      }
      for (arm, value) in values.enumerated() { points[arm][key] = value }
    }
    for key in ModelKey.all where key.section == nil && (key != .columns || isOnGrid) {
      let values = arms.compactMap(key.value)
      if values.count == arms.count { put(values, key) }
    }
    let rules = named(arms.map(\.rule), "rule")
    put(rules.names.map(KeyValue.name), .rule)
    let structure = contactStructure
    if let structure { constants[.contacts] = .name(structure.name) }
    if arms[0].contacts == .everybody { constants[.contacts] = .name(ModelKey.everybody) }
    var study = Study(name: id, seed: seed)
    study.description = "\(scenario). Expected from: \(source)."
    study.constants = constants
    study.rules = zip(rules.names, rules.different).map { Named(name: $0, value: $1) }
    study.contacts = structure.map { [$0] } ?? []
    (study.replicates, study.randomNumbers, study.record) = (.fixed(runs), .independent, record)
    if case .number = arms[0].rule.draw { study.hasRealInfectionFactor = true }
    if arms.count > 1 { study.list(points) }
    return study
  }

  /// The file of its edges, beside the study; nil where contacts are no list.
  package var edges: (name: String, text: String)? {
    guard case .edges(let table) = arms[0].contacts else { return nil }
    let pairs = (0..<table.people).flatMap { person in
      table.neighbors(of: person).filter { $0 > person }.map { "\(person),\($0)\n" }
    }
    return ("edges.csv", "person_a,person_b\n" + pairs.joined())
  }

  private var isOnGrid: Bool { arms[0].contacts == .grid }

  private func named(
    _ rules: [SpreadRule], _ name: String
  ) -> (names: [String], different: [SpreadRule]) {
    var different: [SpreadRule] = []
    for rule in rules where !different.contains(rule) { different.append(rule) }
    let names = rules.map { rule in
      different.count == 1 ? name : "\(name)_\((different.firstIndex(of: rule) ?? 0) + 1)"
    }
    return (names, different)
  }

  private var contactStructure: Named<ContactStructure>? {
    switch arms[0].contacts {
    case .grid, .everybody: return nil
    case .layers: preconditionFailure("no truth has layers")
    case .drawn, .places:
      return Named(name: "contacts", value: .model(arms[0].contacts))
    case .edges(let table):
      guard let edges else { return nil }
      return Named(
        name: "contacts",
        value: .edges(EdgeFile(file: edges.name, Array(edges.text.utf8), table)))
    }
  }

  private var record: Record {
    if case .curves = observation { return Record(curves: .all) }
    return Record(curves: .none, maps: observation.needsMap ? runs : 0)
  }
}
