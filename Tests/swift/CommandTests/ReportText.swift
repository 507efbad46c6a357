import Foundation

/// The report of a folder as it is read: without the elements that say where its numbers come from.
func reportText(of folder: String) throws -> String {
  try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    .replacing(/<\/?data[^>]*>/, with: "")
}
