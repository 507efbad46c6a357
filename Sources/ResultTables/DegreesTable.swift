import SpreadEngine
import SpreadModel
import StudyFiles
package import Tables

private let degreeColumns: Columns<(point: Int, degree: Int, people: Int)> = [
  .column(.point) { .whole($0.point) },
  .whole(
    "degree", unit: "people",
    "number of neighbors, that is, of people whom a person may infect", minimum: 0
  ) { $0.degree },
  .whole(
    "people", unit: "people", "people with this number of neighbors, in replicate 0", minimum: 1
  ) { $0.people },
]

extension TableSchema {
  package static let degrees = TableSchema(
    name: "degrees", row: "one number of neighbors at a point", columns: degreeColumns.described,
    key: ["point", "degree"])
}

extension ResultTable {
  static let degrees = ResultTable(
    schema: .degrees,
    columns: { $0.points.contains { $0.point.hasLists } ? .degrees : nil },
    rows: .ofStudy { results, tables in
      // Points that share their contacts, as most do with common random numbers.
      var known: [Drawn: [(degree: Int, people: Int)]] = [:]
      for point in results.points.map(\.point) {
        let drawn = Drawn(
          contacts: point.scenario.contacts, people: point.groupSize,
          key: results.study.key(of: point, replicate: 0))
        guard let degrees = known[drawn] ?? drawn.degrees else { continue }
        known[drawn] = degrees
        for (degree, people) in degrees {
          tables[.degrees].writeRow((point.number, degree, people), degreeColumns)
        }
      }
      return []
    })
}

extension Point {
  /// Whether there are lists of neighbors: not on the grid, nor where everybody meets everybody.
  fileprivate var hasLists: Bool {
    scenario.contacts != .grid && scenario.contacts != .everybody
  }
}

/// The contacts of a run.
private struct Drawn: Hashable {
  let contacts: Contacts
  let people: Int
  let key: RunKey

  /// How many people have each number of neighbors; nil where there are no lists.
  var degrees: [(degree: Int, people: Int)]? {
    guard let table = ContactDrawer.table(contacts, people: people, key: key) else { return nil }
    var counts: [Int: Int] = [:]
    for person in 0..<people { counts[table.degree(of: person), default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
