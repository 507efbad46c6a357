internal import Foundation
internal import Glibc

/// Whether files are on a file system that several machines share.
///
/// SQLite's write-ahead log needs memory that all its processes map, which a network file system
/// does not give; there the store keeps a rollback journal. Source: https://sqlite.org/wal.html.
package enum SharedFileSystem {
  /// Set to 1 for file systems this program does not know, to 0 to keep the log on one it does.
  private static let override = "SPREADLAB_SHARED_FILES"

  /// As Linux names them. What comes through FUSE is mostly one too: sshfs, GlusterFS, s3fs.
  private static let types: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "lustre", "gpfs", "beegfs", "ceph", "9p", "afs", "gfs2", "ocfs2",
    "panfs", "pvfs2", "fuse",
  ]

  static func holds(_ path: String) -> Bool {
    if let value = getenv(override) { return strcmp(value, "0") != 0 }
    return type(of: path).map(isShared) ?? false
  }

  /// The type of the file system that holds a file or folder; nil if Linux lists none.
  package static func type(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0,
      let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    else { return nil }
    return type(ofDevice: UInt64(status.st_dev), mounts: mounts)
  }

  /// Whether a file system of that type, as Linux names it, is one of those.
  package static func isShared(type: String) -> Bool {
    types.contains(String(type.prefix { $0 != "." }))
  }

  /// - Parameters:
  ///   - device: the number of a mounted file system.
  ///   - mounts: the lines of `/proc/self/mountinfo`.
  ///
  /// Source: proc(5), /proc/[pid]/mountinfo: the third field is the device, the type stands after
  /// a lone hyphen.
  package static func type(ofDevice device: UInt64, mounts: String) -> String? {
    // Linux has 12 bits of the major number, and 20 of the minor one, the last 8 of them first.
    let major = device >> 8 & 0xfff
    let minor = device & 0xff | device >> 12 & 0xfff00
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "\(major):\(minor)",
        let hyphen = words.firstIndex(of: "-"), hyphen + 1 < words.count
      else { continue }
      return String(words[hyphen + 1])
    }
    return nil
  }
}
