import Foundation
import Glibc

/// A memory file system of a few KiB; only root can mount one.
final class SmallDisk {
  let path: String

  /// nil where mounting is not allowed: the test then says so and ends.
  init?(at path: String, kibibytes: Int) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
      print("skipped: a small disk cannot be mounted here (\(String(cString: strerror(errno))))")
      return nil
    }
    self.path = path
  }

  deinit { umount2(path, 2) }
}
