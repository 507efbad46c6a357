package import DurableFiles
import PlainText
internal import ResultTables
internal import StudyFiles

/// Findings as files: `truths.csv` and its data package.
package enum TruthTable {
  private static let schema = TableSchema(
    name: "truths", row: "one truth: a result the simulator must reproduce",
    columns: [
      TableColumn("id", .string, "the truth; what stands before the point is its entry"),
      TableColumn("tier", .string, "what it costs", allowed: Tier.allCases.map(\.rawValue)),
      TableColumn("scenario", .string, "what was simulated, in words"),
      TableColumn("expected", .string, "the expected value in words"),
      TableColumn("source", .string, "where the expected value comes from"),
      TableColumn("runs", .integer, unit: "runs", "runs of all arms", minimum: 1),
      TableColumn(
        "estimate", .number,
        "what the runs gave; of the component that agrees least where there are several",
        required: false),
      TableColumn("ci_low", .number, "lower end of its 95 % interval", required: false),
      TableColumn("ci_high", .number, "upper end of its 95 % interval", required: false),
      TableColumn(
        "z", .number, unit: "1",
        "distance from the expected value in standard errors, or a normal score",
        required: false),
      TableColumn(
        "p", .number, unit: "1", "p-value: probability of a worse disagreement if the truth holds",
        minimum: 0, maximum: 1),
      TableColumn(
        "verdict", .string, "at the level shared by the family",
        allowed: Finding.Verdict.allCases.map(\.rawValue)),
    ],
    key: ["id"], refersToPoints: false)

  /// Writes both files into a folder, made where missing.
  ///
  /// - Throws: `DurableFileError`.
  package static func write(_ findings: [Finding], to folder: String) throws(DurableFileError) {
    let folder = try DurableFolder(folder)
    let rows = [schema.columns.map(\.name)] + findings.map(cells)
    let table = try folder.file("truths.csv")
    for row in rows { table.text.write(text: row.map(quoted).joined(separator: ",") + "\n") }
    let written = WrittenTable(schema: schema, file: try table.commit())
    let package = try folder.file("datapackage.json")
    package.text.write(
      text: DataPackage(
        name: "truths", title: "Published and exact results, simulated by spreadlab",
        description: "", tables: [written]
      ).json.text)
    _ = try package.commit()
  }

  private static func cells(_ finding: Finding) -> [String] {
    let numbers = [finding.estimate, finding.low, finding.high, finding.z, finding.p]
    return [
      finding.id, finding.tier.rawValue, finding.scenario, finding.expected, finding.source,
      String(finding.runs),
    ] + numbers.map { $0.map(realText) ?? "" } + [finding.verdict.rawValue]
  }

  /// RFC 4180; our texts hold no line breaks.
  private static func quoted(_ cell: String) -> String {
    guard cell.contains(",") || cell.contains("\"") else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}
