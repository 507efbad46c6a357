import DurableFiles
import PlainText
import RunStore
import StudyFiles
import Tables

/// Writes what explains the tables of a results folder: the study as given and with its defaults,
/// the data package, and a page for people.
///
/// - Parameter tables: every table of the folder, in the order in which people see them.
func writeSideFiles(
  _ results: CountedRuns, tables: [WrittenTable], to folder: DurableFolder, _ swap: FileSwap
) throws -> [WrittenFile] {
  let study = results.study
  let package = DataPackage(
    name: study.name, title: "Results of the study \(study.name)",
    description: study.description ?? "", tables: tables)
  let contents = [
    results.studyFile, study.resolvedJSON, Array(package.json.text.utf8), Array(readMe(study).utf8),
  ]
  return try zip(contents, sideFileNames).map { bytes, name in
    let file = try folder.file(name)
    file.text.write(bytes: bytes)
    return try file.commit(with: swap)
  }
}

/// Every results folder has them.
package let sideFileNames = ["study.json", "study.resolved.json", "datapackage.json", "README.txt"]

/// What a person needs who meets the folder without spreadlab.
private func readMe(_ study: Study) -> String {
  let description = (study.description ?? "").split(whereSeparator: \.isNewline)
    .joined(separator: " ")
  return """
    Results of the study "\(study.name)"\(description.isEmpty ? "" : ": \(description)")
    Tables are CSV files; runs.csv has a row per run, and points.csv the parameters of every point.
    An empty field is a missing value, 1 and 0 are yes and no, and inf is a length without end.
    The type, unit, meaning and keys of every column are in datapackage.json.
    study.resolved.json is the study as it was run: "spreadlab run" with it makes the same tables.
    How to load the tables in Python, R, DuckDB and gnuplot: docs/file-formats.md of spreadlab

    """
}
