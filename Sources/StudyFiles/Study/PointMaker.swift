import PlainText
package import SpreadModel

/// Makes the points of a study one after the other.
package struct PointMaker: Sendable {
  let study: Study
  fileprivate var structures: StructureTable
  private var identities: IdentityText
  /// By identity: the first point that has it, and how many are equal to that.
  private var known: [UInt64: (first: Int, count: Int)] = [:]
  /// How many were made.
  private var count = 0

  package init(_ study: Study) { self.init(study, IdentityText()) }

  private init(_ study: Study, _ identities: IdentityText) {
    self.study = study
    structures = StructureTable(study)
    self.identities = identities
  }

  /// Makes points for checks: their identities serve only to distinguish them, and take no time where lists of
  /// people are long.
  static func ofChecks(_ study: Study) -> PointMaker {
    PointMaker(study, IdentityText(ofOneStudyWith: study.keysWithNumbers))
  }

  /// The next point.
  ///
  /// - Throws: `StudyFileError` where a relation between its values is wrong, or where it is equal to
  ///   one before in a design that has each point once.
  package mutating func point(_ levels: [ModelKey: KeyValue]) throws(StudyFileError) -> Point {
    let (named, scenario) = try study.scenario(levels, &structures)
    let number = count
    count += 1
    let point = Point(number: number, named: named, scenario: scenario, &identities)
    guard let (first, equals) = known[point.identity] else {
      known[point.identity] = (number, 1)
      return point
    }
    guard study.design.isSample else { throw study.duplicateError(number, of: first) }
    known[point.identity] = (first, equals + 1)
    return Point(
      number: number, named: named, scenario: scenario, repeatIndex: equals, &identities)
  }
}

extension PointMaker {
  /// A point that was made before, by its values and its index among its equals.
  ///
  /// - Throws: `StudyFileError` where the values do not go together.
  package mutating func point(
    _ levels: [ModelKey: KeyValue], number: Int, repeatIndex: Int
  ) throws(StudyFileError) -> Point {
    let (named, scenario) = try study.scenario(levels, &structures)
    return Point(
      number: number, named: named, scenario: scenario, repeatIndex: repeatIndex, &identities)
  }
}

extension Study {
  /// The structure of which a parameter is a number, where no point has it.
  private func unusedStructure(of parameter: ModelKey) -> (kind: StructureKind, name: String)? {
    let way = parameter.path.split(separator: ".").map(String.init)
    guard way.count > 2, let kind = StructureKind.all.first(where: { $0.section == way[0] }),
      kind.definedNames(self).contains(way[1])
    else { return nil }
    return usedNames(of: kind).contains(way[1]) ? nil : (kind, way[1])
  }

  /// Names the factors whose levels differ: there they stand for the same, or change nothing.
  fileprivate func duplicateError(_ number: Int, of original: Int) -> StudyFileError {
    let levels = (try? levelsByPoint()).flatMap { levels in
      number < levels.count ? (first: levels.at(original), second: levels.at(number)) : nil
    }
    let differing = factors.map(\.parameter).filter { levels?.first[$0] != levels?.second[$0] }
    let reasons = differing.prefix(4).map { parameter in
      "\(parameter.name) \(levels?.first[parameter] ?? .absent) and "
        + "\(levels?.second[parameter] ?? .absent)"
    }
    let unused = differing.lazy.compactMap(unusedStructure).first
    let remedy =
      if let (kind, name) = unused {
        "no point uses \(name), so name it in model.\(kind.key.name) or factors.\(kind.key.name)"
      } else if design.givesPoints {
        "remove one of them"
      } else {
        "remove one of the levels, or list the points (design \"list\")"
      }
    return error { file in
      var place = Objection.Place.key(["factors"])
      if design.givesPoints {
        place = .value(["design", "points", "\(number)"])
      } else if differing.isEmpty, let first = factors.first {
        place = .value(["factors", first.parameter.path, "values", "\(number)"])
      } else if let only = differing.first, differing.count == 1 {
        place = file.place(of: only, at: levels?.second[only]) ?? place
      }
      return Objection(
        .duplicateValue, place,
        "points \(original) and \(number) are the same"
          + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", ")) make no difference there")
          + "; \(remedy)")
    }
  }
}
