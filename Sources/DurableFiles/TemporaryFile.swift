internal import Glibc

/// The file under its temporary name: locked while it is written, gone unless renamed.
final class TemporaryFile {
  private let path: String
  private let temporaryPath: String
  private var descriptor: Int32

  /// Always the same name, so that what a crash leaves behind is overwritten by the next try.
  init(for path: String) throws(DurableFileError) {
    self.path = path
    temporaryPath = path + ".tmp"
    descriptor = -1
    repeat {
      if descriptor >= 0 { close(descriptor) }
      descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      if descriptor < 0 {
        let code = errno
        if code == EINTR { continue }
        throw DurableFileError(
          "create", path, code: code, neededBytes: code == ENOSPC || code == EDQUOT ? 4096 : nil)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        descriptor = -1
        throw DurableFileError(
          "write", path, code: EBUSY, problem: "another process is writing it")
      }
      // Between opening and locking, another process may have renamed what was opened.
    } while !isStillThere
    guard ftruncate(descriptor, 0) == 0 else {
      let code = errno
      discard()
      throw DurableFileError("write", path, code: code)
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

  /// Syncs the file, gives it its name and syncs the folder.
  func rename(bytes: Int) throws(DurableFileError) {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else {
        throw DurableFileError("sync", path, code: errno, neededBytes: bytes)
      }
    }
    guard Glibc.rename(temporaryPath, path) == 0 else {
      throw DurableFileError("rename to", path, code: errno)
    }
    // Closing after the rename keeps the lock until nobody can open the temporary name.
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 || errno == EINTR else {
      throw DurableFileError("close", path, code: errno, neededBytes: bytes)
    }
    try DurableFolder.sync(parentFolder(of: path))
  }

  private var isStillThere: Bool {
    guard descriptor >= 0 else { return false }
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && lstat(temporaryPath, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  private func discard() {
    guard descriptor >= 0 else { return }
    unlink(temporaryPath)
    close(descriptor)
    descriptor = -1
  }
}
