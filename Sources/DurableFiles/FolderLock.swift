internal import Glibc
package import PlainText

/// The process that holds a lock.
package struct LockHolder: Sendable, Equatable, CustomStringConvertible {
  /// 0 where it could not be read.
  package let pid: Int32
  package let host: String
  /// Its current task, as it last reported it; nil where it has reported none.
  package var task: String? = nil

  package var description: String {
    pid > 0 ? "process \(pid) on \(host)" : "another process"
  }
}

/// Another process works in a folder.
package struct FolderInUse: WordedError {
  package let holder: LockHolder

  package init(by holder: LockHolder = LockHolder(pid: 0, host: "")) { self.holder = holder }

  package var code: ErrorCode { .inUse }
  package var message: CallerText {
    "the results folder is in use by \(holder); wait for it, or give another folder"
  }
}

/// At most one process at a time: a lock the kernel frees when its holder ends, however it ends.
///
/// A lock of the open file, not of the process: it also holds against a second opening in the
/// same process, other code closing the file does not free it, and a child that was given the
/// descriptor holds it on (fcntl(2), "Open file description locks"). Who holds it is written
/// inside, for messages only.
package final class FolderLock: Sendable {
  package static let name = "lock"
  /// For a child that is to hold the lock as well, until it ends.
  package let descriptor: Int32

  // Linux's numbers for F_OFD_GETLK and F_OFD_SETLK, which Swift's Glibc module does not show.
  private static let query: Int32 = 36
  private static let set: Int32 = 37

  /// Takes the lock of a folder, a file `lock` in it.
  ///
  /// - Throws: `FolderInUse` at once if somebody else holds it.
  package init(of folder: DurableFolder) throws {
    descriptor = try folder.open(Self.name, O_RDWR | O_CREAT)
    let path = folder.place(of: Self.name)
    var request = Self.wholeFile
    // An initializer that throws from here on leaves closing to `deinit`.
    guard fcntl(descriptor, Self.set, &request) == 0 else {
      let code = errno
      guard code == EAGAIN || code == EACCES else {
        throw DurableFileError("lock", path, code: code)
      }
      throw FolderInUse(by: Self.holder(of: folder.path) ?? LockHolder(pid: 0, host: ""))
    }
    let text = Self.text(nil)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count
    else {
      throw DurableFileError("write", path, code: errno, neededBytes: text.count)
    }
  }

  /// Reports the current task of this process, in a few words, to processes that ask who holds the lock.
  package func report(task: String) {
    let text = Self.text(task)
    // In one piece, so that nobody reads a half of it. A full disk is noticed by those who need it.
    _ = pwrite(descriptor, text, text.count, 0)
    ftruncate(descriptor, off_t(text.count))
  }

  private static func text(_ task: String?) -> [UInt8] {
    Array("\(getpid()) \(hostName)\(task.map { " \($0)" } ?? "")\n".utf8)
  }

  deinit { close(descriptor) }

  /// Who holds the lock of a folder now; nil if nobody does.
  package static func holder(of folder: String) -> LockHolder? {
    let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The holder writes its name right after it has the lock: give it a moment.
    for _ in 0..<50 {
      var request = wholeFile
      guard fcntl(file, query, &request) == 0, request.l_type != Int16(F_UNLCK) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = pread(file, &bytes, bytes.count, 0)
      if let end = bytes.prefix(max(0, count)).firstIndex(of: UInt8(ascii: "\n")) {
        let words = String(decoding: bytes[..<end], as: UTF8.self)
          .split(separator: " ", maxSplits: 2).map(String.init)
        if words.count > 1, let pid = Int32(words[0]) {
          return LockHolder(pid: pid, host: words[1], task: words.count > 2 ? words[2] : nil)
        }
      }
      usleep(2000)
    }
    return LockHolder(pid: 0, host: "")
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
