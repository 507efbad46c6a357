import Checksums
package import DurableFiles
import PlainText
import RunStore

/// The digest of the manifest, in the store's folder: what the manifest says of itself (seed, versions,
/// whether the study is complete) is held by no other file's digest.
///
/// The form is that of sha256sum(1). The manifest goes before it, and comes back after it: wherever a
/// crash happens, a manifest that is there has its seal.
package struct ManifestSeal {
  package static let name = "manifest.sha256"

  /// The seal in a results folder; nil if there is none.
  ///
  /// - Throws: `DurableFileError`, also (`isForeign`) where something else than a file has the name.
  package static func read(in results: String) throws(DurableFileError) -> String? {
    let path = "\(results)/\(RunStore.folderName)/\(name)"
    guard entryExists(path) else { return nil }
    let bytes = try ReadableFile.bytes(of: path, .found, upTo: 200)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The seal of a manifest.
  package static func text(of manifest: [UInt8]) -> String {
    "\(SHA256.hexDigest(of: manifest))  \(manifestName)\n"
  }

  /// Takes away the manifest and its seal: from now on the tables are changed.
  static func takeAway(from results: DurableFolder) throws(DurableFileError) {
    try results.remove(manifestName)
    if RunStore.exists(in: results.path) {
      try results.folder(RunStore.folderName).remove(name)
    }
  }

  private let swaps: [FileSwap]

  /// Writes a manifest and its seal beside those that are there.
  init(_ manifest: String, in results: DurableFolder) throws(DurableFileError) {
    var swaps: [FileSwap] = []
    func write(_ text: String, to name: String, in folder: DurableFolder) throws(DurableFileError) {
      let swap = FileSwap(folder)
      let file = try folder.file(name)
      file.text.write(text: text)
      _ = try file.commit(with: swap)
      swaps.append(swap)
    }
    // Tables may be written apart from their store.
    if RunStore.exists(in: results.path) {
      try write(
        Self.text(of: Array(manifest.utf8)), to: Self.name,
        in: try results.folder(RunStore.folderName))
    }
    try write(manifest, to: manifestName, in: results)
    self.swaps = swaps
  }

  /// Puts them in their places: the tables are finished.
  func put() throws(DurableFileError) {
    for swap in swaps { try swap.make() }
  }
}
