import KeyedRandom
package import SpreadModel

/// What can be known of the points of a study without making all of them.
extension Study {
  /// As many points are made to look at them one by one.
  private static let fewPoints = 5_000.0

  /// Finds what is wrong with the points, as `points` does, but by the levels of the factors where
  /// these decide it: ten million points take no longer than their levels.
  ///
  /// - Throws: `StudyFileError`, as `points`.
  package func checkPoints() throws(StudyFileError) {
    try expectFewEnough()
    if pointCount > Self.fewPoints, !design.mayHaveTwins(self), !mayBreakRelation { return }
    var maker = PointMaker(self)
    let levels = try levelsByPoint()
    for number in 0..<levels.count { _ = try maker.point(levels.at(number)) }
  }

  /// Scenarios of about `most` points, spread evenly over the study; all of a smaller one.
  ///
  /// Of sampled designs a smaller one of the same kind.
  /// - Throws: `StudyFileError`, as `points`, for these points.
  package func scenarios(ofAbout most: Int) throws(StudyFileError) -> [Scenario] {
    var study = self
    study.design = design.reduced(toPoints: most, factors: factors.count)
    let levels = try study.levelsByPoint()
    var structures = StructureTable(self)
    let count = min(levels.count, most)
    var scenarios: [Scenario] = []
    for index in 0..<count {
      // A random one of each part: fixed distances would meet the same levels again and again.
      let part = index * levels.count / count..<(index + 1) * levels.count / count
      var stream = RandomStream(key: 0x706f_696e_7473, UInt64(index))  // "points"
      let place = part.lowerBound + Int(stream.below(UInt64(part.count)))
      scenarios.append(try scenario(levels.at(place), &structures).1)
    }
    return scenarios
  }

  /// Whether a torus without full rows, an immune person in the middle, or contacts or a rule that do
  /// not go with other values may be among the points, and was not looked for on loading.
  private var mayBreakRelation: Bool {
    if needsMaps || !contacts.isEmpty || rules.contains(where: \.rule.hasRelations) { return true }
    if constants[.immunePeople] != ModelKey.immunePeople.standard { return true }
    let torus = KeyValue.name(Boundary.torus.rawValue)
    let boundary = factors.first { $0.parameter == .boundary }
    let hasTorus = boundary.map { $0.holds(torus) } ?? (constants[.boundary] == torus)
    return hasTorus && factors.contains { [.groupSize, .columns].contains($0.parameter) }
  }
}
