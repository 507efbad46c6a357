package import DurableFiles
import PlainText
internal import ResultTables
internal import StudyFiles
package import Tables

/// Findings as files: `truths.csv` and its data package.
package enum TruthTable {
  private static let columns: Columns<Finding> = [
    .text("id", "the truth; what stands before the point is its entry") { $0.id },
    .text("tier", "what it costs", allowed: Tier.allCases.map(\.rawValue)) { $0.tier.rawValue },
    .text("scenario", "what was simulated, in words") { $0.scenario },
    .text("expected", "the expected value in words") { $0.expected },
    .text("source", "where the expected value comes from") { $0.source },
    .whole("runs", unit: "runs", "runs of all arms", minimum: 1) { $0.runs },
    .real(
      "estimate", unit: "",
      "what the runs gave; of the component that agrees least where there are several",
      required: false
    ) { $0.estimate },
    .interval(
      unit: "", low: "lower end of its 95 % interval", high: "upper end of its 95 % interval"
    ) { ($0.low, $0.high) },
    .real(
      "accepted_low", unit: "", "the smallest estimate that passes; empty of distributions",
      required: false
    ) { $0.accepted?.lowerBound },
    .real(
      "accepted_high", unit: "", "the largest estimate that passes; empty of distributions",
      required: false
    ) { $0.accepted?.upperBound },
    .real(
      "z", unit: "1",
      "distance from the expected value in standard errors, or a normal score", required: false
    ) { $0.z },
    .real(
      "p", unit: "1",
      "p-value: probability of a worse disagreement if the truth is right; 1 within its tolerance",
      minimum: 0, maximum: 1
    ) { $0.p },
    .text(
      "verdict", "at the level shared by the family",
      allowed: Finding.Verdict.allCases.map(\.rawValue)
    ) { $0.verdict.rawValue },
  ]

  private static let name = "truths"
  private static let packageName = "datapackage.json"
  /// What is written, besides the page.
  package static let fileNames = ["\(name).csv", packageName]

  /// Whether a folder has the data package of truths.
  package static func isWritten(in folder: String) -> Bool {
    let bytes = try? ReadableFile.bytes(of: "\(folder)/\(packageName)", .found)
    return bytes.flatMap { try? JSONReader.read($0) }?[key: "name"]?.string == name
  }

  /// The findings as rows.
  package static func rows(_ findings: [Finding]) -> PrintedTable {
    PrintedTable(columns, rows: findings)
  }

  /// Writes both files into a folder, made where missing.
  ///
  /// - Throws: `DurableFileError`.
  package static func write(_ findings: [Finding], to folder: String) throws(DurableFileError) {
    let folder = try DurableFolder(folder)
    let table = try folder.file("\(name).csv")
    table.text.write(text: rows(findings).csv)
    let schema = TableSchema(
      name: name, row: "one truth: a result the simulator must reproduce",
      columns: columns.described, key: ["id"], refersToPoints: false)
    let written = WrittenTable(schema: schema, file: try table.commit())
    let package = try folder.file(packageName)
    package.text.write(
      text: DataPackage(
        name: name, title: "Published and exact results, simulated by spreadlab",
        description: "", tables: [written]
      ).json.text)
    _ = try package.commit()
  }
}
