package import DurableFiles
import PlainText
import Tables

/// Writes `report.html` of a folder of `spreadlab truths` from its `truths.csv` alone.
///
/// - Throws: `WordedError`; a page that was there stays until its replacement is whole.
package func writeTruthsReport(of folder: String) throws -> WrittenFile {
  guard let table = try FolderTables(in: folder)["truths"] else {
    throw Failure(
      .noTables, file: folder, "\(folder) holds no truths.csv; make it with spreadlab truths")
  }
  let page = try TruthsPage(table: table)
  let file = try DurableFolder(folder).file("report.html")
  file.text.write(text: page.html.code)
  return try file.commit()
}

/// What the simulator was compared with, tier by tier, and the outcome.
struct TruthsPage {
  private static let columns = [
    "id", "scenario", "expected", "source", "runs", "estimate", "ci_low", "ci_high", "accepted_low",
    "accepted_high", "z", "verdict",
  ]
  /// Tiers in the order of the table, with their rows.
  private let tiers: [(key: String, members: [CSVRow])]

  init(table: FolderTable) throws {
    tiers = try table.rows(["tier"] + Self.columns).grouped { $0["tier"] }
  }

  private var rows: [CSVRow] { tiers.flatMap(\.members) }
  private var failed: [CSVRow] { rows.filter { $0["verdict"] != "passes" } }

  var html: HTML {
    pageHTML(
      title: "Truths", kind: "Validation of spreadlab",
      heading: "Published and exact results, simulated",
      intro: """
        <p>Each row is a published or exactly known result that is independent of this program. The seeds
        are derived from the ids; nothing was selected by its outcome.</p>
        """,
      facts: facts,
      main: """
        \(alert)
        \(tiers.map(section).joined(separator: "\n"))
        <p class="note">From <a href="truths.csv">truths.csv</a>; its columns are explained in
        <a href="datapackage.json">datapackage.json</a>. The interval is the 95 % interval of the
        estimate; z is the distance of the estimate from the expected value in standard errors. A truth
        passes if its estimate lies from accepted_low to accepted_high.</p>
        """,
      made: "<code>spreadlab truths</code>")
  }

  private var facts: [HTML] {
    let runs = rows.reduce(0) { $0 + (Int($1["runs"]) ?? 0) }
    return [
      "<b>\(grouped(rows.count - failed.count))</b> pass",
      "<b>\(grouped(failed.count))</b> fail",
      "<b>\(grouped(runs))</b> runs",
    ]
  }

  private var alert: HTML {
    if failed.isEmpty { return "" }
    let ids = failed.map { $0["id"] }
    return alertHTML("These truths fail: \(ids.joined(separator: ", "))")
  }

  private func section(_ tier: (key: String, members: [CSVRow])) -> HTML {
    let table = PageTable(columns: Self.columns, rows: tier.members.map { $0.cells(Self.columns) })
    return """
      <section><h2>Tier \(tier.key)</h2>
      \(table.html(caption: "\(grouped(tier.members.count)) truths"))
      </section>
      """
  }
}
