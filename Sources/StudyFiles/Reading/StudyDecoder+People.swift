import PlainText
import SpreadModel

/// What must hold between group size, columns, boundary and the people infected from outside.
extension StudyDecoder {
  /// Combinations beyond this number are checked when points are made.
  private static let mostChecked = 200_000.0

  mutating func checkPeople(_ study: Study) {
    let smallest = smallestGroup(study)
    let introductions = child(root[key: "model"], "introductions")?.elements ?? []
    let path = JSONPath.root.keys("model", "introductions")
    var first: Set<Int> = []
    for (index, introduction) in introductions.enumerated() {
      let people = check(
        child(introduction, "people"), path.index(index).key("people"), smallest, study)
      if whole(introduction, "step") == 0 { first.formUnion(people) }
    }
    _ = check(
      child(root[key: "model"], ModelKey.immunePeople.name),
      JSONPath.root.keys("model", ModelKey.immunePeople.name), smallest, study, introduced: first)
    checkStart(introductions, path)
    checkPoints(study)
  }

  /// Nobody is named twice in a list of people, and everybody named exists at every point.
  ///
  /// - Parameter introduced: people who may not be in the list, because they are infected at step 0.
  /// - Returns: the people of the list.
  private mutating func check(
    _ list: JSONValue?, _ path: JSONPath, _ smallest: Int?, _ study: Study,
    introduced: Set<Int> = []
  ) -> Set<Int> {
    var seen: Set<Int> = []
    for (place, value) in (list?.elements ?? []).enumerated() {
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
      } else if introduced.contains(person) {
        mistakes.add(
          .badRelation, at: value.span, path.index(place),
          "person \(person) is introduced at step 0, so it cannot be immune; remove it in one of "
            + "the two places")
      }
    }
    return seen
  }

  /// People at random at step 0 stand in place of introductions of that step.
  private mutating func checkStart(_ introductions: [JSONValue], _ path: JSONPath) {
    guard let start = places(of: .startPeople).first else { return }
    for (index, introduction) in introductions.enumerated()
    where whole(introduction, "step") == 0 {
      mistakes.add(
        .conflict, at: introduction.span, path.index(index),
        "who is infected at step 0 is also given by \(start.path.text); keep one of the two "
          + "(introductions of later steps may stay)")
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

  /// A torus consists of full rows at every point, and nobody immune is introduced in the middle; the
  /// first point where this fails is reported.
  private mutating func checkPoints(_ study: Study) {
    let places = [ModelKey.boundary: torusPlace, .immunePeople: immunePlace].compactMapValues(
      \.self)
    guard mistakes.isEmpty, !places.isEmpty else { return }
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
      guard let people = values.people,
        let (key, problem) = PointRelation(values, people: people).problem,
        let place = places[key]
      else { continue }
      mistakes.add(.badRelation, at: place.span, place.path, problem)
      return
    }
  }

  private var immunePlace: (span: SourceSpan, path: JSONPath)? {
    places(of: .immunePeople).first.map { ($0.value.span, $0.path) }
  }

  /// Where the study asks for a torus; nil if it does not.
  private var torusPlace: (span: SourceSpan, path: JSONPath)? {
    let torus = Boundary.torus.rawValue
    return places(of: .boundary).first { $0.value.string == torus }
      .map { ($0.value.span, $0.path) }
  }
}
