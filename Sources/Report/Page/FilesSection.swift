import PlainText

/// Links to every file of the folder, where it comes from, and how to make it again.
struct FilesSection {
  let folder: ResultsFolder

  var html: String {
    """
    <section id="files"><h2>Files</h2>
    <p><a href="datapackage.json">datapackage.json</a> gives the type, unit and meaning of every column;
    <a href="README.txt">README.txt</a> shows how to load the tables in pandas, R, DuckDB and gnuplot.</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Table: files"><table>
    <caption>Tables in this folder</caption>
    <thead><tr><th scope="col">file</th><th scope="col">one row is</th>
    <th scope="col" class="n">bytes</th></tr></thead><tbody>
    \(tables)
    </tbody></table></div></section>
    <section id="provenance"><h2>Provenance, and how to reproduce this study</h2>
    <div class="card"><dl>
    \(origin.map { "<dt>\(escaped($0.0))</dt><dd>\(escaped($0.1))</dd>" }.joined(separator: "\n"))
    </dl></div>
    <p>Every number is determined by the study file and its seed: the same study gives the same bytes
    for any number of threads.</p>
    <pre tabindex="0"><code>\(escaped(commands))</code></pre></section>
    """
  }

  private var tables: String {
    (folder.package?["resources"]?.elements ?? []).compactMap { resource in
      // A name of ours: anything else could be an address, or lead out of the folder.
      guard let path = resource["path"]?.text,
        path.wholeMatch(of: /[A-Za-z0-9_-]+\.csv(\.gz)?/) != nil
      else { return nil }
      let row = resource["schema"]?["row"]?.text ?? ""
      return
        "<tr><td><a href=\"\(escaped(path))\">\(escaped(path))</a></td><td>\(escaped(row))</td>"
        + "<td class=\"n\">\(resource["bytes"]?.number?.integer.map(grouped) ?? "\u{2013}")</td></tr>"
    }.joined(separator: "\n")
  }

  private var origin: [(String, String)] {
    guard let manifest = folder.manifest else { return [("manifest", "missing")] }
    let times = manifest["times"]
    let version = [manifest["tool_version"]?.text, manifest["tool_commit"]?.text]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", commit ")
    let entries: [(String, String?)] = [
      ("program", "spreadlab \(version)"),
      (
        "format, results version",
        "\(manifest["format_version"]?.text ?? "?"), \(manifest["results_version"]?.text ?? "?")"
      ),
      ("study digest", manifest["study_digest"]?.text),
      ("seed", manifest["seed"]?.text),
      ("GSL", manifest["gsl_version"]?.text),
      ("computed on", times?["host"]?.text),
      ("threads", times?["threads"]?.text),
      ("finished", times?["finished"]?.text),
      ("seconds", times?["elapsed_seconds"]?.number.map { shortNumber($0.double) }),
      ("command", times?["command_line"]?.elements?.compactMap(\.text).joined(separator: " ")),
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
