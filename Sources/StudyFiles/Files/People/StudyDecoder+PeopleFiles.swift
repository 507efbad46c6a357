import PlainText
import SpreadModel

/// What files say of people becomes places, groups and orders.
extension StudyDecoder {
  /// Makes groups, or an order, of the rows of a file.
  mutating func take(
    _ rows: PeopleRows, of table: StudyPeopleFile, at value: Node, in study: inout Study
  ) {
    guard isExpected(rows.facts.origin, root[table.section]?[table.name]) else { return }
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
      found.map { $0.diagnostic(file: rows.facts.origin.path, path: value.path) }, namedAt: value)
  }

  /// Ranks as whole numbers from 0; those without one are last.
  private static func places(_ ranks: [Double?]) -> [UInt32] {
    let distinct = Set(ranks.compactMap(\.self)).sorted()
    let places = Dictionary(
      uniqueKeysWithValues: distinct.enumerated().map { ($1, UInt32($0)) })
    return ranks.map { $0.flatMap { places[$0] } ?? UInt32(distinct.count) }
  }
}
