extension ModelKey {
  package static let infectiousnessDispersion = ModelKey(
    "infectiousness_dispersion", sign: "r", unit: "1",
    values: .either(
      .real(.positive(to: Double(AllowedValues.mostPeople))), or: [numberOrNone]),
    mayVary: true,
    meaning:
      "gamma shape of individual infectiousness; smaller means more superspreading, none: all "
      + "alike",
    in: \.course.infectiousnessDispersion)
}

/// The word for no number.
private let numberOrNone = "none"

extension Optional: KeyValueConvertible where Wrapped == Double {
  package init?(_ value: KeyValue) {
    switch value {
    case .real(let number): self = .some(number)
    case .name(numberOrNone): self = .none
    default: return nil
    }
  }

  package var keyValue: KeyValue { map(KeyValue.real) ?? .name(numberOrNone) }
}
