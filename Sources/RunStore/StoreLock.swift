internal import Glibc

/// The process that writes to a store.
package struct StoreHolder: Sendable, Equatable {
  /// 0 where it could not be read.
  package let pid: Int32
  package let host: String
}

/// At most one writer per store: a lock the kernel frees when its holder ends, however it ends.
///
/// A lock of the open file, not of the process: it also holds against a second opening in the
/// same process, and other code closing the file does not free it (fcntl(2), "Open file
/// description locks"). Who holds it is written inside, for messages only.
final class StoreLock: Sendable {
  private let descriptor: Int32

  // Linux's numbers for F_OFD_GETLK and F_OFD_SETLK, which Swift's Glibc module does not show.
  private static let query: Int32 = 36
  private static let set: Int32 = 37

  /// - Throws: `RunStoreError.inUse` at once if somebody else holds it.
  init(path: String) throws(RunStoreError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .system(path, "cannot open the lock", errno) }
    var request = Self.wholeFile
    guard fcntl(descriptor, Self.set, &request) == 0 else {
      let code = errno
      close(descriptor)
      guard code == EAGAIN || code == EACCES else {
        throw .system(path, "cannot lock", code)
      }
      let holder = Self.holder(path: path) ?? StoreHolder(pid: 0, host: "")
      throw .inUse(pid: holder.pid, host: holder.host)
    }
    let text = Array("\(getpid()) \(Self.hostName)\n".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count
    else {
      let code = errno
      close(descriptor)
      throw .system(path, "cannot write", code, neededBytes: text.count)
    }
  }

  deinit { close(descriptor) }

  /// Who holds the lock now; nil if nobody does.
  static func holder(path: String) -> StoreHolder? {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The holder writes its name right after it has the lock: give it a moment.
    for _ in 0..<50 {
      var request = wholeFile
      guard fcntl(file, query, &request) == 0, request.l_type != Int16(F_UNLCK) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = pread(file, &bytes, bytes.count, 0)
      if count > 0, bytes[count - 1] == UInt8(ascii: "\n") {
        let words = String(decoding: bytes[..<(count - 1)], as: UTF8.self).split(separator: " ")
        if words.count == 2, let pid = Int32(words[0]) {
          return StoreHolder(pid: pid, host: String(words[1]))
        }
      }
      usleep(2000)
    }
    return StoreHolder(pid: 0, host: "")
  }

  private static var wholeFile: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }

  private static var hostName: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: &name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }
  }
}
