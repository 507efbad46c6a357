extension ModelKey {
  package static let introductions = ModelKey(
    "introductions", values: .introductions,
    defaultValue: Scenario.default.introductions.keyValue, mayVary: false,
    isAlwaysWritten: true, meaning: "people infected from outside",
    identityLines: { $0.introductions.map { "introduction=\($0.step) \($0.place.identityText)" } },
    value: { .introductions($0.introductions) },
    put: { value, scenario in
      guard let list = [Introduction](value) else {
        preconditionFailure("introductions cannot be \(value)")
      }
      scenario.introductions = list
    })
}

extension Introduction.Place {
  fileprivate var identityText: String {
    switch self {
    case .center: "center"
    case .people(let people): "people " + people.map(String.init).joined(separator: " ")
    case .random(let count): "random \(count)"
    case .randomShare(let share): "random_share \(share)"
    case .rate(let mean, let end): "rate \(mean) to \(end.map { "\($0)" } ?? "the end")"
    }
  }
}
