import Checksums
package import SpreadModel

/// One full set of parameter values.
package struct Point: Hashable, Sendable {
  /// From 0, in design order.
  package let number: Int
  package let groupSize: Int
  package let infectionFactor: Int
  package let infectionProbability: Double
  package let ruleName: String
  package let rule: SpreadRule
  package let columns: Int
  package let boundary: Boundary
  package let scenario: Scenario
  /// A function of what the point is (its parameter values and what all points have in common
  /// that matters to a run), not of its number, of the rule's name or of other points.
  ///
  /// The first 8 bytes of the SHA-256 of `identityText`. Source: docs/study-files.md, "Identity".
  package let identity: UInt64

  package static let columnNames = Parameter.allCases.map(\.rawValue)

  /// - Parameter twin: how many points before this one are equal to it.
  init(number: Int, values: PointValues, constants: Constants, twin: Int = 0) {
    self.number = number
    groupSize = values.groupSize
    infectionFactor = values.infectionFactor
    infectionProbability = values.infectionProbability
    ruleName = values.ruleName
    rule = values.rule
    columns = values.columns
    boundary = values.boundary
    let scenario = Scenario(
      grid: Grid(people: values.groupSize, columns: values.columns, boundary: values.boundary),
      rule: values.rule, infectionFactor: values.infectionFactor,
      infectionProbability: values.infectionProbability, introductions: constants.introductions,
      stopShare: constants.stopShare, maxSteps: constants.maxSteps,
      shapeShare: constants.shapeShare)
    self.scenario = scenario
    var hash = SHA256()
    hash.update(Array(scenario.identityText.utf8))
    if twin > 0 { hash.update(Array("twin=\(twin)\n".utf8)) }
    identity = hash.digest().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The value of a parameter as a level, to compare with those of factors.
  package func level(of parameter: Parameter) -> Level {
    switch parameter {
    case .groupSize: .whole(groupSize)
    case .infectionFactor: .whole(infectionFactor)
    case .infectionProbability: .real(infectionProbability)
    case .rule: .name(ruleName)
    case .columns: .whole(columns)
    case .boundary: .name(boundary.rawValue)
    }
  }
}

/// The parameters of a point before it is made: checked, with columns counted.
struct PointValues: Hashable {
  var groupSize: Int
  var infectionFactor: Int
  var infectionProbability: Double
  var ruleName: String
  var rule: SpreadRule
  var columns: Int
  var boundary: Boundary
}

extension Scenario {
  /// Everything that decides a run but its key, one `name=value` per line.
  var identityText: String {
    var lines = [
      "spreadlab scenario 1", "people=\(grid.people)", "columns=\(grid.columns)",
      "boundary=\(grid.boundary.rawValue)", "neighborhood=\(rule.neighborhood.rawValue)",
      "pool=\(rule.pool.rawValue)", "draw=\(rule.draw.rawValue)",
      "update=\(rule.update.rawValue)", "infection_factor=\(infectionFactor)",
      "infection_probability=\(infectionProbability)", "stop_share=\(stopShare)",
      "max_steps=\(maxSteps)", "shape_share=\(shapeShare)",
    ]
    for introduction in introductions {
      let place =
        switch introduction.place {
        case .center: "center"
        case .people(let people): "people " + people.map(String.init).joined(separator: " ")
        case .random(let count): "random \(count)"
        case .randomShare(let share): "random_share \(share)"
        }
      lines.append("introduction=\(introduction.step) \(place)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
