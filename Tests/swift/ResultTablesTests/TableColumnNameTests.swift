import PlainText
import ResultTables
import SpreadModel
import StudyFiles
import Testing

@Suite struct TableColumnNameTests {
  @Test("no column of a table can be the name of a factor")
  func complete() throws {
    let catalog = try JSONReader.read(Array(JSONText.object(tableCatalog).text.utf8))
    let tables = try #require(catalog[key: "tables"]?.elements)
    let columns = tables.flatMap { table in
      (table[key: "fields"]?.elements ?? []).compactMap { $0[key: "name"]?.string }
    }
    #expect(columns.count > 100)
    let others = Set(ModelKey.all.map(\.path) + Response.allCases.map(\.name))
    #expect(Set(columns).subtracting(others).subtracting(TableColumnNames.all) == [])
  }
}
