import DurableFiles
import Foundation
import PlainText
import Tables
import Testing

/// What is written by columns is read by the same columns.
@Suite("Tables of a folder, read back") final class FolderTableTests {
  private struct Row {
    let name: String
    let count: Int
    let share: Double?
    let isLast: Bool
  }

  private static let columns: Columns<Row> = [
    .text("name", "a name", allowed: ["a", "b, c"]) { $0.name },
    .whole("count", unit: "people", "a count", minimum: 0) { $0.count },
    .real("share", unit: "1", "a share", required: false, minimum: 0, maximum: 0.5) { $0.share },
    .flag("is_last", "whether it is the last one") { $0.isLast },
  ]
  private static let rows = [
    Row(name: "a", count: 3, share: 0.1, isLast: false),
    Row(name: "b, c", count: 4, share: nil, isLast: true),
  ]
  private static let schema = TableSchema(
    name: "any", row: "a thing", columns: columns.described, key: ["name"], refersToPoints: false)

  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("tables-test-\(UUID().uuidString)").path

  /// - Parameter file: its name; compressed where it ends in `.gz`.
  private func write(_ file: String = "any.csv") throws {
    let place = try DurableFolder(folder)
    let table = try TableFile(file, Self.schema, in: place)
    let text = TextBuffer(capacity: 1 << 12) { table.append($0) }
    let writer = TableWriter(Self.schema, to: text)
    for row in Self.rows { writer.writeRow(row, Self.columns) }
    text.flush()
    let package = DataPackage(
      name: "any", title: "Any", description: "", tables: [try table.commit()])
    let described = try place.file("datapackage.json")
    described.text.write(text: package.json.text)
    _ = try described.commit()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func read(_ wanted: [String]? = nil) throws -> [CSVRow] {
    try #require(try FolderTables(in: folder)["any"]).rows(wanted)
  }

  @Test("the columns that are read are those that were written, with all that is known of them")
  func described() throws {
    try write()
    let table = try #require(try FolderTables(in: folder)["any"])
    #expect(table.schema == Self.schema)
    #expect(table.bytes == 25 + 10 + 12)
    #expect(table.schema.columns.map(\.required) == [true, true, false, true])
    // Of whole numbers the bounds are whole.
    let package = try String(contentsOfFile: "\(folder)/datapackage.json", encoding: .utf8)
    func bounds(_ end: String) throws -> [String] {
      try package.matches(of: Regex("\"\(end)\": ?([0-9.]+)")).compactMap {
        $0.output[1].substring.map(String.init)
      }
    }
    #expect(try bounds("minimum") == ["0", "0.0", "0"] && bounds("maximum") == ["0.5", "1"])
  }

  @Test("cells have the values that were written, in the order that is asked for")
  func values() throws {
    try write()
    let rows = try read(["share", "name", "count", "is_last"])
    #expect(rows.map { $0.number("share") } == [0.1, nil])
    #expect(rows.map { $0["name"] } == ["a", "b, c"])
    #expect(rows.map { $0.whole("count") } == [3, 4])
    #expect(rows.map { $0["is_last"] } == ["0", "1"])
    let all = ["name", "count", "share", "is_last"]
    #expect(try read().map(\.columns) == [all, all])
  }

  @Test(
    "a cell that its column cannot hold is damage, with its line",
    arguments: [
      (",3,", ",3.0,", "count"), (",3,", ",,", "count"), (",3,", ",x,", "count"),
      ("0.1", "nan", "share"), ("0.1", "0.1x", "share"), (",0\n", ",2\n", "is_last"),
      (",0\n", ",\n", "is_last"),
    ])
  func badCell(old: String, new: String, column: String) throws {
    try write()
    let path = "\(folder)/any.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: Failure.self) { _ = try self.read() }
    #expect(error?.code == .damaged && error?.file == CallerText(path))
    #expect(error?.description.contains("line 2: \(column) ") == true)
    // A reader that does not ask for the column gets no error.
    #expect(try read(["name"]).count == 2)
  }

  @Test("a printed table has the types of its columns in a second line where they are asked for")
  func printed() {
    let table = PrintedTable(Self.columns, rows: Self.rows)
    let (names, rows) = ("name,count,share,is_last\n", "a,3,0.1,0\n\"b, c\",4,,1\n")
    #expect(table.csv == names + rows)
    #expect(table.csv(types: true) == names + "string,integer,number,integer\n" + rows)
  }

  @Test("endless numbers and empty fields are values where a column may have them")
  func endless() throws {
    try write()
    let path = "\(folder)/any.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("0.1", with: "inf").write(toFile: path, atomically: true, encoding: .utf8)
    let row = try #require(try read().first)
    #expect(row["share"] == "inf" && row.number("share") == nil)
  }

  @Test(
    "a compressed table is read like any other; one that is cut, or is not compressed, is damage")
  func compressed() throws {
    try write("any.csv.gz")
    #expect(try read(["count"]).map(\.cells) == [["3"], ["4"]])
    let url = URL(filePath: "\(folder)/any.csv.gz")
    let bytes = try Data(contentsOf: url)
    for damaged in [bytes.dropLast(9), Data("name,count,share,is_last\na,3,,0\n".utf8)] {
      try damaged.write(to: url)
      let error = #expect(throws: Failure.self) { _ = try self.read() }
      #expect(error?.code == .damaged)
    }
  }

  @Test("columns that are not those described, or are not there, are damage")
  func columns() throws {
    try write()
    #expect(throws: Failure.self) { _ = try self.read(["other"]) }
    let path = "\(folder)/any.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("share", with: "part").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: Failure.self) { _ = try self.read(["name"]) }
  }

  @Test("a folder without descriptions has no tables; a table that was taken away is none")
  func absent() throws {
    try write()
    try FileManager.default.removeItem(atPath: "\(folder)/any.csv")
    #expect(try FolderTables(in: folder)["any"] == nil)
    let needed = #expect(throws: Failure.self) {
      _ = try FolderTables(in: self.folder).needed("any")
    }
    #expect(needed?.code == .noTables)
    try FileManager.default.removeItem(atPath: "\(folder)/datapackage.json")
    let error = #expect(throws: Failure.self) { _ = try FolderTables(in: self.folder) }
    #expect(error?.code == .noTables)
  }
}
