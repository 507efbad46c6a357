import PlainText
import SpreadModel

/// A file that says something of people, and whose it is.
struct StudyPeopleFile {
  enum Owner {
    /// The contacts, the groups, or the order, at this place.
    case contacts(Int)
    case groups(Int)
    case orders(Int)
  }

  let owner: Owner
  /// Where the study defines it.
  let section: String
  let name: String
  let file: PeopleFile
  /// Its column beside `person`.
  let column: String

  /// Under which name a results folder, and a folder of its parts, keeps it.
  var copyName: String { "\(section).\(name).copy" }
}

extension Study {
  /// In the order in which they give labels their numbers.
  var peopleFiles: [StudyPeopleFile] {
    let ofGroups = groups.enumerated().compactMap { place, named in
      named.structure.file.map {
        StudyPeopleFile(
          owner: .groups(place), section: ModelKey.groups.section ?? "", name: named.name, file: $0,
          column: "group")
      }
    }
    let ofPlaces = contacts.enumerated().compactMap { place, named -> StudyPeopleFile? in
      guard case .places(let places) = named.structure else { return nil }
      return StudyPeopleFile(
        owner: .contacts(place), section: ModelKey.contacts.section ?? "", name: named.name,
        file: places.file, column: "place")
    }
    return ofPlaces + ofGroups
      + orders.enumerated().map { place, named in
        StudyPeopleFile(
          owner: .orders(place), section: ModelKey.immuneOrder.section ?? "", name: named.name,
          file: named.structure.file, column: "rank")
      }
  }
}

extension StudyDecoder {
  /// Makes groups, or an order, of the rows of a file.
  mutating func take(
    _ rows: PeopleRows, of table: StudyPeopleFile, at value: Node, in study: inout Study
  ) {
    guard isExpected(rows.origin, root[table.section]?[table.name]) else { return }
    var file = table.file
    (file.rows, file.labels) = (rows, keys.labels)
    let most = study.groupSizes.max() ?? 0
    var found: [EdgeMistake]
    if case .contacts = table.owner {
      found = rows.repeatedPairs { "person \(named($0))" }
    } else {
      found = rows.repeats { "person \(named($0))" }
    }
    switch table.owner {
    case .contacts(let place):
      var places = PlaceFile(file: file.file)
      (places.file, places.members) = (file, PlaceMembers(rows))
      study.contacts[place].structure = .places(places)
    case .groups(let place):
      let names = study.groups[place].structure.names
      var groupOf = [UInt8?](repeating: nil, count: most)
      for (person, text, line) in rows.entries {
        guard let group = names.firstIndex(of: text) else {
          if found.count < EdgeReader.mostMistakes {
            found.append(
              EdgeMistake(
                .unknownValue,
                "there is no group \(JSONText.quoted(text)); give one of \(Shape.listed(names))",
                line: line))
          }
          continue
        }
        if person < most { groupOf[person] = UInt8(truncatingIfNeeded: group) }
      }
      study.groups[place].structure.file = file
      study.groups[place].structure.groupOf = groupOf.map { $0 ?? 0 }
      if found.isEmpty, let missing = groupOf.firstIndex(of: nil) {
        mistakes.add(
          .missing, at: value,
          "person \(named(missing)) is of no group; give a line in \(table.file.file) for each of "
            + "\(most) people"
            + (study.constants.people == nil
              ? " (group_size varies; this is its largest level)" : ""))
      }
    case .orders(let place):
      var ranks = [Double?](repeating: nil, count: most)
      for (person, text, line) in rows.entries {
        guard let rank = decimalNumber(text) else {
          if found.count < EdgeReader.mostMistakes {
            found.append(
              EdgeMistake(.badCell, "\(text) is no number; give the rank as a number", line: line))
          }
          continue
        }
        if person < most { ranks[person] = rank }
      }
      study.orders[place].structure.file = file
      study.orders[place].structure.order = ListedOrder(
        places: Self.places(ranks), source: file.identityText)
    }
    guard !found.isEmpty else { return }
    mistakes.add(
      found.map { $0.diagnostic(file: rows.origin.path, path: value.path) }, namedAt: value)
  }

  /// Ranks as whole numbers from 0; those without one are last.
  private static func places(_ ranks: [Double?]) -> [UInt32] {
    let distinct = Set(ranks.compactMap(\.self)).sorted()
    let places = Dictionary(
      uniqueKeysWithValues: distinct.enumerated().map { ($1, UInt32($0)) })
    return ranks.map { $0.flatMap { places[$0] } ?? UInt32(distinct.count) }
  }

  /// Names are unique, shares are a whole, there is a factor for each two groups, and groups that are named are there.
  mutating func checkGroups(_ study: Study) {
    for named in study.groups {
      let member = child(root["groups"], named.name)
      let names = child(member, "names").elements
      var seen: Set<String> = []
      for name in names where !seen.insert(name.string ?? "").inserted {
        mistakes.add(
          .duplicateValue, at: name,
          "two groups are called \(JSONText.quoted(name.string ?? "")); rename one")
      }
      if let list = child(member, "names"), names.count > Groups.most {
        mistakes.add(
          .tooMany, at: list, "there are \(names.count) groups; give at most \(Groups.most)")
      }
      if let list = child(member, "shares") {
        let shares = Array(list.elements.compactMap { $0.number?.double })
        if shares.count != names.count {
          mistakes.add(
            .unequalLengths, at: list,
            "\(shares.count) shares for \(names.count) groups; give one for each name")
        } else if !GroupStructure.areWhole(shares), !varies("groups.\(named.name).shares.") {
          mistakes.add(
            .badRelation, at: list,
            "the shares add up to \(shares.reduce(0, +)); give shares that add up to 1")
        }
      }
      if let rows = child(member, "multiply") {
        let wrong = ([rows] + rows.elements).first { $0.elements.count != names.count }
        if let wrong {
          mistakes.add(
            .unequalLengths, at: wrong,
            "\(wrong.elements.count) \(wrong.path.text == rows.path.text ? "rows" : "numbers") for \(names.count) "
              + "groups; give a row for each group, with a number for each group")
        }
      }
    }
    checkGroupNames(study)
  }

  private func varies(_ start: String) -> Bool {
    keys.varying.contains { $0.name.hasPrefix(start) }
  }

  /// Responses are of groups that there are; curves of groups are recorded where there are some.
  private mutating func checkGroupNames(_ study: Study) {
    let names = study.groups.flatMap(\.structure.names)
    for response in root["responses"].members {
      let area = child(response, "share_in")
      for value in [child(response, "final_share_of"), child(area, "group")].compactMap(\.self) {
        guard let name = value.string, !names.contains(name) else { continue }
        mistakes.add(
          .unknownValue, at: value,
          "\(JSONText.quoted(name)) is no group"
            + (names.isEmpty ? ": the study has none" : "; give one of \(Shape.listed(names))"),
          suggestion: NearestName.find(name, in: names))
      }
    }
    if study.groups.isEmpty, let groups = child(root["record"], "groups"),
      groups.number?.integer != 0
    {
      mistakes.add(
        .badRelation, at: groups,
        "the study has no groups whose curves could be recorded; define them under \"groups\", or leave this out"
      )
    }
  }
}
