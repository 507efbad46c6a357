internal import Checksums
internal import Glibc

/// A file that appears whole under its name, or not at all, whatever happens while it is written.
///
/// Bytes go to a temporary name beside it; `commit` syncs them, renames the file and syncs its
/// folder, so a file that is there is complete even after a power cut. Appending never throws:
/// the first error is kept and thrown by `check` or `commit`. A file that is not committed is
/// discarded with the object. Source: docs/store.md, "Files that are whole or absent".
///
/// Not `Sendable`: one owner.
package final class DurableFile {
  package let path: String
  private let temporary: TemporaryFile
  private let buffer: UnsafeMutablePointer<UInt8>
  private var used = 0
  private var gzip: GzipStream?
  private var digest = SHA256()
  private var bytes = 0
  private var failure: DurableFileError?

  private static let capacity = 1 << 18

  /// Starts the file; its folder must exist.
  ///
  /// - Parameter gzip: compresses all that is written; the name is taken as it is.
  /// - Throws: `DurableFileError` if the folder cannot be written, or another process is just
  ///   writing this file.
  package init(path: String, gzip: Bool = false) throws(DurableFileError) {
    self.path = path
    temporary = try TemporaryFile(for: path)
    if gzip {
      guard let stream = GzipStream() else {
        throw DurableFileError("compress", path, code: ENOMEM)
      }
      self.gzip = stream
    }
    buffer = .allocate(capacity: Self.capacity)
  }

  deinit { buffer.deallocate() }

  package func write(byte: UInt8) {
    reserve(1)
    buffer[used] = byte
    used += 1
  }

  /// Decimal digits, with `-` where negative.
  package func write(integer: Int) {
    reserve(IntegerDigits.mostCharacters)
    used += IntegerDigits.write(integer, to: buffer + used)
  }

  /// As `realText`.
  package func write(real: Double) {
    // Most real numbers of a study are small whole ones; their text is digits and ".0".
    if let whole = Int(exactly: real), whole.magnitude < 1 << 53, whole != 0 || real.sign == .plus {
      reserve(IntegerDigits.mostCharacters + 2)
      used += IntegerDigits.write(whole, to: buffer + used)
      buffer[used] = UInt8(ascii: ".")
      buffer[used + 1] = UInt8(ascii: "0")
      used += 2
    } else {
      write(text: realText(real))
    }
  }

  package func write(text: StaticString) {
    text.withUTF8Buffer { append($0) }
  }

  package func write(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  package func write(bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Throws the first error so far, for writers who would rather stop early.
  package func check() throws(DurableFileError) {
    if let failure { throw failure }
  }

  /// Gives the file its name; what was written is then safe from crashes and power cuts.
  ///
  /// - Throws: the first error of any write; the old file, if there was one, is still there then.
  package func commit() throws(DurableFileError) -> WrittenFile {
    flush(isLast: true)
    if let failure { throw failure }
    try temporary.rename(bytes: bytes)
    return WrittenFile(path: path, bytes: bytes, sha256: digest.hexDigest())
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      if used == Self.capacity { flush(isLast: false) }
      let count = min(bytes.count - done, Self.capacity - used)
      (buffer + used).update(from: start + done, count: count)
      used += count
      done += count
    }
  }

  private func reserve(_ count: Int) {
    if used + count > Self.capacity { flush(isLast: false) }
  }

  private func flush(isLast: Bool) {
    defer { used = 0 }
    guard failure == nil else { return }
    let pending = UnsafeBufferPointer(start: buffer, count: used)
    do throws(DurableFileError) {
      if let gzip {
        try gzip.compress(pending, isLast: isLast) { (piece) throws(DurableFileError) in
          try put(piece)
        }
      } else {
        try put(pending)
      }
    } catch { failure = error }
  }

  private func put(_ piece: UnsafeBufferPointer<UInt8>) throws(DurableFileError) {
    try temporary.write(piece)
    digest.update(piece)
    bytes += piece.count
  }
}
