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
  /// The parameters among the columns of a table: the model's keys, then numbers within structures.
  package static func parameters(inHeader names: [String]) -> [ModelKey] {
    factors.filter { names.contains($0.name) }
      + names.compactMap { name in
        var parts = name.split(separator: ".").map(String.init)
        if parts.count > 2, parts[0] == observed {
          // Section, name and path, as they are.
        } else if parts.count > 1,
          all.contains(where: { $0.name == parts[0] && $0.hasNumbersWithin })
        {
          parts.insert(StructureNumber.model, at: 0)
        } else {
          guard parts.count > 2, factors.contains(where: { $0.section == parts[0] }) else {
            return nil
          }
        }
        // Labels may have periods, too; which part is which is of no use to readers of tables.
        return ModelKey(
          StructureNumber(section: parts[0], name: parts[1], path: Array(parts[2...])), unit: "1",
          values: .real(RealRange(0...Double(AllowedValues.mostPeople))), meaning: name)
      }
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
}
