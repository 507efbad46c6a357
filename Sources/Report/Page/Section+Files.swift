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
  let folder: ResultsFolder

  var links: String {
    """
    <p><a href="datapackage.json">datapackage.json</a> gives the type, unit and meaning of every column;
    <a href="README.txt">README.txt</a> shows how to load the tables in pandas, R, DuckDB and gnuplot.</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Table: files"><table>
    <caption>Tables in this folder</caption>
    <thead><tr><th scope="col">file</th><th scope="col">one row is</th>
    <th scope="col" class="n">bytes</th></tr></thead><tbody>
    \(tables)
    </tbody></table></div>
    """
  }

  var provenance: String {
    """
    \(cardHTML(origin))
    <p>Every number is determined by the study file and its seed: the same study gives the same bytes
    for any number of threads.</p>
    <pre tabindex="0"><code>\(escaped(commands))</code></pre>
    """
  }

  private var tables: String {
    folder.tables.all.enumerated().map { place, table in
      let file = table.path.split(separator: "/").last ?? ""
      let bytes = table.bytes.map {
        Source.package.cell("resources.\(place).bytes", String($0), shown: grouped($0)).html
      }
      let row = Source.package.word("resources.\(place).schema.row", table.schema.row).html
      return
        "<tr><td><a href=\"\(file)\">\(file)</a></td><td>\(row)</td>"
        + "<td class=\"n\">\(bytes ?? "\u{2013}")</td></tr>"
    }.joined(separator: "\n")
  }

  private var origin: [(Words, Words)] {
    func cell(_ path: String) -> Words? {
      let value = path.split(separator: ".").reduce(folder.manifest) { $0?[String($1)] }
      guard let text = value?.text, !text.isEmpty else { return nil }
      let isReal = path == "times.elapsed_seconds"
      return Source.manifest.cell(path, text, shown: isReal ? shortNumber(text) : text)
    }
    let commit = cell("tool_commit").map { ", commit \($0)" as Words } ?? ""
    let command = folder.manifest?["times"]?["command_line"]?.elements?.compactMap(\.text)
      .joined(separator: " ")
    let entries: [(Words, Words?)] = [
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
      ("seconds", cell("times.elapsed_seconds")),
      ("command", command.map { Source.manifest.word("times.command_line", $0) }),
    ]
    return entries.compactMap { name, value in value.map { (name, $0) } }
  }

  private var commands: String {
    // The study as it was given does not know the data.
    let study = folder.isCalibration ? "study.resolved.json" : "study.json"
    return """
      spreadlab verify .                  # check every file, and repeat a sample of runs
      spreadlab run \(study) -o again   # repeat the whole study in another folder
      """
  }
}
