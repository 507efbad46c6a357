import SpreadModel

extension PassObstacle {
  /// The first one there is.
  ///
  /// - Parameter levels: one or more.
  static func first(of levels: [Scenario]) -> PassObstacle? {
    guard let scenario = levels.first else { return nil }
    if let obstacle = scenario.passObstacle { return obstacle }
    let rest = scenario.withoutMultipliers
    let isFamily =
      levels.dropFirst().allSatisfy { $0.withoutMultipliers == rest }
      && PassLevels.inOrder(levels) != nil
    return isFamily ? nil : .family
  }
}

extension Scenario {
  /// What may not differ between the levels of a pass.
  fileprivate var withoutMultipliers: Scenario {
    var rest = self
    rest.infectionProbability = 0
    rest.maxSteps = 0
    rest.contacts = .layers(contacts.layers.map { ContactLayer($0.contacts) })
    if let groups { rest.groups?.multiply = groups.multiply.map { $0.map { _ in 1 } } }
    return rest
  }
}
