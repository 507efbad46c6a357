import PlainText
import SpreadModel

/// What must hold between group size, columns, boundary and the people infected from outside.
extension StudyDecoder {
  /// Combinations beyond this number are checked when points are made.
  private static let mostChecked = 200_000.0

  mutating func checkPeople(_ study: Study) {
    checkIntroductions(study)
    checkTorus(study)
  }

  /// Nobody is named twice in one introduction, and everybody named exists at every point.
  private mutating func checkIntroductions(_ study: Study) {
    let smallest = smallestGroup(study)
    let list = child(root[key: "model"], "introductions")?.elements ?? []
    for (index, introduction) in list.enumerated() {
      let path = JSONPath.root.keys("model", "introductions").index(index).key("people")
      var seen: Set<Int> = []
      for (place, value) in (child(introduction, "people")?.elements ?? []).enumerated() {
        guard let person = mistakes.sound(value)?.number?.integer else { continue }
        if !seen.insert(person).inserted {
          mistakes.add(
            .duplicateValue, at: value.span, path.index(place),
            "person \(person) is named twice; remove one")
        } else if let smallest, person >= smallest {
          mistakes.add(
            .badRelation, at: value.span, path.index(place),
            PointRelation.beyondGroup(person, people: smallest)
              + (study.constants.people == nil ? " (group_size varies; this is its least)" : ""))
        }
      }
    }
  }

  /// People in the smallest group of any point; nil where it is not known.
  private func smallestGroup(_ study: Study) -> Int? {
    var sizes: [Int] = []
    if case .oneAtATime(let base) = study.design, case .whole(let size)? = base[.groupSize] {
      sizes.append(size)
    }
    switch study.factors.first(where: { $0.parameter == .groupSize })?.levels {
    case .values(let values):
      sizes += values.compactMap { if case .whole(let size) = $0 { size } else { nil } }
    case .steps(let from, _, _), .counted(let from, _, _, _), .interval(let from, _, _):
      sizes.append(Int(from))
    case nil:
      if let size = study.constants.people { sizes.append(size) }
    }
    return sizes.min()
  }

  /// A torus consists of full rows at every point; the first point that does not is reported.
  private mutating func checkTorus(_ study: Study) {
    guard mistakes.isEmpty, let place = torusPlace(study) else { return }
    let geometry: [ModelKey] = [.groupSize, .columns, .boundary]
    var reduced = study
    if case .zip = study.design {
    } else {
      reduced.factors.removeAll { !geometry.contains($0.parameter) }
    }
    guard reduced.design.sampleSize == nil, reduced.pointCount <= Self.mostChecked else { return }
    // Levels that make no points are another check's mistake.
    guard let points = try? reduced.levelsOfPoints() else { return }
    for levels in points {
      let values = study.constants.with(levels)
      guard let people = values.people else { continue }
      let relation = PointRelation(values, people: people)
      guard let problem = relation.gridProblem else { continue }
      mistakes.add(.badRelation, at: place.span, place.path, problem)
      return
    }
  }

  /// Where the study asks for a torus; nil if it does not.
  private func torusPlace(_ study: Study) -> (span: SourceSpan, path: JSONPath)? {
    func find(_ value: JSONValue?, _ path: JSONPath) -> (span: SourceSpan, path: JSONPath)? {
      value?.string == "torus" ? value.map { ($0.span, path) } : nil
    }
    let design = root[key: "design"]
    var candidates = [
      find(root[key: "model"]?[key: "boundary"], JSONPath.root.keys("model", "boundary")),
      find(
        design?[key: "base"]?[key: "boundary"], JSONPath.root.keys("design", "base", "boundary")),
    ]
    let values = root[key: "factors"]?[key: "boundary"]?[key: "values"]?.elements ?? []
    for (index, value) in values.enumerated() {
      candidates.append(
        find(value, JSONPath.root.keys("factors", "boundary", "values").index(index)))
    }
    for (index, point) in (design?[key: "points"]?.elements ?? []).enumerated() {
      candidates.append(
        find(
          point[key: "boundary"],
          JSONPath.root.keys("design", "points").index(index).key("boundary")))
    }
    return candidates.compactMap(\.self).first
  }
}
