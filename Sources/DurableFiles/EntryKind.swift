internal import Glibc

/// What has a name in a folder.
enum EntryKind {
  case file, folder, link, pipe, socket, device

  init(_ status: stat) {
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }

  /// What `name` is, links not followed; nil if there is nothing of that name.
  ///
  /// - Parameter folder: a descriptor; the working folder for names that are paths.
  init?(_ name: String, in folder: Int32 = AT_FDCWD) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(status)
  }

  /// Such as "a named pipe".
  var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}

extension DurableFileError {
  /// Something else stands where a file or folder of ours is expected.
  ///
  /// - Parameter wanted: "a file" or "a folder".
  static func foreign(
    _ operation: String, _ path: String, is kind: EntryKind, not wanted: String
  ) -> DurableFileError {
    DurableFileError(
      operation, path, code: 0, problem: "it is \(kind.words), not \(wanted)", isForeign: true)
  }
}
