internal import Glibc
package import PlainText

/// A file or folder that could not be written, read or made lasting.
package struct DurableFileError: WordedError, Hashable {
  /// What was tried, such as "write".
  package let operation: String
  package let place: String
  /// The system's error number (errno.h), or 0 where the system gave none.
  package let number: Int32
  /// The system's words for `number`, or ours where there is none.
  package let problem: String
  /// Bytes that still had to be written, where that is known.
  package let neededBytes: Int?
  /// Bytes free for this process on the file system, where the system tells.
  package let freeBytes: Int?
  /// Whether a link, pipe, device or the like stands where a file or folder of ours is expected.
  package let isForeign: Bool

  package init(
    _ operation: String, _ place: String, code number: Int32, problem: String? = nil,
    neededBytes: Int? = nil, isForeign: Bool = false
  ) {
    self.operation = operation
    self.place = place
    self.number = number
    self.problem = Self.limitReached(number) ?? problem ?? Self.words(number)
    self.neededBytes = neededBytes
    self.isForeign = isForeign
    freeBytes = neededBytes == nil && number != ENOSPC ? nil : freeSpace(near: place)
  }

  /// That a file does not begin with what was written to it before.
  static func changed(_ place: String) -> DurableFileError {
    DurableFileError("go on with", place, code: 0, problem: "its beginning has changed")
  }

  /// Such as `results/a/runs.csv: cannot write: No space left on device; 262144 bytes needed, 0
  /// bytes free`.
  package var message: CallerText {
    var text: CallerText = "\(place): cannot \(operation): \(problem)"
    if let neededBytes { text = text + "; \(neededBytes) bytes needed" }
    if let freeBytes { text = text + ", \(freeBytes) bytes free" }
    return text
  }

  package var code: ErrorCode { isForeign ? .notPlainFile : isDiskFull ? .diskFull : .fileError }
  package var file: CallerText? { CallerText(place) }

  package var advice: String? {
    switch code {
    // What is no file of the study's alone is not written through.
    case .notPlainFile:
      "Only plain files and folders are read and written; remove it, or give another."
    case .diskFull: "Free some space and give the same command again."
    case _ where number == EFBIG && Self.largestFile != nil:
      "Raise it with `ulimit -f unlimited`, or as your system sets it, and give the same command again."
    default: nil
    }
  }

  /// The system's words for an error number.
  package static func words(_ number: Int32) -> String {
    limitReached(number) ?? String(cString: strerror(number))
  }

  /// Whether a file would become larger than a file of this process may be.
  package static func reachesLimit(_ path: String, adding bytes: Int) -> Bool {
    var status = stat()
    guard let largestFile, stat(path, &status) == 0 else { return false }
    return UInt(clamping: Int(status.st_size) + bytes) > largestFile
  }

  /// Which limit of this process was reached, if that is what the number says.
  private static func limitReached(_ number: Int32) -> String? {
    guard number == EFBIG, let largestFile else { return nil }
    return "a file may have no more than \(largestFile) bytes here (ulimit -f)"
  }

  /// Bytes that a file of this process may have; nil for no limit.
  private static var largestFile: UInt? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit) == 0,
      limit.rlim_cur != rlim_t.max
    else { return nil }
    return limit.rlim_cur
  }

  private var isDiskFull: Bool {
    if number == ENOSPC { return true }
    guard let neededBytes, let freeBytes else { return false }
    return freeBytes < neededBytes
  }
}

/// Bytes free for this process on the file system of a path, or of the closest folder above it
/// that exists; nil where the system does not tell.
package func freeSpace(near path: String) -> Int? {
  var place = path
  while true {
    var status = statvfs()
    if statvfs(place, &status) == 0 {
      let (bytes, overflow) = Int(clamping: status.f_bavail)
        .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
      return overflow ? Int.max : bytes
    }
    let parent = parentFolder(of: place)
    if parent == place { return nil }
    place = parent
  }
}

/// The folder a path lies in: "." for a bare name, "/" for the root.
package func parentFolder(of path: String) -> String {
  var rest = path[...]
  while rest.count > 1, rest.last == "/" { rest.removeLast() }
  guard let slash = rest.lastIndex(of: "/") else { return "." }
  return slash == rest.startIndex ? "/" : String(rest[..<slash])
}
