package import SpreadModel

/// What the parameter screen asks for, as the page sends it.
package struct Parameters: Equatable, Sendable {
  /// The values of the model's keys that have a control, but for the period.
  package var values: ModelValues
  /// `moore` or `von_neumann`; nil leaves the rule as it is.
  package var neighborhood: String?
  package var seed: Int
  /// Seconds per step; 0 for as fast as possible.
  package var period: Double
  /// The point of a study that the session starts from; nil for none.
  package var point: Int?
  /// The name of that study in the gallery; nil for the study that the page was opened with.
  package var gallery: String?

  package init(
    values: ModelValues, neighborhood: String? = nil, seed: Int, period: Double = 1,
    point: Int? = nil, gallery: String? = nil
  ) {
    self.values = values
    self.neighborhood = neighborhood
    self.seed = seed
    self.period = period
    self.point = point
    self.gallery = gallery
  }

  /// A session's steps; a study that goes on for longer is one for `spreadlab run`.
  package static let mostSteps = 1_000_000

  /// The keys in `values`.
  static let keys = PageControl.all.compactMap(\.key).filter { $0 != .period }

  /// The name of the rule.
  package var ruleName: String { values(.rule) }

  /// A mistake beside the field it belongs to.
  package struct Mistake: Codable, Equatable, Sendable, Error {
    package var field: String
    package var message: String
  }

  /// All mistakes, in the order of the fields; what must hold between several fields is judged
  /// once each of them is right.
  package func mistakes(rules: [OfferedRule]) -> [Mistake] {
    let found = PageControl.all.compactMap { control in
      problem(control, rules: rules).map { Mistake(field: control.name, message: $0) }
    }
    return found.isEmpty ? PageRelation.mistakes(values) : found
  }

  private func problem(_ control: PageControl, rules: [OfferedRule]) -> String? {
    switch (control.name, control.key) {
    case ("neighborhood", _): neighborhood.flatMap { control.problem(.name($0)) }
    case ("seed", _): control.problem(.whole(seed))
    case (_, ModelKey.period): period == 0 ? nil : control.problem(.real(period))
    case (_, ModelKey.rule):
      rules.contains { $0.name == ruleName }
        ? nil : "\(control.label): choose one of \(rules.map(\.name).joined(separator: ", "))."
    case (_, let key): control.problem(key.flatMap { values[$0] })
    }
  }

  /// - Throws: if a session cannot have that seed.
  static func check(seed: Int) throws(Mistake) {
    guard let control = PageControl.named("seed"), let problem = control.problem(.whole(seed))
    else { return }
    throw Mistake(field: control.name, message: problem)
  }

  /// - Throws: if a session cannot have that period.
  static func check(period: Double) throws(Mistake) {
    guard period != 0, let control = PageControl.named(ModelKey.period.name),
      let problem = control.problem(.real(period))
    else { return }
    throw Mistake(field: control.name, message: problem)
  }

  /// The rule with the neighborhood asked for; nil for an unknown name.
  package func effectiveRule(of rules: [OfferedRule]) -> SpreadRule? {
    guard var rule = rules.first(where: { $0.name == ruleName })?.rule else { return nil }
    if let neighborhood = neighborhood.flatMap(SpreadRule.Neighborhood.init(rawValue:)) {
      rule.neighborhood = neighborhood
    }
    return rule
  }

  /// The scenario to simulate. A session ends when everybody is infected and not before, so that
  /// people can be tapped at any time.
  ///
  /// - Parameter base: the values of keys that have no control; without a base nobody is infected
  ///   at the start and the others have their standard values.
  /// - Throws: the first mistake.
  package func scenario(
    rules: [OfferedRule], over base: ModelValues? = nil
  ) throws(Mistake) -> Scenario {
    if let mistake = mistakes(rules: rules).first { throw mistake }
    guard let rule = effectiveRule(of: rules) else {
      throw Mistake(field: ModelKey.rule.name, message: "The rule is unknown.")
    }
    var all = base ?? ModelValues().with([.introductions: .introductions([])])
    for key in Self.keys { all[key] = values[key] }
    all[.stopShare] = .real(1)
    all[.maxSteps] = .whole(Self.mostSteps)
    // They stand in the place of those who would be infected at the start.
    if all[.startPeople] != .absent, case .introductions(let list)? = all[.introductions] {
      all[.introductions] = .introductions(list.filter { $0.step > 0 })
    }
    return Scenario(all, rule: rule)
  }
}
