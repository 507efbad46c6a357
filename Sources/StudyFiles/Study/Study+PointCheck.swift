import KeyedRandom
import PlainText
package import SpreadModel

/// What can be known of the points of a study without making all of them.
extension Study {
  /// As many points are made to look at them one by one.
  private static let fewPoints = 5_000.0

  /// Combinations beyond this number are checked when points are made.
  private static let mostCombinations = 200_000.0

  /// The study with those factors alone that relations between the values of a point are about, whose
  /// points are looked at on loading; nil where they are too many.
  var ofRelations: Study? {
    var related: Set<ModelKey> = [
      .groupSize, .columns, .boundary, .rule, .contacts, .infectionFactor,
      .infectiousnessDispersion, .groups,
    ]
    if narrowsInterventions { related.insert(.interventions) }
    var reduced = self
    if !design.pairsLevels {
      reduced.factors.removeAll { factor in
        if factor.hasDistributions { return false }
        return factor.parameter.number.map { $0.section == ModelKey.interventions.section }
          ?? !related.contains(factor.parameter)
      }
    }
    // Of a range without levels any value may come with any other.
    if design.isSample || combinedFactors.contains(where: { $0.levelCount == .infinity }) {
      reduced.design = Factorial()
    }
    let areas = ownResponses.count { $0.measure.needsMap }
    return reduced.pointCount * Double(max(1, areas)) <= Self.mostCombinations ? reduced : nil
  }

  /// Finds what is wrong with the points, as `points` does, but by the levels of the factors where
  /// these decide it: ten million points take no longer than their levels.
  ///
  /// - Parameter isOver: asked now and then; whether there is no time for more points.
  /// - Returns: how many points were looked at where there was no time for all: what is wrong with the
  ///   others shows when they are made; nil where all were.
  /// - Throws: `StudyFileError`, as `points`.
  @discardableResult package func checkPoints(
    until isOver: () -> Bool = { false }
  ) throws(StudyFileError) -> Int? {
    try expectFewEnough()
    if pointCount > Self.fewPoints, !design.mayRepeatPoints(self),
      ofRelations != nil || !mayBreakRelation
    {
      return nil
    }
    var maker = PointMaker.ofChecks(self)
    let levels = try levelsByPoint()
    for number in 0..<levels.count {
      if number > 0, isOver() { return number }
      _ = try maker.point(levels.at(number))
    }
    return nil
  }

  /// What is asked of the scenarios of about `most` points, spread evenly over the study; of all of a
  /// smaller one.
  ///
  /// Of sampled designs a smaller one of the same kind.
  /// - Parameters:
  ///   - isOver: as of `checkPoints`; there are fewer scenarios, spread as evenly, but one, if it is.
  ///   - value: asked of each scenario.
  /// - Throws: `StudyFileError`, as `points`, for these points.
  package func scenarios<Value>(
    ofAbout most: Int, until isOver: () -> Bool = { false }, _ value: (Scenario) -> Value
  ) throws(StudyFileError) -> [Value] {
    var study = self
    study.design = design.reduced(toPoints: most, factors: factors.count)
    let levels = try study.levelsByPoint()
    var structures = StructureTable(self)
    let count = min(levels.count, most)
    // Wherever it ends, those looked at are spread over the study.
    var step = max(1, Int(Double(count) * 0.618))
    while greatestCommonDivisor(step, count) > 1 { step += 1 }
    var values: [(index: Int, value: Value)] = []
    for turn in 0..<count {
      if turn > 0, isOver() { break }
      let index = turn * step % count
      // A random one of each part: fixed distances would meet the same levels again and again.
      let part = index * levels.count / count..<(index + 1) * levels.count / count
      var stream = RandomStream(key: 0x706f_696e_7473, UInt64(index))  // "points"
      let place = part.lowerBound + Int(stream.below(UInt64(part.count)))
      values.append((index, value(try scenario(levels.at(place), &structures).1)))
    }
    return values.sorted { $0.index < $1.index }.map(\.value)
  }

  /// About `most` points, spread evenly over the study; all of a smaller one.
  ///
  /// - Parameter isOver: as of `checkPoints`; there are fewer points, but one, if it is.
  /// - Throws: `StudyFileError`, as `points`, for these points.
  package func points(
    ofAbout most: Int, until isOver: () -> Bool
  ) throws(StudyFileError) -> [Point] {
    var maker = PointMaker(self)
    let levels = try levelsByPoint()
    let isWhole = levels.count <= most
    var points: [Point] = []
    for number in stride(from: 0, to: levels.count, by: max(1, (levels.count + most - 1) / most)) {
      if !points.isEmpty, isOver() { break }
      // Among some it is not known how many were equal before.
      points.append(
        isWhole
          ? try maker.point(levels.at(number))
          : try maker.point(levels.at(number), number: number, repeatIndex: 0))
    }
    return points
  }

  /// Whether some point may break a relation: without a torus, parts of the grid, contacts, rules that have
  /// relations, dispersed infectiousness and immune people none can.
  var mayBreakRelation: Bool {
    func isVaried(_ key: ModelKey) -> Bool {
      factors.contains { $0.parameter == key } || constants[key] != key.defaultValue
    }
    let hasDistributions =
      !observed.isEmpty
      || [ModelKey.latentSteps, .infectiousSteps, .immuneSteps].contains {
        values(of: $0).contains { Length($0)?.isDrawn ?? false }
      }
    return hasDistributions || needsMaps || !contacts.isEmpty || hasRealInfectionFactor
      || narrowsInterventions
      || factors.contains { $0.parameter.number != nil }
      || usedRules.contains(where: \.hasRelations)
      || [.boundary, .immunePeople, .infectiousnessDispersion].contains(where: isVaried)
  }
}

extension Study {
  /// Whether interventions need certain groups or contacts.
  private var narrowsInterventions: Bool {
    interventions.contains { $0.value.contains { $0.ofGroup != nil || $0.keepContacts != nil } }
  }
}

extension Factor {
  /// Whether some of its levels are distributions of lengths.
  fileprivate var hasDistributions: Bool {
    guard case .values(let values) = levels else { return false }
    return values.contains { if case .length = $0 { true } else { false } }
  }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}

extension SpreadRule {
  /// Whether it needs certain values of other keys, apart from the boundary.
  fileprivate var hasRelations: Bool {
    switch draw {
    case .number, .own: true
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan: false
    }
  }
}

extension Study {
  /// The relations between the values of a point hold at every point; the first point where one fails
  /// is reported.
  static let relationOfPoints = Relation<StudyFile>.ofFile { file, read in
    guard read.isFaultless, read.study.mayBreakRelation, let reduced = read.study.ofRelations,
      // Levels that make no points are another check's mistake.
      let points = try? reduced.levelsOfPoints()
    else { return nil }
    var structures = StructureTable(read.study)
    for levels in points {
      let values = structures.values(levels)
      // Names that nothing has are another check's mistake, too.
      guard let people = values.people, let chosen = try? structures.structures(values),
        let (blamed, problem) = PointRelation(values, people: people, chosen, structures.constants)
          .problem
      else { continue }
      return file.objection(to: blamed, problem, at: levels)
    }
    return nil
  }
}

extension StudyFile {
  /// What is wrong at a point of these levels, at the level or constant that is to blame.
  func objection(
    to blamed: PointRelation.Place, _ problem: String, at levels: [ModelKey: KeyValue]
  ) -> Objection {
    let varied = blamed.factors(among: levels.keys)
    let level = varied.first.flatMap { place(of: $0, at: levels[$0]) }
    // The file gives another number where this one stands.
    let numbers = varied.filter { $0.number != nil }.map {
      "\($0.name) is \(levels[$0] ?? .absent)"
    }
    return Objection(
      .badRelation, level ?? place(of: blamed),
      numbers.isEmpty ? problem : "where \(numbers.joined(separator: " and ")), \(problem)")
  }

  /// Where a parameter is given the level; nil where it has its default value.
  func place(of key: ModelKey, at level: KeyValue?) -> Objection.Place? {
    let uses = uses(of: key)
    return (uses.first { $0.value == level } ?? uses.first).map {
      $0.value == nil ? .key($0.way) : .value($0.way)
    }
  }

  private func place(of blamed: PointRelation.Place) -> Objection.Place {
    switch blamed {
    case .key(let key): place(of: key, at: nil) ?? .value(["model", key.path])
    case .member(let section, let name, let path): .value([section, name] + path)
    case .length(let key, let path, let value):
      .value((uses(of: key).first { $0.value == value }?.way ?? ["model", key.path]) + path)
    }
  }
}
