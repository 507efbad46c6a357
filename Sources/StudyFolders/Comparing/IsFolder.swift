import Glibc
import PlainText

/// Whether the path names a folder.
package func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The same of what is asked about, before it is.
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
