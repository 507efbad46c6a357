import PlainText
import SpreadModel

/// What must hold between group size, columns, boundary and the people infected from outside.
extension StudyDecoder {
  mutating func checkPeople(_ study: Study) {
    let smallest = study.groupSizes.min()
    let introductions = child(root["model"], "introductions").elements
    // Mistakes before these may be why a label is not known.
    var known = mistakes.isEmpty ? LabelSuggestions(keys.labels) : nil
    var first: Set<Int> = []
    for introduction in introductions {
      let people = check(child(introduction, "people"), smallest, study, &known)
      if whole(introduction, "step") == 0 { first.formUnion(people) }
    }
    _ = check(
      child(root["model"], ModelKey.immunePeople.name), smallest, study, &known,
      introduced: first)
    checkStart(introductions)
    checkPoints(study)
  }

  /// Nobody is named twice in a list of people, and everybody named exists at every point.
  ///
  /// - Parameters:
  ///   - known: what to suggest for a label that nobody has; nil where that is no mistake of its own.
  ///   - introduced: people who may not be in the list, because they are infected at step 0.
  /// - Returns: the people of the list.
  private mutating func check(
    _ list: Node?, _ smallest: Int?, _ study: Study, _ known: inout LabelSuggestions?,
    introduced: Set<Int> = []
  ) -> Set<Int> {
    var seen: Set<Int> = []
    for value in list.elements {
      checkSpelling(value, &known)
      guard let person = mistakes.sound(value).flatMap(person) else { continue }
      if !seen.insert(person).inserted {
        mistakes.add(
          .duplicateValue, at: value,
          "person \(named(person)) is named twice; remove one")
      } else if let smallest, person >= smallest {
        mistakes.add(
          .badRelation, at: value,
          PointRelation.beyondGroup(person, people: smallest)
            + (study.constants.people == nil
              ? " (group_size varies; this is its smallest level)" : ""))
      } else if introduced.contains(person) {
        mistakes.add(
          .badRelation, at: value,
          "person \(named(person)) is introduced at step 0, so it cannot be immune; remove it in one of "
            + "the two places")
      }
    }
    return seen
  }

  /// People have labels or numbers, never both: a number could be either.
  private mutating func checkSpelling(_ value: Node, _ known: inout LabelSuggestions?) {
    guard let value = mistakes.sound(value) else { return }
    if let label = value.string {
      guard person(value) == nil, known != nil else { return }
      mistakes.add(
        .unknownValue, at: value,
        keys.labels == nil
          ? "\(JSONText.quoted(label)) is a label, and people have labels only where a file that the study names "
            + "gives them; give the number of a person"
          : "nobody has the label \(JSONText.quoted(label)) in the files of the study",
        suggestion: known?.nearest(to: label))
    } else if let number = value.number, keys.labels?.haveNumbers ?? false {
      mistakes.add(
        .wrongType, at: value,
        "people have labels here, because some ids in the files of the study are not below "
          + "group_size; name them by their labels, in quotes: \"\(number.text)\"")
    }
  }

  /// A person as the study names them.
  func named(_ person: Int) -> String {
    guard let labels = keys.labels, person < labels.count else { return String(person) }
    return JSONText.quoted(labels[person])
  }

  /// People at random at step 0 stand in place of introductions of that step.
  private mutating func checkStart(_ introductions: Node.List) {
    guard let start = places(of: .startPeople).first else { return }
    for introduction in introductions
    where (whole(introduction, "step") ?? whole(introduction, "from")) == 0 {
      mistakes.add(
        .conflict, at: introduction,
        "who is infected at step 0 is also given by \(start.path.text); keep one of the two "
          + "(introductions of later steps may stay)")
    }
  }

  /// The relations between the values of a point hold at every point; the first point where one fails
  /// is reported.
  private mutating func checkPoints(_ study: Study) {
    guard mistakes.isEmpty, study.mayBreakRelation, let reduced = study.ofRelations else { return }
    // Levels that make no points are another check's mistake.
    guard let points = try? reduced.levelsOfPoints() else { return }
    var structures = StructureTable(study)
    for levels in points {
      let values = structures.values(levels)
      // Names that nothing has are another check's mistake, too.
      guard let people = values.people, let chosen = try? structures.structures(values),
        let (blamed, problem) = PointRelation(values, people: people, chosen, structures.constants)
          .problem,
        let place = place(of: blamed)
      else { continue }
      mistakes.add(.badRelation, at: place, problem)
      return
    }
  }

  /// Where what is to blame stands in the file; nil where a default value is.
  private func place(of blamed: PointRelation.Place) -> Node.Place? {
    switch blamed {
    case .key(.boundary): return torusPlace?.place
    case .key(let key): return places(of: key).first?.place
    case .member(let section, let name, let path):
      let varied = ([section, name] + path).joined(separator: ".")
      if let factor = root["factors"]?[varied] { return factor.key }
      return root[section]?[name]?.at(path).place
    case .length(let key, let path, let value):
      if let factor = root["factors"]?[([key.path] + path).joined(separator: ".")] {
        return factor.key
      }
      return places(of: key).first { level($0, of: key) == value }?.at(path).place
    }
  }

  /// Where the study asks for a torus; nil if it does not.
  private var torusPlace: Node? {
    places(of: .boundary).first { $0.string == Boundary.torus.rawValue }
  }
}
