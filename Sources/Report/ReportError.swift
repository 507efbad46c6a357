package import DurableFiles
package import PlainText

/// Why a report could not be made, worded for the person who asked for it.
package enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder lacks a table that every results folder has.
  case notResults(folder: String, missing: String)
  /// The writing of the tables was interrupted: some may be older than others.
  case unfinishedTables(folder: String)
  /// A table or side file that breaks its own format.
  case damaged(file: String, problem: String)
  case unreadable(file: String, problem: String)
  /// A script that gnuplot refused; the text is gnuplot's.
  case gnuplotFailed(script: String, message: String)
  case file(DurableFileError)
  /// A response that was asked for and is not there; those that are, none of a calibration.
  case unknownResponse(String, folder: String, known: [String])
  /// A number of panels out of range.
  case panels(Int)

  package var description: String { message.description }

  /// What happened, with the settings of whoever asked.
  package var message: CallerText {
    switch self {
    case .notResults(let folder, let missing):
      "\(folder) holds no complete tables (\(missing) is not there); make them with "
        + "spreadlab run or spreadlab analyze"
    case .unfinishedTables(let folder):
      "the tables in \(folder) were not finished (manifest.json is missing), so some may be older "
        + "than others; write them again with 'spreadlab analyze \(folder)'"
    case .damaged(let file, let problem): "\(file) is damaged: \(problem)"
    case .unreadable(let file, let problem): "\(file): cannot read: \(problem)"
    case .gnuplotFailed(let script, let message): "gnuplot refused \(script): \(message)"
    case .file(let error): CallerText(error.description)
    case .unknownResponse(_, let folder, let known) where known.isEmpty:
      "\(setting: "responses"): \(folder) holds a calibration, whose report is about its parameters; "
        + "leave it out"
    case .unknownResponse(let name, let folder, let known):
      "\(setting: "responses"): \(folder) has no response \"\(withoutControls(name))\"; choose from "
        + "\(known.joined(separator: ", "))"
    case .panels(let number):
      "\(setting: "panels", number): give a number from \(ReportOptions.panelRange.lowerBound) to "
        + "\(ReportOptions.panelRange.upperBound)"
    }
  }
}
