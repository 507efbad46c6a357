internal import Glibc

/// Folders whose entries outlive a power cut.
package enum DurableFolder {
  /// Makes a folder and those above it that are missing, each made lasting.
  ///
  /// - Throws: `DurableFileError`, also where something else than a folder has the name.
  package static func create(_ path: String) throws(DurableFileError) {
    if mkdir(path, 0o777) == 0 {
      try sync(parentFolder(of: path))
      return
    }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw DurableFileError("make a folder", path, code: ENOTDIR)
      }
    case ENOENT where parentFolder(of: path) != path:
      try create(parentFolder(of: path))
      // Somebody else may have made it meanwhile.
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw DurableFileError("make a folder", path, code: errno)
      }
      try sync(parentFolder(of: path))
    case let code:
      throw DurableFileError("make a folder", path, code: code, neededBytes: needed(code))
    }
  }

  /// Makes the entries of a folder (new, renamed, removed files) lasting.
  package static func sync(_ path: String) throws(DurableFileError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw DurableFileError("open folder", path, code: errno) }
    defer { close(folder) }
    while fsync(folder) != 0 {
      // Some file systems cannot sync folders and say so; nothing more can be done there.
      if errno == EINVAL || errno == ENOTSUP { return }
      guard errno == EINTR else { throw DurableFileError("sync folder", path, code: errno) }
    }
  }

  /// Removes a file; the removal is lasting. Without effect where there is none.
  package static func remove(_ path: String) throws(DurableFileError) {
    guard unlink(path) == 0 else {
      if errno == ENOENT { return }
      throw DurableFileError("remove", path, code: errno)
    }
    try sync(parentFolder(of: path))
  }

  private static func needed(_ code: Int32) -> Int? {
    code == ENOSPC || code == EDQUOT ? 4096 : nil  // a folder takes a block of this size
  }
}
