package import PlainText

/// What was made of a file that its author may not expect.
extension EdgeFile {
  /// - Parameter structure: the name of the contacts that it stands for in a study.
  package func notes(ofContacts structure: String) -> [Note] {
    notes(at: JSONPath.root.keys("contacts", structure, "file"))
  }

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
    notes += facts.file.notes(on: file, at: path) + notesOnWeights(at: path)
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
    return notes + (labels?.notes(on: file, at: path) { list?.names($0) ?? false } ?? [])
  }

  private func notesOnWeights(at path: JSONPath) -> [Note] {
    guard let weight, let list else { return [] }
    var notes: [Note] = []
    if ignore?.contains(weight.column) == true {
      notes.append(
        Note(
          .changesNothing, path,
          "the column of weights of \(file) is read, so \"ignore\" does not act on it; remove it from "
            + "one of the two"))
    }
    if list.weights.allSatisfy({ $0 == 0 }) {
      notes.append(
        Note(
          .changesNothing, path,
          "all weights of \(file) are 0, so nobody infects anybody in these contacts; give weights above 0"
        ))
    }
    return notes
  }

  /// People of a group whom the file does not name.
  ///
  /// - Parameter people: those in the group.
  func noteOnPeople(_ people: Int, at path: JSONPath) -> Note? {
    guard let list else { return nil }
    return StudyFiles.noteOnPeople(
      people, named: list.named(of: people), lowest: labels == nil ? list.lowest : nil, file,
      at: path,
      asLabels: "give \"ids\": \"labels\"")
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
