extension ModelKey {
  package static let infectionFactor = infectionFactor(
    isReal: false, values: .whole(0...AllowedValues.mostPeople))

  /// The same key where rules draw a number of contacts whose mean it is: a real number then, at all
  /// points of the study. Keys are equal by their names, so one stands for the other.
  package static let realInfectionFactor = infectionFactor(
    isReal: true, values: .real(RealRange(0...Double(AllowedValues.mostPeople))))

  private static func infectionFactor(isReal: Bool, values allowed: AllowedValues) -> ModelKey {
    let defaultValue = Scenario.default.infectionFactor
    @Sendable func value(_ scenario: Scenario) -> KeyValue {
      scenario.realInfectionFactor.map(KeyValue.real) ?? .whole(scenario.infectionFactor)
    }
    return ModelKey(
      "infection_factor", sign: "k", unit: "people", values: allowed,
      defaultValue: isReal ? .real(Double(defaultValue)) : .whole(defaultValue), mayVary: true,
      isAlwaysWritten: true,
      meaning: "the most people a source may infect (or contact) in one step"
        + (isReal ? "; for a rule that draws a number of contacts, their mean" : ""),
      identityLines: { ["infection_factor=\(value($0))"] },
      value: value,
      put: { value, scenario in
        switch value {
        case .whole(let factor):
          (scenario.infectionFactor, scenario.realInfectionFactor) = (factor, nil)
        case .real(let factor):
          // As a cap rounded to the nearest, halves up, as interventions do.
          scenario.infectionFactor = Int(nearestWhole(factor))
          scenario.realInfectionFactor =
            factor == factor.rounded() ? nil : factor
        default: preconditionFailure("infection_factor cannot be \(value)")
        }
      })
  }

  /// These keys, with the real infection factor in place of the whole one where `isReal`.
  package static func withInfectionFactor(_ keys: [ModelKey], isReal: Bool) -> [ModelKey] {
    keys.map { isReal && $0 == .infectionFactor ? .realInfectionFactor : $0 }
  }
}
