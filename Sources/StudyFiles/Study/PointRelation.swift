import SpreadModel

/// What all points of a study have in common, as far as it must go with their parameters.
struct PointConstants: Sendable {
  let immune: Set<Int>
  /// Whether the person in the middle is introduced at step 0.
  let introducesCenter: Bool
  /// Parts of the grid, by the response that is about them.
  let areas: [(response: String, area: GridArea)]

  init(_ study: Study) {
    immune = Set(study.constants(.immunePeople, as: [Int].self))
    introducesCenter = study.constants(.introductions, as: [Introduction].self)
      .contains { $0.step == 0 && $0.place == .center }
    areas = study.ownResponses.compactMap { response in
      guard case .shareIn(let area, _) = response.measure else { return nil }
      return (response.name, area)
    }
  }
}

/// What must hold between the parameters of one point.
struct PointRelation {
  /// What is to blame where something does not hold.
  enum Place: Hashable {
    case key(ModelKey)
    /// A member of a structure: section, name, and the way within it.
    case member(String, String, [String])
    /// Something within the length that a key has.
    case length(ModelKey, [String], KeyValue)

    /// Those of the factors whose levels are to blame: they vary it, or a number in it; else one beside it within its
    /// structure, by which it is judged.
    func factors(among all: some Sequence<ModelKey>) -> [ModelKey] {
      let (root, path): ([String], [String]) =
        switch self {
        case .length(let key, let path, _): ([key.path], path)
        case .key(let key): ([key.path], [])
        case .member(let section, let name, let path): ([section, name], path)
        }
      for path in path.count > 1 ? [path, path.dropLast()] : [path] {
        let start = (root + path).joined(separator: ".")
        let found = all.filter { $0.path == start || $0.path.hasPrefix(start + ".") }
        if !found.isEmpty { return found.sorted { $0.path < $1.path } }
      }
      return []
    }
  }

  let people: Int
  let columns: Int
  let boundary: Boundary
  private let constants: PointConstants
  private let hasStartPeople: Bool
  private let hasDispersion: Bool
  private let infectionFactor: KeyValue
  private let rule: SpreadRule
  private let ruleName: String
  private let structures: PointStructures
  private let contactsName: String
  private let groups: Groups?
  private let groupsName: String
  private let interventionsName: String
  private let lengths: [(key: ModelKey, value: KeyValue)]
  private let introductions: [Introduction]
  private let observed: [ObservedSeries]

  /// - Parameter constants: of the study.
  init(
    _ values: ModelValues, people: Int, _ structures: PointStructures, _ constants: PointConstants
  ) {
    self.people = people
    self.constants = constants
    columns = values.columns(people: people)
    boundary = values(.boundary)
    hasStartPeople = values[.startPeople] != .absent
    hasDispersion =
      values[.infectiousnessDispersion] != ModelKey.infectiousnessDispersion.defaultValue
    infectionFactor = values[.infectionFactor] ?? .absent
    rule = structures.rule
    ruleName = values(.rule)
    self.structures = structures
    contactsName = values(.contacts)
    groups = structures.groups
    groupsName = values(.groups)
    interventionsName = values(.interventions)
    observed = structures.observed
    introductions = values[.introductions].flatMap { [Introduction]($0) } ?? []
    lengths = [ModelKey.latentSteps, .infectiousSteps, .immuneSteps].compactMap { key in
      values[key].map { (key, $0) }
    }
  }

  private var contacts: ContactStructure { structures.contacts }

  /// The contacts or their layers, with their names.
  private var parts: [(name: String, structure: ContactStructure)] {
    let names = contacts.layerNames
    return names.isEmpty
      ? [(contactsName, contacts)]
      : names.compactMap { name in structures.layers[name].map { (name, $0) } }
  }

  /// What is wrong, and what is to blame; nil if nothing is.
  var problem: (place: Place, text: String)? {
    if let gridProblem { return (.key(.boundary), gridProblem) }
    if let centerProblem { return (.key(.immunePeople), centerProblem) }
    return ruleProblem ?? contactsProblem ?? interventionProblem ?? groupsProblem ?? areaProblem
      ?? lengthProblem
  }

  /// Why there is no such distribution of lengths.
  private var lengthProblem: (place: Place, text: String)? {
    for (key, value) in lengths {
      guard let least = key.allowed.steps(from: value),
        let (path, text) = Length(value)?.problem(least: least)
      else { continue }
      return (.length(key, path, value), text)
    }
    for series in observed {
      for (name, length) in [("delay", series.delay), ("stay", series.stay ?? .forever)] {
        guard let (path, text) = length.problem(least: 0) else { continue }
        return (.member(ModelKey.observed, series.name, [name] + path), text)
      }
    }
    for introduction in introductions {
      guard case .rate(_, to: let last?) = introduction.place, last < introduction.step else {
        continue
      }
      return (
        .key(.introductions),
        "people come from step \(introduction.step) to \(last); give a later step, or none"
      )
    }
    return nil
  }

  /// Why a part of the grid is not there.
  private var areaProblem: (place: Place, text: String)? {
    for (response, area) in constants.areas {
      func blame(_ member: String?, _ text: String) -> (place: Place, text: String) {
        (.member("responses", response, ["share_in"] + (member.map { [$0] } ?? [])), text)
      }
      guard contacts == .model(.grid) else {
        return blame(
          nil,
          "rows and columns exist only on the grid, not in the contacts \"\(contactsName)\"; give another response, or the contacts \"grid\" at every point"
        )
      }
      let grid = Grid(people: people, columns: columns, boundary: .bounded)
      for (member, range, count) in [
        ("rows", area.rows, grid.rows), ("columns", area.columns, min(columns, people)),
      ] where range.upperBound >= count {
        return blame(
          member,
          "at some point \(people) people in rows of \(columns) have \(count) \(member); give "
            + "\(member) in 0...\(count - 1)")
      }
      if !area.hasPeople(on: grid) {
        return blame(
          nil,
          "this part of the grid is empty at some point: the last row of \(people) people in rows "
            + "of \(columns) ends before it; give a part with people")
      }
    }
    return nil
  }

  /// Why such a grid cannot be; nil if it can.
  var gridProblem: String? {
    guard boundary == .torus else { return nil }
    guard people % columns == 0 else {
      return """
        a torus needs full rows, but \(people) people in rows of \(columns) leave a last row of \
        \(people % columns); give columns that divide group_size, or boundary "bounded"
        """
    }
    guard rule.neighborhood == .hexagonal, parts.contains(where: { $0.structure == .model(.grid) }),
      !(people / columns).isMultiple(of: 2)
    else { return nil }
    return """
      a torus of hexagons needs an even number of rows, because odd rows are shifted, but \
      \(people) people in rows of \(columns) are \(people / columns); give other columns, or \
      boundary "bounded"
      """
  }

  /// Why the person in the middle cannot be introduced; nil if it can, or is not.
  private var centerProblem: String? {
    guard !constants.immune.isEmpty, !hasStartPeople, constants.introducesCenter else { return nil }
    let center = Grid(people: people, columns: columns, boundary: boundary).center
    guard constants.immune.contains(center) else { return nil }
    return """
      person \(center) is in the middle of \(people) people in rows of \(columns) and introduced at \
      step 0, so it cannot be immune; leave it out here, or give other introductions
      """
  }

  /// What only draws with a mean have, at a rule without one; and weights of nothing.
  private var ruleProblem: (place: Place, text: String)? {
    switch rule.draw {
    case .own: return nil
    case .number(let distribution) where distribution.hasMean: return nil
    default: break
    }
    let needs = """
      needs a rule that draws a number of contacts with a mean (poisson, geometric or \
      negative_binomial), which \"\(ruleName)\" does not
      """
    if case .real(let factor) = infectionFactor, factor != factor.rounded() {
      return (
        .key(.infectionFactor), "an infection factor of \(factor) \(needs); give a whole number"
      )
    }
    if hasDispersion { return (.key(.infectiousnessDispersion), "it \(needs)") }
    if case .number(.weights(let weights)) = rule.draw, weights.allSatisfy({ $0 == 0 }) {
      return (
        .member("rules", ruleName, ["draw", "number"]),
        "all weights are 0 at a point; give one of them a weight above 0"
      )
    }
    return nil
  }

  /// Shares that vary and are no whole, and groups to be vaccinated that are not there.
  private var groupsProblem: (place: Place, text: String)? {
    if case .shares(let shares, _)? = groups?.membership, !GroupStructure.areWhole(shares) {
      return (
        .member("groups", groupsName, ["shares"]),
        "the shares add up to \(shares.reduce(0, +)) at a point; give shares that add up to 1. To vary them, give levels "
          + "of each and the design \"zip\"; a search changes one number alone, such as immune_share"
      )
    }
    for (place, intervention) in structures.interventions.enumerated() {
      guard let name = intervention.ofGroup, groups?.index(of: name) == nil else { continue }
      return (
        .member("interventions", interventionsName, ["\(place)", "of_group"]),
        "there is no group \"\(name)\" "
          + (groups.map { "among \($0.names.joined(separator: ", ")) (\"\(groupsName)\")" }
            ?? "at points whose people are of no groups")
          + "; name one that is there at every point with these interventions"
      )
    }
    return nil
  }

  /// Why such contacts cannot be among so many people.
  private var contactsProblem: (place: Place, text: String)? {
    for (name, structure) in parts {
      switch structure {
      case .model(.drawn(let graph, _)):
        if let problem = graph.kind.problem(graph, people) {
          return (.member("contacts", name, [problem.number]), problem.text)
        }
      case .model(.places(let places, _)):
        if case .weights(let weights) = places.sizes, weights.allSatisfy({ $0 == 0 }) {
          return (
            .member("contacts", name, ["sizes"]),
            "all weights are 0 at a point; give one of them a weight above 0"
          )
        }
      default: break
      }
    }
    if rule.draw.own != nil,
      !contacts.isAlike || structures.hasClosedPairs || groups?.factorsDiffer == true
    {
      return (
        .key(.rule),
        "\"\(ruleName)\" is written in Swift, and such rules know neither layers, places, weights, "
          + "factors of groups nor keep_contacts; give another rule, or other contacts"
      )
    }
    return nil
  }

  /// Pairs can be closed where there are lists of them.
  private var interventionProblem: (place: Place, text: String)? {
    for (index, intervention) in structures.interventions.enumerated() {
      for (target, effect) in intervention.effects where !effect.value.isConstant {
        let series = effect.value
        guard
          let (member, text) = SteppedValue.problem(
            steps: series.steps, values: series.values.count, period: series.period)
        else { continue }
        let verb = if case .set = effect { "set" } else { "multiply" }
        return (
          .member("interventions", interventionsName, ["\(index)", verb, target.rawValue, member]),
          text
        )
      }
    }
    for (index, intervention) in structures.interventions.enumerated()
    where intervention.keepContacts != nil {
      let wrong = parts.indices.first {
        intervention.acts(in: $0) && !parts[$0].structure.hasPairs
      }
      guard let wrong else { continue }
      let layers =
        contacts.layerNames.isEmpty
        ? "give contacts of another kind" : "name the other layers under \"layers\""
      return (
        .member("interventions", interventionsName, ["\(index)", "keep_contacts"]),
        "\"\(parts[wrong].name)\" has no list of pairs of which some could be kept; \(layers), or multiply "
          + "infection_probability instead"
      )
    }
    return nil
  }

  static func beyondGroup(_ person: Int, people: Int) -> String {
    "person \(person) does not exist in a group of \(people); give numbers in 0...\(people - 1)"
  }
}

extension AllowedValues {
  /// The least number of steps of a distribution; nil of what is none.
  fileprivate func steps(from value: KeyValue) -> Int? {
    guard case .length(let least, _) = self, case .length = value else { return nil }
    return least
  }
}
