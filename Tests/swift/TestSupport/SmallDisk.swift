internal import Foundation
internal import Glibc
package import Testing

/// A memory file system of a few KiB; only root can mount one.
package final class SmallDisk {
  package let path: String

  /// Why none can be mounted here; nil if one can. Tests that need one are skipped with it.
  package static let refusal: Comment? = {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      _ = try SmallDisk(at: folder, kibibytes: 16)
      return nil
    } catch { return "a small disk cannot be mounted here: \(error)" }
  }()

  /// - Throws: `POSIXError` where mounting is not allowed.
  package init(at path: String, kibibytes: Int) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
    self.path = path
  }

  /// Makes it larger, as when somebody frees space.
  package func grow(toKibibytes size: Int) -> Bool {
    mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(size)k") == 0
  }

  deinit { umount2(path, 2) }
}
