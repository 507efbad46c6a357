import PlainText
import StudyFiles

extension TableSchema {
  package static let people = TableSchema(
    name: "people", row: "one person who has a label",
    columns: [
      TableColumn("person", .integer, "number of the person", minimum: 0),
      TableColumn("label", .string, "label of the person in the files of edges"),
    ],
    key: ["person"])
}

extension ResultTable {
  static let people = ResultTable(
    schema: .people, columns: { $0.study.labels == nil ? nil : .people },
    rows: .ofStudy { results, table in
      guard let labels = results.study.labels else { return [] }
      for person in 0..<labels.count {
        table.write(person)
        table.write(csvField(labels[person]))
        table.endRow()
      }
      return []
    })
}
