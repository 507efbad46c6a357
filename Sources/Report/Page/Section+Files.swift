import PlainText
import Tables

extension Section {
  static let files = Section("files", "Files") { folder, _ in FolderFiles(folder: folder).links }
  static let provenance = Section("provenance", "Provenance") {
    folder, _ in
    FolderFiles(folder: folder).provenance
  }
}

/// Links to every file of the folder, where it comes from, and how to make it again.
private struct FolderFiles {
  let folder: ReportedFolder

  var links: HTML {
    """
    <p><a href="\(place)datapackage.json">datapackage.json</a> gives the type, unit and meaning of every column.</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Table: files"><table>
    <caption>Tables in this folder</caption>
    <thead><tr><th scope="col">file</th><th scope="col">one row is</th>
    <th scope="col" class="n">bytes</th></tr></thead><tbody>
    \(tables)
    </tbody></table></div>
    """
  }

  /// What leads from the page to the tables.
  private var place: String { folder.pathFromPage }

  var provenance: HTML {
    """
    \(origin.html(caption: "program, study and computer"))
    <p>Every number is determined by the study file and its seed: the same study gives the same bytes
    for any number of threads.</p>
    <pre tabindex="0"><code>\(commands)</code></pre>
    """
  }

  private var tables: HTML {
    folder.tables.all.map { table -> HTML in
      let file = table.path.split(separator: "/").last.map(String.init) ?? ""
      let bytes = table.bytes.map(grouped) ?? "\u{2013}"
      return """
        <tr><td><a href="\(place)\(file)">\(file)</a></td><td>\(table.schema.row)</td>\
        <td class="n">\(bytes)</td></tr>
        """
    }.joined(separator: "\n")
  }

  private var origin: PageTable {
    func cell(_ path: String) -> String? {
      let value = path.split(separator: ".").reduce(folder.manifest) { $0?[String($1)] }
      return value?.text.flatMap { $0.isEmpty ? nil : $0 }
    }
    let commit = cell("tool_commit").map { ", commit \($0)" } ?? ""
    let command = folder.manifest?["times"]?["command_line"]?.elements?.compactMap(\.text)
      .joined(separator: " ")
    let entries: [(String, String?)] = [
      ("program", "spreadlab \(cell("tool_version") ?? "")\(commit)"),
      (
        "format, results version",
        "\(cell("format_version") ?? "?"), \(cell("results_version") ?? "?")"
      ),
      ("study digest", cell("study_digest")),
      ("seed", cell("seed")),
      ("GSL", cell("gsl_version")),
      ("computed on", cell("times.host")),
      ("threads", cell("times.threads")),
      ("finished", cell("times.finished")),
      ("seconds", cell("times.elapsed_seconds").map(shortNumber)),
      ("command", command),
    ]
    return PageTable(
      columns: ["what", "value"],
      rows: entries.compactMap { name, value in value.map { [name, $0] } })
  }

  private var commands: String {
    // study.json is the study as it was given, without --seed and --set, and without the data of a calibration.
    """
    spreadlab verify .                           # check every file, and repeat a sample of runs
    spreadlab run study.resolved.json -o again   # repeat the whole study in another folder
    """
  }
}
