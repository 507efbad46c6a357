package import SpreadModel

/// A condition under which one pass makes the runs of points that differ in a number by which the infection probability is
/// multiplied. Source: docs/study-analysis.md, "Final values alone".
package enum PassCondition: Hashable, Sendable {
  case finalValues
  case commonNumbers
  case multiplyingFactor
  case fixedPoints
  case scenario(PassObstacle)

  /// What is so where it fails.
  package var failure: String {
    switch self {
    case .finalValues: "\"record.responses\" is not \"final\""
    case .commonNumbers: "\"random_numbers\" is \"independent\""
    case .multiplyingFactor: "no factor multiplies the infection probability"
    case .fixedPoints: "runs decide the points of the design"
    case .scenario(.draw): "a rule draws otherwise than \"each\""
    case .scenario(.endless):
      "infections have no end (\(ModelKey.infectiousSteps), \(ModelKey.recoveryProbability))"
    case .scenario(.reinfection): "people can be infected again (\(ModelKey.immuneSteps))"
    case .scenario(.stopShare): "runs end at a share of the group (\(ModelKey.stopShare))"
    case .scenario(.introductions): "people are introduced after step 0"
    case .scenario(.interventions): "there are interventions"
    case .scenario(.family): "points differ in more than one number"
    }
  }
}

extension Study {
  /// Whether it asks for what only passes tell.
  package var needsPasses: Bool { !criticalShares.isEmpty || record.finalSizeCurves != nil }

  /// The shares of the group whose critical probabilities it asks for.
  package var criticalShares: [Double] {
    ownResponses.compactMap {
      if case .criticalProbability(let share) = $0.measure { share } else { nil }
    }
  }

  /// The points of the final size curves, by combination of the other factors; those of the study are among them where
  /// they have the same infection probability.
  ///
  /// - Parameter points: of the study.
  /// - Throws: `StudyFileError` where they turn out to be invalid.
  package func finalSizePoints(_ points: [Point]) throws(StudyFileError) -> [[Point]] {
    guard let curves = record.finalSizeCurves else { return [] }
    var maker = PointMaker(self)
    let others = factors.map(\.parameter).filter { $0 != .infectionProbability }
    var number = points.count
    var made: [[Point]] = []
    for family in families(of: points, apartFrom: [.infectionProbability]) {
      let first = points[family[0]]
      var levels = Dictionary(
        others.map { ($0, first.level(of: $0)) }, uniquingKeysWith: { first, _ in first })
      let known = Dictionary(
        family.map { (points[$0].identity, points[$0]) }, uniquingKeysWith: { first, _ in first })
      var all: [Point] = []
      for probability in curves.probabilities {
        levels[.infectionProbability] = .real(probability)
        let point = try maker.point(levels, number: number, repeatIndex: 0)
        if known[point.identity] == nil { number += 1 }
        all.append(known[point.identity] ?? point)
      }
      made.append(all)
    }
    return made
  }

  /// The factor in which points of a pass differ: of several the one with the most levels; nil where none of the
  /// factors multiplies the infection probability.
  package var passFactor: ModelKey? {
    if needsPasses { return .infectionProbability }
    let counts = factors.filter(\.parameter.multipliesInfection).map {
      (key: $0.parameter, count: $0.levelCount)
    }
    return counts.max { $0.count < $1.count }?.key
  }

  /// The first condition under which passes make its runs that fails at some of the points looked at; nil: none does.
  ///
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package func failedPassCondition() throws(StudyFileError) -> PassCondition? {
    if record.responses != .final { return .finalValues }
    if randomNumbers != .common { return .commonNumbers }
    if designDecidesRuns { return .fixedPoints }
    guard let factor = passFactor else { return .multiplyingFactor }
    var reduced = self
    // Its levels have the same obstacles.
    if design.name == Factorial.name { reduced.factors.removeAll { $0.parameter == factor } }
    return try reduced.scenarios(ofAbout: Self.pointsOfConditions) { $0.passObstacle }
      .lazy.compactMap(\.self).first.map(PassCondition.scenario)
  }

  private static let pointsOfConditions = 500
}

extension ModelKey {
  /// Whether it is a number by which the infection probability is multiplied: itself, m of a layer, an entry of groups.
  fileprivate var multipliesInfection: Bool {
    if self == .infectionProbability { return true }
    guard let number else { return false }
    return switch number.section {
    case ModelKey.contacts.section: number.path.first == "layers" && number.path.last == "multiply"
    case ModelKey.groups.section: number.path.first == "multiply"
    default: false
    }
  }
}
