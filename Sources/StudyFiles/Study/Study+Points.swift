import PlainText
import SpreadModel
import Statistics

extension Study {
  /// More points than this are not made; `pointCount` tells beforehand.
  package static let mostPoints = 10_000_000.0

  /// The points of the design, numbered from 0.
  ///
  /// | design | order |
  /// | --- | --- |
  /// | `factorial` | the last factor of the file varies fastest |
  /// | `zip`, `list` | as given |
  /// | `one_at_a_time` | the base, then each factor's other levels |
  /// | `latin_hypercube`, `sobol`, `halton` | as drawn |
  /// | `saltelli` | as in `SaltelliDesign` (with pairs) |
  /// | `morris` | path by path, as in `MorrisScreening` |
  /// | `central_composite`, `box_behnken` | as in `SurfaceDesigns` |
  /// | `threshold` | the first levels of each search, search by search; `StudyRuns` places more |
  /// | `calibration` | as drawn from the prior: the first generation alone |
  ///
  /// Two points are the same only in sampled designs over whole-numbered parameters; then their
  /// place among their equals is part of their identities.
  /// - Throws: `StudyFileError` for a plan too large to make, or where a relation between the
  ///   values of a point is wrong and there were too many combinations to check on loading.
  package func points() throws(StudyFileError) -> [Point] {
    try expectFewEnough()
    var points: [Point] = []
    points.reserveCapacity(Int(pointCount))
    var maker = PointMaker(self)
    let levels = try levelsByPoint()
    for number in 0..<levels.count { points.append(try maker.point(levels.at(number))) }
    return points
  }

  func expectFewEnough() throws(StudyFileError) {
    guard pointCount > Self.mostPoints else { return }
    throw StudyFileError(
      .tooMany, study: name, path: "$.factors",
      "\(Shape.plain(pointCount)) points are more than \(Shape.plain(Self.mostPoints)), the most "
        + "that can be made; reduce the levels")
  }

  /// The values of the factors, point by point.
  func levelsOfPoints() throws(StudyFileError) -> some Sequence<[ModelKey: KeyValue]> {
    let levels = try levelsByPoint()
    return (0..<levels.count).lazy.map(levels.at)
  }

  /// The values of the factors by point; made one by one, so that memory holds no copy of them.
  func levelsByPoint() throws(StudyFileError) -> (
    count: Int, at: (Int) -> [ModelKey: KeyValue]
  ) {
    let parameters = factors.map(\.parameter)
    func named(_ levels: [KeyValue]) -> [ModelKey: KeyValue] {
      Dictionary(uniqueKeysWithValues: zip(parameters, levels))
    }
    switch design {
    case .list(let points): return (points.count, { points[$0] })
    case .zip:
      let levels = factors.map(\.levelList)
      return (levels.map(\.count).min() ?? 1, { index in named(levels.map { $0.at(index) }) })
    case .factorial: return Self.factorial(factors)
    case .threshold(let search):
      let others = Self.factorial(combinedFactors)
      let first = thresholdRule?.firstLevels ?? []
      let searched = Factor(parameter: search.factor, levels: .values([]))
      return (
        others.count * first.count,
        { index in
          var point = others.at(index / first.count)
          point[search.factor] = searched.level(first[index % first.count])
          return point
        }
      )
    case .oneAtATime(let base):
      var changes: [(ModelKey, KeyValue)?] = [nil]
      for factor in factors {
        for level in factor.allLevels() where level != base[factor.parameter] {
          changes.append((factor.parameter, level))
        }
      }
      return (
        changes.count,
        { index in
          var point = base
          if let (parameter, level) = changes[index] { point[parameter] = level }
          return point
        }
      )
    case .calibration:
      let shares = try samplePoints()
      return (shares.count, { self.levels(atShares: shares[$0]) })
    case .latinHypercube, .sobol, .halton, .saltelli, .morris:
      let shares = try samplePoints()
      return (
        shares.count,
        { index in named(zip(factors, shares[index]).compactMap { $0.level(atShare: $1) }) }
      )
    case .centralComposite, .boxBehnken:
      let places = design.surfacePlaces(factors: factors.count) ?? []
      return (
        places.count,
        { index in named(zip(factors, places[index]).compactMap { $0.level(atPlace: $1) }) }
      )
    }
  }

  /// Every level of every factor with every other; the last factor varies fastest.
  static func factorial(
    _ factors: [Factor]
  ) -> (count: Int, at: (Int) -> [ModelKey: KeyValue]) {
    let levels = factors.map(\.levelList)
    let count = levels.reduce(1) { $0 * $1.count }
    return (
      count,
      { index in
        var rest = index
        var point: [ModelKey: KeyValue] = [:]
        for (factor, levels) in zip(factors, levels).reversed() {
          point[factor.parameter] = levels.at(rest % levels.count)
          rest /= levels.count
        }
        return point
      }
    )
  }

  /// Fills in the constants and checks what depends on several parameters.
  func scenario(
    _ levels: [ModelKey: KeyValue], _ structures: inout StructureTable
  ) throws(StudyFileError) -> (named: [ModelKey: KeyValue], Scenario) {
    var values = constants.with(levels)
    let people = values.people ?? 1
    values[.groupSize] = .whole(people)
    let chosen = try structures.structures(values)
    if let (place, problem) = PointRelation(values, people: people, chosen, ownResponses).problem {
      throw StudyFileError(.badRelation, study: self.name, path: place.path.text, problem)
    }
    var named = chosen.levels
    // The scenario does not tell how a study writes it.
    if hasRealInfectionFactor { named[.infectionFactor] = values[.realInfectionFactor] }
    return (
      named,
      Scenario(
        values, rule: chosen.rule, interventions: chosen.interventions,
        contacts: chosen.contacts.contacts(people: people))
    )
  }
}

extension StudyFileError {
  /// A mistake that shows only when points are made: it belongs to the study, not to a line.
  init(_ code: ErrorCode, study: String, path: String, _ message: String) {
    self.init(diagnostics: [
      Diagnostic(
        code: code, file: "study \(study)", line: 1, column: 1, path: path, message: message,
        suggestion: nil, sourceLine: "", sourceColumn: 1, width: 1, isOption: true)
    ])
  }
}
