import DurableFiles
import PlainText

/// Whether what is asked about is a results folder.
///
/// - Parameter decimalComma: asked for, of a file.
/// - Throws: `WordedError` where that is asked of a folder.
func isFolder(_ path: String, decimalComma: Bool) throws -> Bool {
  guard isFolder(path) else { return false }
  if decimalComma {
    throw Failure(
      .unfitOption,
      "\(setting: "decimal_comma") is for a file; tables of a results folder have decimal points")
  }
  return true
}
