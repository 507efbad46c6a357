import PlainText

/// What was made of a file that its author may not expect.
extension EdgeFile {
  /// - Parameter path: where the study names the file.
  func notes(at path: JSONPath) -> [Note] {
    guard let facts = list?.facts else { return [] }
    var notes: [Note] = []
    if let header = facts.header {
      notes.append(
        Note(
          .edgeHeader, path,
          "line \(header.line) of \(file) (\(header.text)) is a header, not two people; if it is two "
            + "people, write the line person_a,person_b above it"
            + (isDirected && header.people.count == 2
              ? "; those of \(header.people[0]) may infect those of \(header.people[1])" : "")))
    }
    if let directions = facts.directions {
      notes.append(
        Note(
          .edgeDirections, path,
          "\(directions) of \(file) says which contacts go one way"
            + (facts.isMixed ? "; those that go both ways count twice as edges" : "")))
    }
    if !facts.unread.isEmpty {
      let named = facts.unread.prefix(20).joined(separator: ", ")
      let more = facts.unread.count > 20 ? " and \(facts.unread.count - 20) more" : ""
      notes.append(
        Note(.ignoredColumns, path, "\(named)\(more) of \(file) not read"))
    }
    if facts.hasQuotedNumbers {
      notes.append(
        Note(
          .quotedNumbers, path,
          "the numbers in \(file) are in quotes, so they are labels and not numbers of people; "
            + "remove the quotes if they are"))
    }
    if facts.emptyRows > 0 {
      notes.append(
        Note(
          .rowsLeftOut, path,
          "\(facts.emptyRows) row\(facts.emptyRows == 1 ? "" : "s") of \(file) without any value "
            + "\(facts.emptyRows == 1 ? "is" : "are") left out"))
    }
    if let (first, count) = facts.edgeLikeComments {
      let lines =
        count == 1
        ? "line \(first.line) of \(file) (\(first.text)) is a comment, as it begins with #; if it is two "
          + "people"
        : "\(count) lines of \(file) are comments, as they begin with # (the first: line \(first.line), "
          + "\(first.text)); if they are edges"
      notes.append(
        Note(
          .rowsLeftOut, path, lines + ", write the line person_a,person_b above the first one"))
    }
    return notes + notesOnLabels(at: path)
  }

  private func notesOnLabels(at path: JSONPath) -> [Note] {
    guard let labels, let list else { return [] }
    var notes: [Note] = []
    if let person = labels.mistaken, list.names(person) {
      notes.append(
        Note(
          .missingValueName, path,
          "the label \(labels[person]) of \(file) is a person here; pandas, R and others read it as a "
            + "missing value, and may leave out its rows of people.csv; take another label, or leave "
            + "out its lines if it stands for nobody"))
    }
    if let (one, other) = labels.alike, list.names(one) || list.names(other) {
      notes.append(
        Note(
          .similarGroups, path,
          "the labels \(JSONText.quoted(labels[one])) and \(JSONText.quoted(labels[other])) of \(file) differ "
            + "by blanks or invisible characters alone; if they are one person, write them alike"))
    }
    return notes
  }

  /// People of a group whom the file does not name.
  ///
  /// - Parameter people: those in the group.
  func noteOnPeople(_ people: Int, at path: JSONPath) -> Note? {
    guard let list else { return nil }
    let named = list.named(of: people)
    guard named < people else { return nil }
    let count = people - named
    let who =
      count == 1 ? "1 of the \(people) people has" : "\(count) of the \(people) people have"
    let beginsAtOne = labels == nil && list.lowest == 1
    return Note(
      .peopleWithoutContacts, path,
      "\(who) no contacts in \(file)"
        + (beginsAtOne
          ? ": its numbers begin at 1, and there is a person 0; give \"ids\": \"labels\" and a "
            + "group_size of \(named) if there is none"
          : "; it names \(named)"))
  }
}

extension EdgeList {
  fileprivate func names(_ person: Int) -> Bool {
    from.contains(UInt32(person)) || to.contains(UInt32(person))
  }

  /// The least number of a person.
  fileprivate var lowest: UInt32? {
    from.indices.lazy.map { min(self.from[$0], self.to[$0]) }.min()
  }
}
