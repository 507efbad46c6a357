/// Files of a folder that get their names together, within milliseconds: until then whoever reads the
/// folder finds the files that were there before.
///
/// The files wait under their temporary names, and are gone with the swap if it is not made; those of a
/// process that was killed stay until the files are written again. They are not locked meanwhile: whoever
/// swaps files keeps other writers out of the folder.
///
/// Not `Sendable`: one owner.
package final class FileSwap {
  private let folder: DurableFolder
  private var files: [DurableFile] = []

  package init(_ folder: DurableFolder) { self.folder = folder }

  /// - Precondition: the file is in the folder.
  func add(_ file: DurableFile) throws(DurableFileError) {
    try file.wait()
    files.append(file)
  }

  /// Gives all files their names, in the order in which they came; lasting when it returns.
  ///
  /// - Throws: `DurableFileError`; files before the one it names have their names then.
  package func make() throws(DurableFileError) {
    for file in files { try file.rename() }
    files = []
    try folder.sync()
  }
}
