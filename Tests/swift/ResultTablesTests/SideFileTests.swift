import DurableFiles
import Foundation
import PlainText
import ResultTables
import SpreadModel
import Tables
import Testing

/// The files beside the tables that say how to read them.
@Suite("Files beside the tables") struct SideFileTests {
  private static func table(_ schema: TableSchema, file: String) -> WrittenTable {
    WrittenTable(schema: schema, file: WrittenFile(path: "/results/\(file)", bytes: 1, sha256: "0"))
  }

  private static func text(of columns: [TableColumn]) -> String {
    let schema = TableSchema(name: "any", row: "a row", columns: columns, key: [])
    return DataPackage(
      name: "any", title: "Any", description: "", tables: [table(schema, file: "any.csv")]
    ).json.text
  }

  @Test("a flag is 0 or 1 in the data package; a number has the bounds that were given, or none")
  func bounds() {
    let flag = Self.text(of: [TableColumn("yes", .flag, "whether it is so")])
    #expect(flag.contains("\"minimum\": 0") && flag.contains("\"maximum\": 1"), "\(flag)")
    let share = Self.text(of: [TableColumn("share", .number, "a share", minimum: 0, maximum: 0.5)])
    #expect(share.contains("\"minimum\": 0") && share.contains("\"maximum\": 0.5"), "\(share)")
    let free = Self.text(of: [TableColumn("any", .number, "any number")])
    #expect(!free.contains("minimum") && !free.contains("maximum"), "\(free)")
  }

  @Test(
    "the data package names itself as the standard wants, and gives no digest of what may differ")
  func package() throws {
    func resource(_ schema: TableSchema, file: String) throws -> JSONValue {
      let package = DataPackage(
        name: "My:Study_2.b-c", title: "T", description: "",
        tables: [Self.table(schema, file: file)])
      let json = try JSONReader.read(Array(package.json.text.utf8))
      #expect(json[key: "name"]?.string == "my-study_2.b-c" && json[key: "description"] == nil)
      return try #require(json[key: "resources"]?.elements?.first)
    }
    let curves = try resource(.curves, file: "curves.csv.gz")
    #expect(curves[key: "compression"]?.string == "gz" && curves[key: "hash"]?.string == "sha256:0")
    #expect(curves[key: "schema"]?[key: "foreignKeys"]?.elements?.count == 1)
    let timings = try resource(.timings, file: "timings.csv")
    #expect(timings[key: "compression"] == nil && timings[key: "hash"] == nil)
    #expect(timings[key: "bytes"] == nil && timings[key: "dialect"] != nil)
    let sensitivity = try resource(.sensitivity, file: "sensitivity.csv")
    #expect(sensitivity[key: "schema"]?[key: "foreignKeys"] == nil)
    #expect(try resource(.curves, file: "curves.csv")[key: "bytes"]?.number?.double == 1)
  }

  @Test("every table with a message has a status of fixed words directly before it")
  func status() {
    let tables: [TableSchema] = [
      .fits, .doseResponses, .thresholds, .posteriorSummary, .generations,
    ]
    for table in tables {
      let last = table.columns.suffix(2)
      #expect(last.map(\.name) == ["status", "message"], "\(table.name)")
      let words = last.first?.allowed ?? []
      #expect(last.first?.required == true && words.count == Set(words).count && words.count > 4)
      for word in words {
        #expect(word.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(word)")
        #expect(last.first?.meaning.contains("\(word): ") == true, "\(word)")
      }
    }
  }

  @Test("a time is that of the clock, as ISO 8601")
  func time() throws {
    let (before, text, after) = (Date(), UniversalTime.now.text, Date())
    let said = try #require(try? Date(text, strategy: .iso8601), "\(text)")
    #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect(said > before.addingTimeInterval(-1.001) && said <= after, "\(text)")
  }

  @Test("columns of quantiles say which they are")
  func quantiles() {
    for schema in [TableSchema.summary, .curveSummary, .posteriorPredictive] {
      for column in schema.columns {
        guard let percent = column.name.wholeMatch(of: /q0?(\d+)/)?.1 else { continue }
        #expect(column.meaning.firstMatch(of: /(\d+) %/)?.1 == percent, "\(schema.name)")
      }
    }
  }

  @Test("responses that count people ever infected say so, as they do where people recover")
  func everInfected() {
    let ever = Response.allCases.filter {
      ($0.percent ?? 0) > 0 || $0.name.hasPrefix("final_") || $0.name.hasPrefix("drift_")
        || ["elongation", "roundness"].contains($0.name)
    }
    #expect(ever.count == 14)
    for response in ever { #expect(response.meaning.contains("ever infected"), "\(response.name)") }
  }
}
