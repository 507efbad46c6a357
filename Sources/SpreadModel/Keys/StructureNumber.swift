/// A number within something that a study defines by name, such as the share in
/// `interventions.lockdown.0.when.infected_share`, or within the value of a key of the model, such as
/// `latent_steps.gamma.mean`. It may be a factor by that path.
package struct StructureNumber: Hashable, Sendable {
  /// The part of the study file: `interventions`. Paths begin in `model`, which they do not name.
  package let section: String
  /// The label of the structure, `lockdown`, or the name of the key.
  package let name: String
  /// The way within it: `0`, `when`, `infected_share`.
  package let path: [String]

  package init(section: String, name: String, path: [String]) {
    self.section = section
    self.name = name
    self.path = path
  }

  package static let model = "model"

  package var text: String {
    ((section == Self.model ? [name] : [section, name]) + path).joined(separator: ".")
  }
}

extension ModelKey {
  /// The key of a number within a structure of the study. It has a value where it is a factor.
  package convenience init(
    _ number: StructureNumber, unit: String, values allowed: AllowedValues, meaning: String
  ) {
    self.init(
      number.text, sign: number.text, unit: unit, values: allowed, defaultValue: nil, mayVary: true,
      meaning: meaning, number: number)
  }
}

extension ModelKey {
  /// Of numbers within structures the shortest part of the path that begins with a letter and is no
  /// other's, such as `infected_share`, by path.
  ///
  /// - Parameter taken: names that no part may be, besides those of the model's keys.
  package static func titles(
    of keys: [ModelKey], besides taken: some Sequence<String>
  ) -> [String: String] {
    func parts(_ key: ModelKey) -> [String] {
      let path = key.path.split(separator: ".")
      return path.indices.reversed().map { path[$0...].joined(separator: ".") }
    }
    var counts: [String: Int] = [:]
    let numbers = keys.filter { $0.number != nil }
    for key in numbers { for part in parts(key) { counts[part, default: 0] += 1 } }
    for name in all.map(\.path) + taken { counts[name, default: 0] += 1 }
    return Dictionary(
      numbers.map { key in
        let part = parts(key).first { counts[$0] == 1 && $0.first?.isLetter == true }
        return (key.path, part ?? key.path)
      }
    ) { first, _ in first }
  }

  /// The parameter of a path, as readers of tables know it; nil where the path is none.
  package static func parameter(at path: String) -> ModelKey? {
    if let key = factor(named: path) { return key }
    var parts = path.split(separator: ".").map(String.init)
    if parts.count > 1, all.contains(where: { $0.path == parts[0] && $0.hasNumbersWithin }) {
      parts.insert(StructureNumber.model, at: 0)
    }
    let isWithin = [StructureNumber.model, observed].contains(parts.first)
    guard parts.count > 2, isWithin || factors.contains(where: { $0.section == parts[0] }) else {
      return nil
    }
    // Labels may have periods, too; which part is which is of no use to readers of tables.
    return ModelKey(
      StructureNumber(section: parts[0], name: parts[1], path: Array(parts[2...])), unit: "1",
      values: .real(RealRange(0...Double(AllowedValues.mostPeople))), meaning: path)
  }

  /// The section of what is seen of new infections.
  package static let observed = "observed"

  /// Whether its values may have numbers within them, which may be factors.
  package var hasNumbersWithin: Bool {
    switch allowed {
    case .length, .introductions: true
    case .whole, .real, .name, .choice, .either, .people: false
    }
  }

  /// The word for a value without end, such as `forever`. It stands where levels are named; a column of this
  /// key has numbers, and `inf` for it. Nil where every value has an end.
  private var endless: String? {
    [Length.foreverWord, "none"].first(where: allowed.choices.contains)
  }

  package var mayBeEndless: Bool { endless != nil }
  /// Stands for a value without end in a column of numbers.
  package static let endlessCell = "inf"

  /// A value as it stands in a column of this key.
  package func cell(_ value: KeyValue) -> String {
    value.description == endless ? Self.endlessCell : value.description
  }

  /// A cell of a column of this key as a word or a number.
  package func word(_ cell: String) -> String { cell == Self.endlessCell ? endless ?? cell : cell }

  /// A level in a sentence, such as `begins early`.
  package func words(_ level: KeyValue) -> String {
    "\(title) \(label(cell(level)) ?? level.description)"
  }

  /// What the study calls a level, given as a cell, as a word, or as a number however it is written; nil
  /// where it has no label.
  package func label(_ cell: String) -> String? {
    if labels.isEmpty { return nil }
    if let label = labels[cell] { return label }
    let number = Double(cell == endless ? Self.endlessCell : cell)
    return labels.first { Double($0.key) == number && number != nil }?.value
  }
}
