import PlainText
import SpreadModel

/// What files of people may not mean as they are read.
extension NotedStudy {
  var notesOnFiles: [Note] {
    study.peopleFiles.flatMap(notes) + notesOnUnrelatedIds + noteOnNumbersAsLabels
  }

  private func notes(on table: StudyPeopleFile) -> [Note] {
    guard let rows = table.file.rows else { return [] }
    let file = table.file.file
    var notes = rows.facts.notes(on: file, at: table.path)
    if let (one, other) = rows.alike {
      notes.append(
        Note(
          .similarGroups, table.path,
          "\(JSONText.quoted(one)) and \(JSONText.quoted(other)) of \(file) differ by blanks or invisible "
            + "characters alone; if they are one \(table.column), write them alike"))
    }
    guard let labels = study.labels else { return notes }
    return notes
      + labels.notes(on: file, at: table.path) { rows.people.contains(UInt32($0)) }
  }

  /// A file whose people are none of those of the files before it, since ids are written in two ways most often; or
  /// an order that ranks somebody of whom no other file knows.
  private var notesOnUnrelatedIds: [Note] {
    guard let labels = study.labels else { return [] }
    let files = study.namedFiles.filter { $0.facts != nil }
    return files.enumerated().compactMap { place, file -> Note? in
      let before = files[..<place].filter { study.meet($0, file) }
      guard !before.isEmpty else { return nil }
      var known = [Bool](repeating: false, count: labels.count)
      for list in before.flatMap(\.lists) { for person in list { known[Int(person)] = true } }
      let names = before.map(\.name).joined(separator: " or ")
      guard file.lists.contains(where: { $0.contains { known[Int($0)] } }) else {
        return Note(
          .unrelatedIds, file.path,
          "nobody in \(file.name) is in \(names); if they are the same people, write their ids alike in all files"
        )
      }
      guard file.section == ModelKey.immuneOrder.section, noteOnNumbersAsLabels.isEmpty,
        let stranger = file.lists.joined().first(where: { !known[Int($0)] })
      else { return nil }
      return Note(
        .unrelatedIds, file.path,
        "\(labels.name(of: Int(stranger))) in \(file.name) is not in \(names); if it is somebody of them, write ids alike "
          + "in all files")
    }
  }

  /// Numbers from 0 on, of which one is beyond the group.
  private var noteOnNumbersAsLabels: [Note] {
    guard let labels = study.labels, let people = study.groupSizes.min(),
      !study.contacts.contains(where: { $0.edges?.ids == .labels }),
      let beyond = labels.firstNumber(from: people),
      let file = study.namedFiles.first(where: {
        $0.lists.contains { $0.contains(UInt32(beyond)) }
      }), file.facts?.hasQuotedNumbers == false
    else { return [] }
    return [
      labels.note(onNumber: beyond, in: file.name, at: file.path, people: people, .study)
    ]
  }
}

extension NamedFile {
  fileprivate var path: JSONPath { JSONPath.root.keys(section, structure, "file") }
}

extension Study {
  /// Whether both may be those of one point: alternatives of one key never are, but as layers.
  fileprivate func meet(_ one: NamedFile, _ other: NamedFile) -> Bool {
    one.section != other.section
      || contacts.contains { named in
        let layers = named.value.layerNames
        return one.section == ModelKey.contacts.section && layers.contains(one.structure)
          && layers.contains(other.structure)
      }
  }
}

extension StudyPeopleFile {
  fileprivate var path: JSONPath { JSONPath.root.keys(section, name, "file") }
}
