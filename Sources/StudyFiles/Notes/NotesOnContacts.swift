import PlainText
import SpreadModel

/// What contacts and rules make of each other.
extension NotedStudy {
  var notesOnEdges: [Note] {
    let used = study.usedContacts
    return study.contacts.flatMap { named in
      (named.edges?.notes(ofContacts: named.name) ?? [])
        + (used.contains(named.name) ? notesOnPeople(of: named) : [])
    }
  }

  /// In the largest group: in others there are fewer.
  private func notesOnPeople(of named: Named<ContactStructure>) -> [Note] {
    guard let people = study.groupSizes.max() else { return [] }
    let path = JSONPath.root.keys("contacts", named.name, "file")
    let note =
      switch named.value {
      case .edges(let edges): edges.noteOnPeople(people, at: path)
      case .places(let places): places.noteOnPeople(people, at: path)
      case .model, .layers: Note?.none
      }
    return [note].compactMap(\.self)
  }

  /// Contacts so few that most people have none, or a layer in which nobody has some; files say it of their people
  /// themselves.
  var notesOnLonelyPeople: [Note] {
    func contacts(_ scenario: Scenario) -> Double? {
      let layers = scenario.contacts.layers.map(\.contacts)
      let fewest = layers.filter(\.isOfNumbers).map(scenario.meanNeighbors(_:)).min() ?? .infinity
      return fewest < 0.5 && (layers.count == 1 || fewest == 0) ? fewest : nil
    }
    let lonely = points.filter { contacts($0.scenario) != nil }
    guard let first = lonely.first, let few = contacts(first.scenario) else { return [] }
    // As many people as contacts have one, at most.
    let share = Int((100 * (1 - few)).rounded(.down))
    let layer = first.scenario.contacts.layers.count == 1 ? "" : " in a layer"
    return [
      Note(
        .peopleWithoutContacts, path(of: .contacts),
        "people have \(few) contacts on average\(layer) (\(first.level(of: .contacts))), "
          + "so at least \(share) % of them have none (\(lonely.count) of \(points.count) points); give more "
          + "contacts")
    ]
  }

  /// Off the grid, contacts with healthy people alone: whoever is immune protects nobody. Where nobody
  /// ever is, the rule does what its name says.
  var notesOnHealthyPools: [Note] {
    var seen: Set<String> = []
    return points.compactMap { point in
      let scenario = point.scenario
      guard !point.isOnGrid, scenario.hasCourse || scenario.hasImmunePeople,
        scenario.rule.pool == .healthy, scenario.limitsContacts,
        let contacts = scenario.statedContacts, seen.insert(point.ruleName).inserted
      else { return nil }
      let isOwn = study.rules.contains { $0.name == point.ruleName }
      return Note(
        .healthyPool,
        isOwn ? JSONPath.root.keys("rules", point.ruleName, "pool") : path(of: .rule),
        "\(point.ruleName) finds its contacts (\(rounded(contacts)) in a step) among the healthy ones of "
          + "\(rounded(scenario.meanNeighbors)) neighbors, so none is wasted on immune or infected "
          + "people and there is no herd immunity; use a rule with \"pool\": \"all\", such as push")
    }
  }

  /// Who writes down an epidemic and leaves out who meets whom gets the grid and the rule of the apps.
  var notesOnDefaultMeetings: [Note] {
    let recovering = points.count { $0.scenario.hasCourse }
    guard study.leavesMeetingsOpen, recovering > 0 else { return [] }
    return [
      Note(
        .epidemicOnGrid, path(of: .contacts),
        "people recover (\(recovering) of \(points.count) points) and meet only their neighbors on the grid, by "
          + "the rule \(ModelKey.rule.defaultValue?.description ?? ""), because the study gives neither contacts nor rule; outbreaks die out "
          + "sooner there than in a group that mixes; give \"contacts\": \"everybody\" and \"rule\": "
          + "\"mixing\" (spreadlab new epidemic), or name the ones above")
    ]
  }

  /// More contacts than neighbors.
  var notesOnCutContacts: [Note] {
    func isCut(_ scenario: Scenario) -> Bool {
      guard case .number = scenario.rule.draw, let contacts = scenario.statedContacts else {
        return false
      }
      return contacts > scenario.fewestNeighborsOfLayers
    }
    let cut = points.filter { isCut($0.scenario) }
    guard let first = cut.first, let contacts = first.scenario.statedContacts else { return [] }
    let isLayered = first.scenario.contacts.layers.count > 1
    return [
      Note(
        .contactsCutOff, path(of: .contacts),
        "a source makes \(rounded(contacts)) contacts on average\(isLayered ? " in each layer" : ""), but people have "
          + "\(rounded(first.scenario.fewestNeighborsOfLayers)) neighbors\(isLayered ? " in one of them" : "") (\(first.level(of: .contacts))), so "
          + "the contacts beyond are not made (\(cut.count) of \(points.count) points); use "
          + "contacts with more neighbors, such as everybody, or draw fewer contacts")
    ]
  }

  /// An infection factor that no source reaches: then every neighbor is tried, as by `each_contact`.
  var notesOnFactors: [Note] {
    var names: [String] = []
    var limited: [String: Bool] = [:]
    for point in points {
      let name = point.ruleName
      if limited[name] == nil { names.append(name) }
      limited[name] = limited[name] == true || !point.scenario.triesAllNeighbors
    }
    return names.filter { limited[$0] == false }.map { name in
      Note(
        .factorLimitsNothing, path(of: .infectionFactor),
        "nobody has more neighbors than this, so \(name) tries all of them; each_contact gives the "
          + "same distribution of runs, and is faster where infections last longer than a step")
    }
  }

  private func rounded(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension Scenario {
  /// The mean number of neighbors in the layer in which it is smallest.
  fileprivate var fewestNeighborsOfLayers: Double {
    contacts.layers.map { meanNeighbors($0.contacts) }.min() ?? 0
  }

  /// Contacts of a source: their mean by the rule's distribution, or the cap; nil where there is none, or nothing is known of them.
  fileprivate var statedContacts: Double? {
    switch rule.draw {
    case .exact, .atLeastOne, .uniform, .capped, .scan: Double(infectionFactor)
    case .number(let distribution): distribution.mean ?? meanContacts
    case .each, .own: nil
    }
  }

  /// Whether runs are distributed as those of `each_contact`: in steps that are synchronous, nobody has
  /// more neighbors than the infection factor, and no intervention changes it.
  fileprivate var triesAllNeighbors: Bool {
    [.exact, .capped, .scan].contains(rule.draw) && rule.update == .synchronous
      && (!meetsOnGrid || rule.neighborhood == .moore) && infectionFactor >= mostNeighbors
      && interventions.allSatisfy { $0.effects[.infectionFactor] == nil }
  }

  /// Whether a source among healthy people would reach more of its neighbors if it were allowed to.
  fileprivate var limitsContacts: Bool {
    guard let contacts = statedContacts else { return false }
    return switch rule.draw {
    case .capped, .scan: contacts < infectionProbability * meanNeighbors
    default: contacts < meanNeighbors
    }
  }
}

extension Contacts {
  /// Whether it follows from numbers, not from a file, how many neighbors people have.
  fileprivate var isOfNumbers: Bool {
    switch self {
    case .drawn: return true
    case .places(let places, _):
      if case .listed = places.sizes { return false }
      return true
    case .grid, .everybody, .edges, .layers: return false
    }
  }
}
