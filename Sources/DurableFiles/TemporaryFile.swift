internal import Glibc

/// The file under its temporary name: locked while it is open, gone unless renamed.
final class TemporaryFile {
  private let folder: DurableFolder
  private let name: String
  private let temporaryName: String
  private var descriptor: Int32
  /// Whether a file of ours has the temporary name.
  private var isThere = false

  private var path: String { folder.place(of: name) }

  /// - Parameter kept: of the bytes that are there under the temporary name, so many stay.
  /// - Throws: `DurableFileError`, also where fewer are there.
  init(for name: String, in folder: DurableFolder, keeping kept: Int = 0) throws(DurableFileError) {
    precondition(!name.isEmpty && !name.contains("/"), "a name, not a path")
    self.folder = folder
    self.name = name
    temporaryName = DurableFile.temporaryName(of: name)
    descriptor = -1
    if let kind = EntryKind(name, in: folder.descriptor), kind != .file {
      throw .foreign("write", path, is: kind, not: "a file")
    }
    repeat {
      close()
      descriptor = try folder.open(temporaryName, O_RDWR | O_CREAT)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close()
        throw code == EWOULDBLOCK
          ? DurableFileError("write", path, code: EBUSY, problem: "another process is writing it")
          : DurableFileError("lock", path, code: code)
      }
      // Between opening and locking, another process may have renamed what was opened.
    } while !folder.holds(descriptor, as: temporaryName)
    isThere = true
    guard lseek(descriptor, 0, SEEK_END) >= kept else {
      discard()
      throw .changed(path)
    }
    guard ftruncate(descriptor, off_t(kept)) == 0, lseek(descriptor, off_t(kept), SEEK_SET) >= 0
    else {
      let code = errno
      discard()
      throw DurableFileError("write", path, code: code)
    }
  }

  /// Hands over the first bytes, piece by piece.
  func read(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(DurableFileError) {
    let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
    defer { piece.deallocate() }
    var done = 0
    while done < count {
      let got = pread(
        descriptor, piece.baseAddress, min(piece.count, count - done), off_t(done))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else {
        throw got == 0 ? .changed(path) : DurableFileError("read", path, code: errno)
      }
      body(UnsafeBufferPointer(rebasing: piece[..<got]))
      done += got
    }
  }

  deinit { discard() }

  /// Writes all of it; interrupted and partial writes go on.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(DurableFileError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, start + done, bytes.count - done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        let code = count == 0 ? ENOSPC : errno
        throw DurableFileError("write", path, code: code, neededBytes: bytes.count - done)
      }
    }
  }

  /// Makes what was written lasting, still under the temporary name.
  func sync(bytes: Int) throws(DurableFileError) {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else {
        throw DurableFileError("sync", path, code: errno, neededBytes: bytes)
      }
    }
  }

  /// Closes the file, and so gives up its lock.
  func close(bytes: Int) throws(DurableFileError) {
    guard descriptor >= 0 else { return }
    let closed = Glibc.close(descriptor)
    descriptor = -1
    guard closed == 0 || errno == EINTR else {
      throw DurableFileError("close", path, code: errno, neededBytes: bytes)
    }
  }

  /// Gives the file its name; lasting once the folder is synced.
  func rename() throws(DurableFileError) {
    guard renameat(folder.descriptor, temporaryName, folder.descriptor, name) == 0 else {
      throw DurableFileError("rename to", path, code: errno)
    }
    isThere = false
  }

  func syncFolder() throws(DurableFileError) { try folder.sync() }

  private func discard() {
    if isThere { unlinkat(folder.descriptor, temporaryName, 0) }
    isThere = false
    close()
  }

  /// Leaves the file as it is.
  private func close() {
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    descriptor = -1
  }
}
