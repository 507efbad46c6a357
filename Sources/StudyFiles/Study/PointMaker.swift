package import SpreadModel

/// Makes the points of a study one after the other.
package struct PointMaker: Sendable {
  private let study: Study
  private var structures: StructureTable
  /// By identity: the first point that has it, and how many are equal to that.
  private var twins: [UInt64: (first: Int, count: Int)] = [:]
  /// How many were made.
  private var count = 0

  package init(_ study: Study) {
    self.study = study
    structures = StructureTable(study)
  }

  /// The next point.
  ///
  /// - Throws: `StudyFileError` where a relation between its values is wrong, or where it is equal to
  ///   one before in a design that has each point once.
  package mutating func point(_ levels: [ModelKey: KeyValue]) throws(StudyFileError) -> Point {
    let (named, scenario) = try study.scenario(levels, &structures)
    let number = count
    count += 1
    let point = Point(number: number, named: named, scenario: scenario)
    guard let (first, equals) = twins[point.identity] else {
      twins[point.identity] = (number, 1)
      return point
    }
    guard study.design.sampleSize != nil else { throw study.twinError(point, twin: first) }
    twins[point.identity] = (first, equals + 1)
    return Point(number: number, named: named, scenario: scenario, twin: equals)
  }
}

extension Study {
  fileprivate func twinError(_ point: Point, twin: Int) -> StudyFileError {
    StudyFileError(
      .duplicateValue, study: name, path: "$.factors",
      "points \(twin) and \(point.number) are the same (\(point.groupSize) people in rows of "
        + "\(point.columns), rule \(point.ruleName)); remove one of the equal levels"
        + (numberKeys.isEmpty
          ? "" : ", and numbers of structures that the points do not use"))
  }
}
