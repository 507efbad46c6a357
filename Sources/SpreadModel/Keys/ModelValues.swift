/// Values of the model's keys: those given, the defaults for the rest.
package struct ModelValues: Hashable, Sendable {
  /// The values that are not the defaults, so that equal values are equal however they came.
  private var special: [ModelKey: KeyValue] = [:]

  package init() {}

  /// The value of a key; nil only for a key that has to be given and was not.
  package subscript(key: ModelKey) -> KeyValue? {
    get { special[key] ?? key.defaultValue }
    set { special[key] = newValue == key.defaultValue ? nil : newValue }
  }

  /// These values, with others in the place of some.
  package func with(_ others: [ModelKey: KeyValue]) -> ModelValues {
    var values = self
    for (key, value) in others { values[key] = value }
    return values
  }

  /// A value as the type of what it is.
  ///
  /// - Precondition: the key is given or has a default value, and its values are of that type.
  package func callAsFunction<Value: KeyValueConvertible>(
    _ key: ModelKey, as type: Value.Type = Value.self
  ) -> Value {
    guard let value = self[key].flatMap(Value.init) else {
      preconditionFailure("\(key.name) has no value of this type")
    }
    return value
  }

  /// People in the group; nil where it was not given.
  package var people: Int? { self[.groupSize].flatMap(Int.init) }

  /// People per row: the number given, or the one that makes `people` a square.
  package func columns(people: Int) -> Int {
    self[.columns].flatMap(Int.init) ?? Grid.squareColumns(people: people)
  }
}

extension Scenario {
  /// The scenario of these values.
  ///
  /// - Parameters:
  ///   - rule: what the name among the values stands for.
  ///   - interventions: the same, of this key.
  ///   - contacts: the same, of this key.
  ///   - groups: the same, of this key.
  ///   - order: the same, of `immune_order`.
  ///   - observed: what is seen of new infections.
  /// - Precondition: the group's size is given, and grid and introductions fit together (study
  ///   files are checked before).
  package init(
    _ values: ModelValues, rule: SpreadRule, interventions: [Intervention] = [],
    contacts: Contacts = .grid, groups: Groups? = nil, order: ImmuneOrder? = nil,
    observed: [ObservedSeries] = []
  ) {
    let people: Int = values(.groupSize)
    self.init(
      grid: Grid(
        people: people, columns: values.columns(people: people), boundary: values(.boundary)),
      rule: rule)
    self.interventions = interventions
    self.contacts = contacts
    self.groups = groups
    self.observed = observed
    for key in ModelKey.all {
      if let value = values[key] { key.put(value, &self) }
    }
    if let order { immuneOrder = order }
  }
}
