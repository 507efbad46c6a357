import PlainText
package import SpreadModel
import Statistics

extension Study {
  /// More points than this are not made; `pointCount` tells beforehand.
  package static let mostPoints = 10_000_000.0

  /// What the random numbers of one run are a function of.
  package func key(of point: Point, replicate: Int) -> RunKey {
    RunKey(
      seed: seed, point: randomNumbers == .independent ? point.identity : nil,
      replicate: replicate)
  }

  /// The points of the design, numbered from 0.
  ///
  /// Two points are the same only in sampled designs over whole-numbered parameters; then their
  /// place among their equals is part of their identities.
  /// - Throws: `StudyFileError` for a plan too large to make, or where a relation between the
  ///   values of a point is wrong and there were too many combinations to check on loading.
  package func points() throws(StudyFileError) -> [Point] { try points(PointMaker(self)) }

  /// The same, for checks alone: their identities serve only to distinguish them.
  func pointsToCheck() throws(StudyFileError) -> [Point] { try points(.ofChecks(self)) }

  private func points(_ maker: PointMaker) throws(StudyFileError) -> [Point] {
    try expectFewEnough()
    var points: [Point] = []
    points.reserveCapacity(Int(pointCount))
    var maker = maker
    let levels = try levelsByPoint()
    for number in 0..<levels.count { points.append(try maker.point(levels.at(number))) }
    return points
  }

  func expectFewEnough() throws(StudyFileError) {
    guard pointCount > Self.mostPoints else { return }
    throw error { _ in
      Objection(
        .tooMany, key: "factors",
        say: "\(Shape.plain(pointCount)) points are more than \(Shape.plain(Self.mostPoints)), "
          + "the most that can be made; reduce the levels")
    }
  }

  /// The values of the factors, point by point.
  func levelsOfPoints() throws(StudyFileError) -> some Sequence<[ModelKey: KeyValue]> {
    let levels = try levelsByPoint()
    return (0..<levels.count).lazy.map(levels.at)
  }

  /// - Throws: `StudyFileError` where the statistics library refuses, which checked studies do not
  ///   make it do.
  func levelsByPoint() throws(StudyFileError) -> PointLevels {
    do { return try design.levels(self) } catch {
      throw self.error { _ in Objection(.badRelation, at: "design", say: "\(error)") }
    }
  }

  /// The levels of the factors, in their order, by their parameters.
  func named(_ levels: [KeyValue]) -> [ModelKey: KeyValue] {
    Dictionary(uniqueKeysWithValues: zip(factors.map(\.parameter), levels))
  }

  /// Fills in the constants and checks what depends on several parameters.
  func scenario(
    _ levels: [ModelKey: KeyValue], _ structures: inout StructureTable
  ) throws(StudyFileError) -> (named: [ModelKey: KeyValue], Scenario) {
    var values = structures.values(levels)
    let people = values.people ?? 1
    values[.groupSize] = .whole(people)
    let chosen = try structures.structures(values)
    if let (place, problem) = PointRelation(values, people: people, chosen, structures.constants)
      .problem
    {
      throw error { $0.objection(to: place, problem, at: levels) }
    }
    var named = chosen.levels
    // The scenario does not tell how a study writes it.
    if hasRealInfectionFactor { named[.infectionFactor] = values[.realInfectionFactor] }
    return (
      named,
      Scenario(
        values, rule: chosen.rule, interventions: chosen.interventions,
        contacts: chosen.contacts(people: people), groups: chosen.groups, order: chosen.order,
        observed: chosen.observed)
    )
  }
}

extension StudyFileError {
  /// A mistake in a study that no file gave: it belongs to the study, not to a line.
  init(_ code: ErrorCode, study: String, path: String, _ message: String) {
    self.init(diagnostics: [
      Diagnostic(
        code: code, file: "study \(study)", line: 1, column: 1, path: path, message: message,
        suggestion: nil, sourceLine: "", sourceColumn: 1, width: 1, isOption: true)
    ])
  }
}
