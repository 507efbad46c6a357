import PlainText
import StudyFiles
import StudyFolders
import StudyRuns

/// What `spreadlab verify` prints for a folder without faults.
extension FolderVerification {
  func text(_ folder: String) -> String {
    let what = part.map { "part \($0) of a study, " } ?? ""
    let soFar = isComplete || part != nil ? "" : ", but incomplete"
    let repeated = hasStore ? ", \(plural(runsRepeated, "run")) repeated and found equal" : ""
    var text =
      "\(folder) is sound\(soFar): \(what)\(hasStore ? "store with" : "tables of") "
      + "\(plural(runs, "run")), \(plural(filesChecked, "file"))\(repeated)\n"
    for note in notes { text += "\(note)\n" }
    if !notChecked.isEmpty {
      text += "not checked, because spreadlab did not write it: \(inShort(notChecked))\n"
    }
    return text
  }

  var json: [(String, JSONText)] {
    [
      ("sound", .bool(faults.isEmpty)), ("complete", .bool(isComplete)),
      ("part", .string(part.name)), ("runs", .int(runs)),
      ("files_checked", .int(filesChecked)), ("runs_repeated", .int(runsRepeated)),
      ("faults", .array(faults.map(JSONText.string))),
      ("not_checked", .array(notChecked.map(JSONText.string))),
    ]
  }
}
