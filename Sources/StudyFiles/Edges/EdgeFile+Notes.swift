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
            + "people, write the line person_a,person_b above it"))
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
    if let comment = facts.edgeLikeComment {
      notes.append(
        Note(
          .rowsLeftOut, path,
          "line \(comment.line) of \(file) (\(comment.text)) is a comment, as it begins with #; if it "
            + "is two people, put the first one in quotes"))
    }
    if let name = labels?.first(where: { ["na", "nan", "null"].contains($0.lowercased()) }) {
      notes.append(
        Note(
          .missingValueName, path,
          "pandas, R and others read the label \(name) of \(file) as a missing value and may leave out "
            + "its rows of people.csv; take another label"))
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
  /// The least number of a person.
  fileprivate var lowest: UInt32? {
    from.indices.lazy.map { min(self.from[$0], self.to[$0]) }.min()
  }
}

extension PeopleLabels {
  fileprivate func first(where isWanted: (String) -> Bool) -> String? {
    (0..<count).lazy.map { self[$0] }.first(where: isWanted)
  }
}
