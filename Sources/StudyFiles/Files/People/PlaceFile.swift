import PlainText
import SpreadModel
import Synchronization

/// Places that a file lists: who is in which.
package struct PlaceFile: Hashable, Sendable {
  package var file: PeopleFile
  /// Of a file that was read.
  var members: PlaceMembers?

  package init(file: String) { self.file = PeopleFile(file: file) }

  /// Who is in which place in a group of so many.
  ///
  /// - Precondition: the file was read.
  func contacts(people: Int) -> Contacts {
    guard let members else { preconditionFailure("\(file.file) was not read") }
    return .places(
      Places(.listed(members.table(people: people, source: file.identityText))), per: .replicate)
  }

  /// People of a group who are in no place.
  func noteOnPeople(_ people: Int, at path: JSONPath) -> Note? {
    guard let rows = file.rows else { return nil }
    return StudyFiles.noteOnPeople(
      people, named: Set(rows.people).count, lowest: file.labels == nil ? rows.people.min() : nil,
      file.file, at: path, asLabels: "put the numbers in quotes")
  }

  package static func == (left: PlaceFile, right: PlaceFile) -> Bool { left.file == right.file }
  package func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

/// The people of places, each as often as they are in one.
final class PlaceMembers: Sendable {
  private let rows: PeopleRows
  /// Tables that were made, since points are made more than once.
  private let tables = Mutex<[Int: PlaceTable]>([:])

  init(_ rows: PeopleRows) { self.rows = rows }

  /// - Parameter people: at least as many as the file names.
  func table(people: Int, source: String) -> PlaceTable {
    tables.withLock { tables in
      if let table = tables[people] { return table }
      let table = PlaceTable(
        people: people, count: rows.texts.count, persons: rows.people, places: rows.values,
        source: source)
      tables[people] = table
      return table
    }
  }
}
