import DurableFiles
import PlainText
import ResultTables
import RunStore

/// The first few of many, and how many more there are.
package func inShort(_ gaps: [String]) -> String {
  let most = 8
  return gaps.prefix(most).joined(separator: "; ")
    + (gaps.count > most ? "; and \(gaps.count - most) more" : "")
}

/// "1 point", "3 points".
package func plural(_ count: Int, _ noun: String) -> String {
  "\(readable(Double(count))) \(noun)\(count == 1 ? "" : "s")"
}

/// That there is no store in a folder, or no folder.
func noResults(_ folder: String) -> Failure {
  guard entryExists(folder) else {
    return Failure(.noResults, file: folder, "\(folder): there is no such folder")
  }
  return Failure(
    .noResults, file: folder,
    "\(folder) holds no runs of a study (there is no \(RunStore.folderName) folder in it)"
      + (entryExists("\(folder)/\(manifestName)")
        ? "; its tables alone are read by 'spreadlab compare', 'diff', 'fit', 'report' and 'verify'"
        : ""))
}
