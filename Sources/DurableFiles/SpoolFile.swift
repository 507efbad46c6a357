internal import Glibc

/// Bytes that memory should not hold: a file without a name, appended to and read back by one
/// thread, gone when this object or the process is.
///
/// The first failure is kept, and from then on nothing is written and zeros are read: ask
/// `check()` before publishing what was made from it.
package final class SpoolFile {
  private let folder: String
  private var descriptor: Int32 = -1
  private var failure: DurableFileError?
  /// Bytes appended so far.
  package private(set) var count = 0

  /// - Parameter folder: where the bytes go; nothing is made there before the first `append`.
  package init(in folder: String) {
    self.folder = folder
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// - Returns: the offset at which `bytes` can be read back.
  package func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let offset = count
    count += bytes.count
    if descriptor < 0, failure == nil { open() }
    guard failure == nil, let start = bytes.baseAddress else { return offset }
    var done = 0
    while done < bytes.count {
      let written = pwrite(descriptor, start + done, bytes.count - done, off_t(offset + done))
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        fail("write", written == 0 ? ENOSPC : errno, neededBytes: bytes.count - done)
        break
      }
    }
    return offset
  }

  /// Fills `bytes` with what was appended from `offset` on.
  package func read(into bytes: UnsafeMutableRawBufferPointer, from offset: Int) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while failure == nil, done < bytes.count {
      let got = pread(descriptor, start + done, bytes.count - done, off_t(offset + done))
      if got > 0 {
        done += got
      } else if got == 0 || errno != EINTR {
        fail("read", got == 0 ? EIO : errno)
      }
    }
    if done < bytes.count { memset(start + done, 0, bytes.count - done) }
  }

  /// - Throws: the first failure since this object was made.
  package func check() throws(DurableFileError) {
    if let failure { throw failure }
  }

  private func open() {
    let withoutName = 0o20_000_000 | O_DIRECTORY  // O_TMPFILE, a macro Swift does not import
    descriptor = Glibc.open(folder, withoutName | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor < 0 else { return }
    // Some file systems have no files without a name: make one and take its name away.
    var path = Array("\(folder)/.spool.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return fail("create", errno) }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private func fail(_ operation: String, _ code: Int32, neededBytes: Int? = nil) {
    failure = DurableFileError(
      operation, "\(folder)/ (a temporary file)", code: code, neededBytes: neededBytes)
  }
}
