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
      checkSpelling(value, path.index(place))
      guard let person = mistakes.sound(value).flatMap(person) else { continue }
      if !seen.insert(person).inserted {
        mistakes.add(
          .duplicateValue, at: value.span, path.index(place),
          "person \(named(person)) is named twice; remove one")
      } else if let smallest, person >= smallest {
        mistakes.add(
          .badRelation, at: value.span, path.index(place),
          PointRelation.beyondGroup(person, people: smallest)
            + (study.constants.people == nil
              ? " (group_size varies; this is its smallest level)" : ""))
      } else if introduced.contains(person) {
        mistakes.add(
          .badRelation, at: value.span, path.index(place),
          "person \(person) is introduced at step 0, so it cannot be immune; remove it in one of "
            + "the two places")
      }
    }
    return seen
  }

  /// People have labels or numbers, never both: a number could be either.
  private mutating func checkSpelling(_ value: JSONValue, _ path: JSONPath) {
    guard let value = mistakes.sound(value) else { return }
    if let label = value.string {
      guard person(value) == nil, mistakes.isEmpty else { return }
      let known = labels.map { labels in (0..<min(labels.count, 10_000)).map { labels[$0] } }
      mistakes.add(
        .unknownValue, at: value.span, path,
        labels == nil
          ? "\(JSONText.quoted(label)) is a label, and people have labels only where a file of edges "
            + "gives them; give the number of a person"
          : "nobody has the label \(JSONText.quoted(label)) in the files of edges",
        suggestion: known.flatMap { NearestName.find(label, in: $0) })
    } else if let number = value.number, labels?.haveNumbers ?? false {
      mistakes.add(
        .wrongType, at: value.span, path,
        "people have labels here, because some ids in the files of edges are not below "
          + "group_size; name them by their labels, in quotes: \"\(number.text)\"")
    }
  }

  /// A person as the study names them.
  private func named(_ person: Int) -> String {
    guard let labels, person < labels.count else { return String(person) }
    return JSONText.quoted(labels[person])
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
  func smallestGroup(_ study: Study) -> Int? {
    var sizes: [Int] = []
    if case .whole(let size)? = study.design.base[.groupSize] { sizes.append(size) }
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

  /// The relations between the values of a point hold at every point; the first point where one fails
  /// is reported.
  private mutating func checkPoints(_ study: Study) {
    var related: [ModelKey] = [.groupSize, .columns, .boundary]
    let hasStructures =
      !study.contacts.isEmpty || study.rules.contains(where: \.rule.hasRelations)
    let dispersed = places(of: .infectiousnessDispersion)
    guard mistakes.isEmpty,
      torusPlace != nil || immunePlace != nil || hasStructures || !dispersed.isEmpty
        || study.needsMaps
    else { return }
    if study.needsMaps { related.append(.contacts) }
    if hasStructures || !dispersed.isEmpty {
      related += [.rule, .contacts, .infectionFactor, .infectiousnessDispersion]
      related += study.numberKeys.filter { $0.number?.section != ModelKey.interventions.section }
    }
    var reduced = study
    if !study.design.pairsLevels {
      reduced.factors.removeAll { !related.contains($0.parameter) }
    }
    guard !reduced.design.isSample, reduced.pointCount <= Self.mostChecked else { return }
    // Levels that make no points are another check's mistake.
    guard let points = try? reduced.levelsOfPoints() else { return }
    var structures = StructureTable(study)
    for levels in points {
      let values = study.constants.with(levels)
      // Names that nothing has are another check's mistake, too.
      guard let people = values.people, let chosen = try? structures.structures(values),
        let (blamed, problem) = PointRelation(values, people: people, chosen, study.ownResponses)
          .problem,
        let place = place(of: blamed)
      else { continue }
      mistakes.add(.badRelation, at: place.span, place.path, problem)
      return
    }
  }

  /// Where what is to blame stands in the file; nil where a standard value is.
  private func place(
    of blamed: PointRelation.Place
  ) -> (span: SourceSpan, path: JSONPath)? {
    switch blamed {
    case .key(.boundary): return torusPlace
    case .key(let key): return places(of: key).first.map { ($0.value.span, $0.path) }
    case .member(let section, let name, let path):
      let varied = ([section, name] + path).joined(separator: ".")
      if let factor = root[key: "factors"]?.member(varied) {
        return (factor.keySpan, JSONPath.root.keys("factors", varied))
      }
      let value = path.reduce(root[key: section]?[key: name]) { $0?[key: $1] }
      return value.map { ($0.span, blamed.path) }
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
