/// A key of a study's `model`: all there is to know about it outside the engine.
///
/// Schema, validation, decoding, defaults, the resolved study, identities, factors, columns, data
/// dictionary, report, page and docs/study-files.md ask here. Keys live one per file in this
/// folder; docs/extending.md has the recipe.
///
/// A class, because points and values are dictionaries by key: a reference takes a thirtieth of the
/// memory, and a copy one count instead of a dozen.
package final class ModelKey: Sendable {
  /// Where it stands in a study file, within `model` first: `infection_factor`, `stop.share`.
  package let path: String
  /// What tables and messages call it: the path, or the name that a study gives its factor.
  package let name: String
  /// The same in pictures and sentences: of a long path the shortest part that is no other's.
  package let title: String
  /// What a study calls levels in pictures and sentences, by their cells.
  package let labels: [String: String]
  /// One letter that stands for it on axes and in labels; empty where it has no numbers.
  package let sign: String
  /// `people`, `steps`, ...; "1" for plain numbers, empty for names.
  package let unit: String
  package let allowed: AllowedValues
  /// The value that counts where the key is not given; nil: it has to be given.
  package let defaultValue: KeyValue?
  /// Whether it may be a factor. Then it has a column.
  package let mayVary: Bool
  /// What the value is, for schema, data dictionary and help: a sentence without its capital and
  /// its period.
  package let meaning: String
  /// Written and in every table always; other keys only where a value is not the default, so
  /// that older studies keep their identity and their bytes.
  package let isAlwaysWritten: Bool
  /// Its lines in the identity of a scenario; empty where it decides no run.
  package let identityLines: @Sendable (Scenario) -> [String]
  /// Its value in a scenario; nil where the scenario does not hold it.
  package let value: @Sendable (Scenario) -> KeyValue?
  /// Puts a value into a scenario; does nothing where the value is part of a larger whole (the
  /// grid, the rule), which `Scenario.init` puts together.
  package let put: @Sendable (KeyValue, inout Scenario) -> Void
  /// Of a number within a structure that the study defines: which one; nil of the model's own keys.
  package let number: StructureNumber?
  /// Of names of structures: the part of the study file that defines them; nil of all other keys.
  package let section: String?
  /// Of the path, made once: a plan of a million points asks for it as often.
  private let hash: Int

  init(
    _ name: String, sign: String = "", unit: String = "", values allowed: AllowedValues,
    defaultValue: KeyValue?, mayVary: Bool, isAlwaysWritten: Bool = false, section: String? = nil,
    meaning: String,
    identityLines: @escaping @Sendable (Scenario) -> [String] = { _ in [] },
    value: @escaping @Sendable (Scenario) -> KeyValue? = { _ in nil },
    put: @escaping @Sendable (KeyValue, inout Scenario) -> Void = { _, _ in },
    number: StructureNumber? = nil, path: String? = nil, title: String? = nil,
    labels: [String: String] = [:]
  ) {
    self.path = path ?? name
    self.name = name
    self.title = title ?? name
    self.labels = labels
    self.sign = sign
    self.unit = unit
    self.allowed = allowed
    self.defaultValue = defaultValue
    self.mayVary = mayVary
    self.isAlwaysWritten = isAlwaysWritten
    self.meaning = meaning
    self.identityLines = identityLines
    self.value = value
    self.put = put
    self.number = number
    self.section = section
    hash = self.path.hashValue
  }

  /// A key whose value is a property of the scenario, as is the value it has where none is given.
  ///
  /// - Parameter line: its name in identities; nil for `name`.
  convenience init<Value: KeyValueConvertible>(
    _ name: String, sign: String = "", unit: String = "", values allowed: AllowedValues,
    mayVary: Bool, isAlwaysWritten: Bool = false, meaning: String, line: String? = nil,
    in place: any WritableKeyPath<Scenario, Value> & Sendable
  ) {
    let defaultValue = Scenario.default[keyPath: place].keyValue
    self.init(
      name, sign: sign, unit: unit, values: allowed, defaultValue: defaultValue, mayVary: mayVary,
      isAlwaysWritten: isAlwaysWritten, meaning: meaning,
      identityLines: { scenario in
        let value = scenario[keyPath: place].keyValue
        return isAlwaysWritten || value != defaultValue ? ["\(line ?? name)=\(value)"] : []
      },
      value: { $0[keyPath: place].keyValue },
      put: { value, scenario in
        guard let value = Value(value) else { preconditionFailure("\(name) cannot be \(value)") }
        scenario[keyPath: place] = value
      })
  }

  /// The same key as a column has it in which not all values are numbers: text.
  package var asText: ModelKey {
    ModelKey(
      name, unit: unit, values: .either(.name, or: allowed.choices), defaultValue: defaultValue,
      mayVary: mayVary, isAlwaysWritten: isAlwaysWritten, section: section, meaning: meaning,
      identityLines: identityLines, value: value, put: put, number: number, path: path,
      title: title,
      labels: labels)
  }

  /// The same key as a study calls it.
  ///
  /// - Parameter name: of its column; nil: the path.
  package func called(
    _ name: String?, title: String, labels: [String: String]
  ) -> ModelKey {
    ModelKey(
      name ?? path, sign: sign.isEmpty || title == path ? sign : title, unit: unit, values: allowed,
      defaultValue: defaultValue, mayVary: mayVary, isAlwaysWritten: isAlwaysWritten,
      section: section, meaning: meaning, identityLines: identityLines, value: value, put: put,
      number: number, path: path, title: title, labels: labels)
  }

  /// Every key, in the order of study files and columns.
  package static let all: [ModelKey] = [
    groupSize, infectionFactor, infectionProbability, rule, columns, boundary, introductions,
    latentSteps, infectiousSteps, recoveryProbability, immuneSteps, immuneShare, immunePeople,
    immuneOrder, vaccineEfficacy, infectiousnessDispersion, startPeople, contacts, interventions,
    groups, period, stopShare, maxSteps, shapeShare,
  ]

  /// The keys that may vary.
  package static let factors = all.filter(\.mayVary)

  /// The key of that name among those that may vary; nil if there is none.
  package static func factor(named name: String) -> ModelKey? { factors.first { $0.name == name } }

  /// The path within `model` of what may not vary, by its path, by the last part of that (`max_steps`) or by
  /// the object it stands in (`stop`); nil where the name means none of these.
  package static func constantPath(_ name: String) -> String? {
    for key in all where !key.mayVary {
      if key.name == name || key.name.hasSuffix(".\(name)") { return key.name }
      if key.name.hasPrefix("\(name).") { return name }
    }
    return nil
  }
}

extension ModelKey: Hashable {
  package static func == (a: ModelKey, b: ModelKey) -> Bool { a === b || a.path == b.path }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension ModelKey: CustomStringConvertible {
  package var description: String { name }
}
