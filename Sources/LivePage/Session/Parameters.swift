package import SpreadModel

/// What the parameter screen asks for, as the page sends it.
package struct Parameters: Codable, Equatable, Sendable {
  package var groupSize: Int
  package var infectionFactor: Int
  /// 0...1.
  package var infectionProbability: Double
  /// A built-in rule, or one of the study's.
  package var rule: String
  /// `moore` or `von_neumann`; nil leaves the rule as it is.
  package var neighborhood: String?
  /// Places per row; nil for a square.
  package var columns: Int?
  package var boundary: String
  package var seed: Int
  /// Seconds per step; 0 for as fast as possible.
  package var period: Double
  /// The point of the opened study whose introductions the session starts with; nil for nobody.
  package var point: Int?

  package init(
    groupSize: Int, infectionFactor: Int, infectionProbability: Double, rule: String,
    neighborhood: String? = nil, columns: Int? = nil, boundary: String = "bounded", seed: Int,
    period: Double = 1, point: Int? = nil
  ) {
    self.groupSize = groupSize
    self.infectionFactor = infectionFactor
    self.infectionProbability = infectionProbability
    self.rule = rule
    self.neighborhood = neighborhood
    self.columns = columns
    self.boundary = boundary
    self.seed = seed
    self.period = period
    self.point = point
  }

  package enum CodingKeys: String, CodingKey {
    case groupSize = "group_size"
    case infectionFactor = "infection_factor"
    case infectionProbability = "infection_probability"
    case rule, neighborhood, columns, boundary, seed, period, point
  }

  /// What may be asked for; the page checks against the same numbers before it sends.
  package enum Limits {
    /// Beyond it a page would hold more pixels than phones have memory for.
    package static let groupSize = 1...4_000_000
    package static let infectionFactor = 0...1_000_000
    package static let infectionProbability = 0.0...1.0
    package static let seed = 0...(1 << 53 - 1)
    package static let period = 0.1...10.0
    /// A session's steps; a study that goes on for longer is one for `spreadlab run`.
    package static let steps = 1_000_000
  }

  /// A mistake beside the field it belongs to.
  package struct Mistake: Codable, Equatable, Sendable, Error {
    package var field: String
    package var message: String
  }

  /// All mistakes, in the order of the fields.
  package func mistakes(rules: [OfferedRule]) -> [Mistake] {
    var found: [Mistake] = []
    func require(_ holds: Bool, _ field: String, _ message: String) {
      if !holds { found.append(Mistake(field: field, message: message)) }
    }
    let sizes = Limits.groupSize
    require(
      sizes.contains(groupSize), "group_size",
      "Group size is a whole number from \(sizes.lowerBound) to \(sizes.upperBound).")
    require(
      Limits.infectionFactor.contains(infectionFactor), "infection_factor",
      "Infection factor is a whole number from 0 to \(Limits.infectionFactor.upperBound).")
    require(
      Limits.infectionProbability.contains(infectionProbability), "infection_probability",
      "Infection probability is from 0 to 100 %.")
    require(
      rules.contains { $0.name == rule }, "rule",
      "The rule is one of \(rules.map(\.name).joined(separator: ", ")).")
    require(
      neighborhood.map { SpreadRule.Neighborhood(rawValue: $0) != nil } ?? true, "neighborhood",
      "The neighborhood is moore or von_neumann.")
    require(
      columns.map { (1...max(1, groupSize)).contains($0) } ?? true, "columns",
      "Columns are a whole number from 1 to the group size.")
    require(
      Boundary(rawValue: boundary) != nil, "boundary", "The boundary is bounded or torus.")
    if boundary == "torus", found.isEmpty, groupSize % effectiveColumns != 0 {
      require(
        false, "boundary",
        "A torus needs full rows: \(groupSize) people do not fill rows of \(effectiveColumns).")
    }
    require(
      Limits.seed.contains(seed), "seed",
      "The seed is a whole number from 0 to \(Limits.seed.upperBound).")
    require(
      period == 0 || Limits.period.contains(period), "period",
      "The period is from 0.1 to 10 seconds.")
    return found
  }

  /// Columns with "square" resolved.
  package var effectiveColumns: Int { columns ?? Grid.squareColumns(people: groupSize) }

  /// The rule with the neighborhood asked for; nil for an unknown name.
  package func effectiveRule(of rules: [OfferedRule]) -> SpreadRule? {
    guard var rule = rules.first(where: { $0.name == rule })?.rule else { return nil }
    if let neighborhood = neighborhood.flatMap(SpreadRule.Neighborhood.init(rawValue:)) {
      rule.neighborhood = neighborhood
    }
    return rule
  }

  /// The scenario to simulate. A session ends when everybody is infected and not before, so that
  /// people can be tapped at any time.
  ///
  /// - Throws: the first mistake.
  package func scenario(
    rules: [OfferedRule], introductions: [Introduction] = []
  ) throws(Mistake) -> Scenario {
    if let mistake = mistakes(rules: rules).first { throw mistake }
    guard let rule = effectiveRule(of: rules), let boundary = Boundary(rawValue: boundary) else {
      throw Mistake(field: "rule", message: "The rule or the boundary is unknown.")
    }
    return Scenario(
      grid: Grid(people: groupSize, columns: effectiveColumns, boundary: boundary), rule: rule,
      infectionFactor: infectionFactor, infectionProbability: infectionProbability,
      introductions: introductions, stopShare: 1, maxSteps: Limits.steps)
  }
}

/// A rule that may be chosen on the page.
package struct OfferedRule: Equatable, Sendable {
  package var name: String
  package var explanation: String
  package var rule: SpreadRule

  package static let builtIn = SpreadRule.builtIn.map {
    OfferedRule(name: $0.name, explanation: $0.explanation, rule: $0.rule)
  }
}
