package import DurableFiles
import PlainText
import RunStore

/// The digest of the manifest, in the store's folder: what the manifest says of itself (seed, versions,
/// whether the study is complete) is held by no other file's digest.
///
/// The form is that of sha256sum(1). It is taken away before the tables are written and put back at the
/// end, so that a manifest without it is one that a crash, or an older program, left so.
package enum ManifestSeal {
  package static let name = "manifest.sha256"

  /// The digest sealed in a results folder; nil if there is none.
  ///
  /// - Throws: `DurableFileError`, also (`isForeign`) where something else than a file has the name.
  package static func digest(in results: String) throws(DurableFileError) -> String? {
    let path = "\(results)/\(RunStore.folderName)/\(name)"
    guard entryExists(path) else { return nil }
    let bytes = try ReadableFile.bytes(of: path, .found, upTo: 200)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The seal of a manifest with that digest.
  package static func text(_ digest: String) -> String { "\(digest)  \(manifestName)\n" }

  /// Takes away the seal, then the manifest: from now on the tables are being written.
  static func open(_ results: DurableFolder) throws(DurableFileError) {
    if RunStore.exists(in: results.path) {
      try results.folder(RunStore.folderName).remove(name)
    }
    try results.remove(manifestName)
  }

  static func close(_ manifest: WrittenFile, in results: DurableFolder) throws(DurableFileError) {
    // Tables may be written apart from their store.
    guard RunStore.exists(in: results.path) else { return }
    let file = try results.folder(RunStore.folderName).file(name)
    file.text.write(text: text(manifest.sha256))
    _ = try file.commit()
  }
}
