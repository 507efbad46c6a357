import PlainText
import StudyFiles
package import Tables

private let personColumns: Columns<(person: Int, label: String)> = [
  .whole("person", "number of the person", minimum: 0) { $0.person },
  .text("label", "label of the person in the files of the study") { $0.label },
]

extension TableSchema {
  package static let people = TableSchema(
    name: "people", row: "one person who has a label", columns: personColumns.described,
    key: ["person"])
}

extension ResultTable {
  static let people = ResultTable(
    schema: .people, columns: { $0.study.labels == nil ? nil : .people },
    rows: .ofStudy { results, tables in
      guard let labels = results.study.labels else { return [] }
      for person in 0..<labels.count {
        tables[.people].writeRow((person, labels[person]), personColumns)
      }
      return []
    })
}
