import DurableFiles
import PlainText
import SpreadModel

/// The files that a study names: edges, places, groups and orders.
extension StudyDecoder {
  /// Reads them, then the model once more, since people may have labels.
  mutating func readFiles(_ study: inout Study) {
    let section = ModelKey.contacts.section ?? ""
    let places = study.contacts.indices.filter {
      study.contacts[$0].edges != nil && isRead([section, study.contacts[$0].name])
    }
    let tables = study.peopleFiles.filter { isRead([$0.section, $0.name]) }
    // Without a group there is a mistake already, and ids mean nothing.
    guard !places.isEmpty || !tables.isEmpty, let people = study.groupSizes.min() else { return }
    let sourceOf = Dictionary(
      study.namedFiles.map {
        ([$0.section, $0.structure], FileSource($0, beside: file, isStored: isStored))
      }
    ) { first, _ in first }
    let sources = places.compactMap { sourceOf[[section, study.contacts[$0].name]] }
    let read = zip(places, sources).map { place, source in
      Result { () throws(EdgeReader.Problem) in
        try EdgeReader.read(
          study.contacts[place].edges ?? .blank, source.content(), people: people, .study)
      }
    }
    let tableSources = tables.compactMap { sourceOf[[$0.section, $0.name]] }
    let readTables = zip(tables, tableSources).map { [study] table, source in
      Result { () throws(EdgeReader.Problem) in
        try PeopleFileReader.read(source.content(), column: table.column, people: table.people) {
          study.problem(of: $0, in: table.owner)
        }
      }
    }
    let lists: PeopleNumbering.Lists
    let rows: PeopleNumbering.Tables
    (lists, rows, keys.labels) = PeopleNumbering.lists(
      read, zip(readTables, tables).map { ($0, $1.people) }, people: people, .study)
    study.labels = keys.labels
    for (place, (source, list)) in zip(places, zip(sources, lists)) {
      study.contacts[place].edges?.labels = keys.labels
      let way = [section, study.contacts[place].name]
      if let list = sound(list, of: source, at: way) {
        study.contacts[place].edges?.take(list)
        if let edges = study.contacts[place].edges { checkEdges(edges, people, at: way) }
      }
    }
    for (table, (source, rows)) in zip(tables, zip(tableSources, rows)) {
      let way = [table.section, table.name]
      if let rows = sound(rows, of: source, at: way),
        isExpected(rows.facts.origin, table.file.wantedDigest, at: way)
      {
        take(rows, of: table, at: way, in: &study)
      }
    }
  }

  /// Whether there is no mistake in a structure: else its file may be meant to be read otherwise.
  private func isRead(_ way: [String]) -> Bool {
    root.find(way).map(mistakes.isWhollySound) ?? false
  }

  /// What was read; reports what is wrong with it.
  ///
  /// - Parameter way: to the structure that names the file.
  private mutating func sound<Content>(
    _ read: Result<Content, EdgeReader.Problem>, of source: FileSource, at way: [String]
  ) -> Content? {
    switch read {
    case .success(let content): return content
    case .failure(.mistakes(let found)): add(found, in: source.path, namedAt: way)
    case .failure(.unreadable(let problem)):
      mistakes.add(
        Objection(
          .badFile, .value(way + ["file"]),
          "\(source.path) cannot be read: \(problem); give the file's path from the folder of "
            + "the study file"), to: root)
    }
    return nil
  }

  private mutating func add(_ found: [FileMistake], in file: String, namedAt way: [String]) {
    guard !found.isEmpty else { return }
    let value = root.at(way + ["file"])
    mistakes.add(found.map { $0.diagnostic(file: file, path: value.path) }, namedAt: value)
  }

  /// Checks that the file has the digest that the study gives, and that no edge is repeated unless the study allows it.
  private mutating func checkEdges(_ edges: EdgeFile, _ people: Int, at way: [String]) {
    guard let origin = edges.list?.facts.file.origin,
      isExpected(origin, edges.wantedDigest, at: way)
    else { return }
    add(edges.repeats(people, .study), in: origin.path, namedAt: way)
  }

  /// Whether a file is the one that its structure says it is; reports if not.
  private mutating func isExpected(
    _ origin: FileOrigin, _ wanted: String?, at way: [String]
  ) -> Bool {
    guard let wanted, wanted != origin.digest else { return true }
    mistakes.add(
      Objection(
        .badFile, .value(way + ["sha256"]),
        "\(origin.path) is not the file with this digest: its digest is \(origin.digest)"),
      to: root)
    return false
  }

  // MARK: What files say of people

  private mutating func take(
    _ rows: PeopleRows, of table: StudyPeopleFile, at way: [String], in study: inout Study
  ) {
    var file = table.file
    (file.rows, file.labels) = (rows, keys.labels)
    func name(_ person: Int) -> String { "person " + named(person) }
    func name(ofRow row: Int) -> String { name(Int(rows.people[row])) }
    func repeatedPeople() -> [FileMistake] {
      rows.repeats({ rows.people[$0] }, { "\(name(ofRow: $0)) is in" })
    }
    let most = study.groupSizes.max() ?? 0
    var found: [FileMistake]
    switch table.owner {
    case .contacts(let place):
      found = rows.repeats(
        { UInt64(rows.people[$0]) << 32 | UInt64(rows.values[$0]) },
        { row in
          let place = JSONText.quoted(rows.texts[Int(rows.values[row])])
          return "\(name(ofRow: row)) is in \(place) by"
        })
      var places = PlaceFile(file: file.file)
      (places.file, places.members) = (file, PlaceMembers(rows))
      study.contacts[place].value = .places(places)
    case .groups(let place):
      found = repeatedPeople()
      let names = study.groups[place].value.names
      let groupOf = rows.byPerson(most) { text in
        names.firstIndex(of: text).map { UInt8(truncatingIfNeeded: $0) }
      }
      study.groups[place].value.file = file
      study.groups[place].value.groupOf = groupOf.map { $0 ?? 0 }
      if found.isEmpty, let missing = groupOf.firstIndex(where: { $0 == nil }) {
        let (person, path, varies) = (name(missing), file.file, study.constants.people == nil)
        mistakes.add(
          Objection(
            .missing, .value(way + ["file"]),
            "\(person) is of no group; give a line in \(path) for each of \(most) people"
              + (varies ? " (group_size varies; this is its largest level)" : "")), to: root)
      }
    case .orders(let place):
      found = repeatedPeople()
      let ranks = rows.byPerson(most, decimalNumber)
      study.orders[place].value.file = file
      study.orders[place].value.order = .listed(
        Self.wholeRanks(ranks), source: file.identityText)
    }
    add(found, in: rows.facts.origin.path, namedAt: way)
  }

  private func named(_ person: Int) -> String {
    keys.labels?.name(of: person) ?? String(person)
  }

  /// Ranks as whole numbers from 0; those without one are last.
  private static func wholeRanks(_ ranks: [Double?]) -> [UInt32] {
    let distinct = Set(ranks.compactMap(\.self)).sorted()
    let wholeRanks = Dictionary(
      uniqueKeysWithValues: distinct.enumerated().map { ($1, UInt32($0)) })
    return ranks.map { $0.flatMap { wholeRanks[$0] } ?? UInt32(distinct.count) }
  }
}

extension Study {
  /// What is wrong with a text of a file that says it of people.
  fileprivate func problem(
    of text: String, in owner: StudyPeopleFile.Owner
  ) -> (code: ErrorCode, words: String)? {
    switch owner {
    case .contacts: return nil
    case .groups(let place):
      let names = groups[place].value.names
      if names.contains(text) { return nil }
      return (
        .unknownValue,
        "there is no group \(JSONText.quoted(text)); give one of \(Shape.listed(names))"
      )
    case .orders:
      if decimalNumber(text) != nil { return nil }
      return (
        .badCell,
        "\(shortened(text)) is no number; \(withoutComma(text) ?? "give the rank as a number")"
      )
    }
  }
}

extension PeopleRows {
  /// What the rows say of each of so many people; nil of those whom none names.
  fileprivate func byPerson<Value>(_ people: Int, _ value: (String) -> Value?) -> [Value?] {
    let said = texts.map(value)
    var values = [Value?](repeating: nil, count: people)
    for row in self.people.indices where self.people[row] < people {
      values[Int(self.people[row])] = said[Int(self.values[row])]
    }
    return values
  }
}
