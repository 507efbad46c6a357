internal import Checksums
internal import Glibc
package import PlainText

/// A file that appears whole under its name, or not at all, whatever happens while it is written.
///
/// Bytes go to a temporary name beside it; `commit` syncs them, renames the file and syncs its
/// folder, so a file that is there is complete even after a power cut. Appending never throws:
/// the first error is kept and thrown by `check` or `commit`. A file that is not committed is
/// discarded with the object. Source: docs/reliability.md, "Files that are whole or absent".
///
/// Not `Sendable`: one owner.
package final class DurableFile {
  package let path: String
  /// Takes what is to be written.
  package let text: TextBuffer
  private let target: Target

  private static let capacity = 1 << 18

  /// What a file is called while it is written: always the same, so that what a crash leaves behind is
  /// overwritten by the next try.
  package static func temporaryName(of name: String) -> String { name + ".tmp" }

  /// As `DurableFolder.file`.
  init(
    _ name: String, in folder: DurableFolder, gzip: Bool, after part: WrittenFile?
  ) throws(DurableFileError) {
    precondition(part == nil || !gzip, "only plain files go on")
    path = folder.place(of: name)
    let temporary = try TemporaryFile(for: name, in: folder, keeping: part?.bytes ?? 0)
    var stream: GzipStream?
    if gzip {
      stream = GzipStream()
      if stream == nil { throw DurableFileError("compress", path, code: ENOMEM) }
    }
    let target = Target(temporary, stream)
    self.target = target
    if let part { try target.goOn(after: part) }
    text = TextBuffer(capacity: Self.capacity) { target.put($0, isLast: false) }
  }

  /// Throws the first error so far, for writers who would rather stop early.
  package func check() throws(DurableFileError) { try target.check() }

  /// What is in the file under its temporary name by now, so that another process can go on after it if this
  /// one is killed; not lasting. Nil of a compressed file, which nobody can go on with.
  package func part() throws(DurableFileError) -> WrittenFile? {
    text.flush()
    try check()
    guard !target.isCompressed else { return nil }
    return WrittenFile(path: path, bytes: target.bytes, sha256: target.hexDigest)
  }

  /// Gives the file its name; what was written is then safe from crashes and power cuts.
  ///
  /// - Parameter swap: by which it gets its name together with others; nil: at once.
  /// - Throws: the first error of any write; the old file, if there was one, is still there then.
  package func commit(with swap: FileSwap? = nil) throws(DurableFileError) -> WrittenFile {
    text.flush()
    if let swap { try swap.add(self) } else { try target.commit() }
    return WrittenFile(path: path, bytes: target.bytes, sha256: target.hexDigest)
  }

  /// Makes it lasting under its temporary name, without a descriptor: there may be many of them.
  func wait() throws(DurableFileError) { try target.wait() }

  /// Gives it its name after that; lasting once the folder is synced.
  func rename() throws(DurableFileError) { try target.rename() }
}

/// Where the pieces go: through gzip, if wanted, to the temporary file and its digest.
private final class Target {
  private let temporary: TemporaryFile
  private let gzip: GzipStream?
  private var digest = SHA256()
  private(set) var bytes = 0
  private var failure: DurableFileError?

  init(_ temporary: TemporaryFile, _ gzip: GzipStream?) {
    self.temporary = temporary
    self.gzip = gzip
  }

  var hexDigest: String { digest.hexDigest() }
  var isCompressed: Bool { gzip != nil }

  func goOn(after part: WrittenFile) throws(DurableFileError) {
    try temporary.read(part.bytes) { digest.update($0) }
    bytes = part.bytes
    guard hexDigest == part.sha256 else { throw .changed(part.path) }
  }

  func put(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    guard failure == nil else { return }
    do throws(DurableFileError) {
      if let gzip {
        try gzip.compress(piece, isLast: isLast) { (piece) throws(DurableFileError) in
          try write(piece)
        }
      } else {
        try write(piece)
      }
    } catch { failure = error }
  }

  func check() throws(DurableFileError) {
    if let failure { throw failure }
  }

  func commit() throws(DurableFileError) {
    try finish()
    try temporary.rename()
    // Closing after the rename keeps the lock until nobody can open the temporary name.
    try temporary.close(bytes: bytes)
    try temporary.syncFolder()
  }

  func wait() throws(DurableFileError) {
    try finish()
    try temporary.close(bytes: bytes)
  }

  func rename() throws(DurableFileError) { try temporary.rename() }

  private func finish() throws(DurableFileError) {
    put(UnsafeBufferPointer(start: nil, count: 0), isLast: true)
    try check()
    try temporary.sync(bytes: bytes)
  }

  private func write(_ piece: UnsafeBufferPointer<UInt8>) throws(DurableFileError) {
    try temporary.write(piece)
    digest.update(piece)
    bytes += piece.count
  }
}
