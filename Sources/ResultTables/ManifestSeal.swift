import Checksums
package import DurableFiles
import PlainText
import RunStore

/// The digest of the manifest, in the store's folder: what the manifest says of itself (seed, versions,
/// whether the study is complete) is held by no other file's digest.
///
/// The form is that of sha256sum(1). The manifest goes before it, and comes back after it: wherever a
/// crash happens, a manifest that is there has its seal.
package enum ManifestSeal {
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

  /// Takes away the manifest and its seal: from now on the tables are being written.
  static func open(_ results: DurableFolder) throws(DurableFileError) {
    try results.remove(manifestName)
    if RunStore.exists(in: results.path) {
      try results.folder(RunStore.folderName).remove(name)
    }
  }

  /// Seals a manifest and writes it: the tables are finished.
  static func close(_ manifest: String, in results: DurableFolder) throws(DurableFileError) {
    // Tables may be written apart from their store.
    if RunStore.exists(in: results.path) {
      let seal = try results.folder(RunStore.folderName).file(name)
      seal.text.write(text: text(of: Array(manifest.utf8)))
      _ = try seal.commit()
    }
    let file = try results.file(manifestName)
    file.text.write(text: manifest)
    _ = try file.commit()
  }
}
