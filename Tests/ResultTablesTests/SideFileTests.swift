import DurableFiles
import PlainText
import ResultTables
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
}
