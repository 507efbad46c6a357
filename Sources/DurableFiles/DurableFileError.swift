internal import Glibc

/// A file or folder that could not be written, read or made lasting.
package struct DurableFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, such as "write".
  package let operation: String
  package let path: String
  /// The system's error number (errno.h), or 0 where the system gave none.
  package let code: Int32
  /// The system's words for `code`, or ours where there is none.
  package let problem: String
  /// Bytes that still had to be written, where that is known.
  package let neededBytes: Int?
  /// Bytes free for this process on the file system, where the system tells.
  package let freeBytes: Int?
  /// Whether a link, pipe, device or the like stands where a file or folder of ours is expected.
  package let isForeign: Bool

  package init(
    _ operation: String, _ path: String, code: Int32, problem: String? = nil,
    neededBytes: Int? = nil, isForeign: Bool = false
  ) {
    self.operation = operation
    self.path = path
    self.code = code
    self.problem = problem ?? String(cString: strerror(code))
    self.neededBytes = neededBytes
    self.isForeign = isForeign
    freeBytes = neededBytes == nil ? nil : freeSpace(near: path)
  }

  /// Such as `results/a/runs.csv: cannot write: No space left on device; 262144 bytes needed, 0
  /// bytes free`.
  package var description: String {
    var text = "\(path): cannot \(operation): \(problem)"
    if let neededBytes { text += "; \(neededBytes) bytes needed" }
    if let freeBytes { text += ", \(freeBytes) bytes free" }
    return text
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
