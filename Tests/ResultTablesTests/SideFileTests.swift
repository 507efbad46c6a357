import DurableFiles
import PlainText
import ResultTables
import SpreadModel
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

  @Test("the lines that load curves name the file of the curves, and stand there only with it")
  func loaders() {
    func readMe(_ tables: [WrittenTable]) -> String {
      LoaderReadMe(name: "any", description: "", tables: tables).text
    }
    let maps = TableSchema(name: "maps", row: "a person", columns: [], key: [])
    let both = readMe([
      Self.table(maps, file: "maps.csv"), Self.table(.curves, file: "curves.csv.gz"),
    ])
    #expect(both.contains("\ncurves = pd.read_csv(\"curves.csv.gz\")\n"))
    #expect(both.contains("\ncurves <- read.csv(\"curves.csv.gz\")\n"))
    #expect(!readMe([Self.table(maps, file: "maps.csv")]).contains("\ncurves "))
  }

  @Test("gnuplot's lines draw one of the series where there are several")
  func series() {
    var schema = TableSchema.curveSummary
    func drawn() -> Bool {
      LoaderReadMe(
        name: "any", description: "", tables: [Self.table(schema, file: "curve_summary.csv")]
      ).text.contains("strcol(\"series\") eq \"infected\"")
    }
    #expect(!drawn())
    schema.columns.append(TableColumn("series", .string, "who is counted"))
    #expect(drawn())
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
