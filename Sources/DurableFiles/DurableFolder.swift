internal import Glibc

/// A folder that is written to: the only way to a `DurableFile`.
///
/// The folder itself is where its user says, behind links too. Below it no link is followed and
/// only regular files are written: a folder that came from somebody else must not send what is
/// written there to another place. Entries outlive a power cut.
package final class DurableFolder: Sendable {
  package let path: String
  let descriptor: Int32

  /// Opens a folder; makes it and those above it where they are missing, each made lasting.
  ///
  /// - Throws: `DurableFileError`, also where something else than a folder has the name.
  package convenience init(_ path: String) throws(DurableFileError) {
    try Self.create(path)
    try self.init(path, opened: Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  private init(_ path: String, opened descriptor: Int32) throws(DurableFileError) {
    guard descriptor >= 0 else { throw DurableFileError("open folder", path, code: errno) }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The folder of that name in this one; makes it where it is missing.
  ///
  /// - Throws: `DurableFileError`; `isForeign` if a link or anything else has the name.
  package func folder(_ name: String) throws(DurableFileError) -> DurableFolder {
    let place = self.place(of: name)
    if mkdirat(descriptor, name, 0o777) == 0 {
      try sync()
    } else {
      let code = errno
      guard code == EEXIST else {
        throw DurableFileError("make a folder", place, code: code, neededBytes: Self.needed(code))
      }
    }
    if let kind = EntryKind(name, in: descriptor), kind != .folder {
      throw .foreign("write to", place, is: kind, not: "a folder")
    }
    return try DurableFolder(
      place,
      opened: openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }

  /// Starts a file of that name.
  ///
  /// - Parameters:
  ///   - gzip: compresses all that is written; the name is taken as it is.
  ///   - part: what a killed process has written of it, as `DurableFile.part` returned it; the file continues behind it.
  /// - Throws: `DurableFileError` if the folder cannot be written, another process is just writing
  ///   this file, or (`isForeign`) a link or anything else that is no file has its name; also if what is
  ///   there does not begin with `part`.
  package func file(
    _ name: String, gzip: Bool = false, after part: WrittenFile? = nil
  ) throws(DurableFileError) -> DurableFile {
    try DurableFile(name, in: self, gzip: gzip, after: part)
  }

  /// Opens a file to write to; its folder does not matter to what the descriptor does.
  ///
  /// - Parameter flags: of open(2).
  /// - Throws: `DurableFileError`; `isForeign` if the name is not that of a file, or a file has a
  ///   second name (a hard link), through which writing would change something else.
  func open(_ name: String, _ flags: Int32) throws(DurableFileError) -> Int32 {
    var file: Int32
    repeat {
      // Not blocking: a pipe of that name would keep us waiting for its reader.
      file = openat(descriptor, name, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    } while file < 0 && errno == EINTR
    guard file >= 0 else {
      let code = errno
      if let kind = EntryKind(name, in: descriptor), kind != .file {
        throw .foreign("write", place(of: name), is: kind, not: "a file")
      }
      throw DurableFileError(
        "create", place(of: name), code: code,
        neededBytes: code == ENOSPC || code == EDQUOT ? 4096 : nil)
    }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let code = errno
      close(file)
      throw DurableFileError("open", place(of: name), code: code)
    }
    let kind = EntryKind(status)
    if kind == .file, status.st_nlink <= 1 { return file }
    close(file)
    if kind != .file { throw .foreign("write", place(of: name), is: kind, not: "a file") }
    throw DurableFileError(
      "write", place(of: name), code: 0, problem: "it has a second name (a hard link)",
      isForeign: true)
  }

  /// Whether an opened file is the one that has the name now.
  func holds(_ opened: Int32, as name: String) -> Bool {
    var ours = stat()
    var named = stat()
    return fstat(opened, &ours) == 0
      && fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      && ours.st_ino == named.st_ino && ours.st_dev == named.st_dev
  }

  /// Removes a file; the removal is lasting.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `DurableFileError`; `isForeign` if a link or anything else that is no file has the name.
  @discardableResult
  package func remove(_ name: String) throws(DurableFileError) -> Bool {
    if let kind = EntryKind(name, in: descriptor), kind != .file {
      throw .foreign("remove", place(of: name), is: kind, not: "a file")
    }
    guard unlinkat(descriptor, name, 0) == 0 else {
      let code = errno
      if code == ENOENT { return false }
      throw DurableFileError("remove", place(of: name), code: code)
    }
    try sync()
    return true
  }

  /// The names of all entries but `.` and `..`, sorted.
  package func entries() throws(DurableFileError) -> [String] {
    // A descriptor of its own: the stream has its own place in the folder.
    try names(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), in: path)
  }

  /// Gives the file `old` of this folder the name `new`; lasting.
  package func rename(_ old: String, to new: String) throws(DurableFileError) {
    guard renameat(descriptor, old, descriptor, new) == 0 else {
      let code = errno
      throw DurableFileError("rename to", place(of: new), code: code)
    }
    try sync()
  }

  /// Makes the folder's entries (new, renamed, removed files) lasting.
  func sync() throws(DurableFileError) {
    while fsync(descriptor) != 0 {
      // Some file systems cannot sync folders and say so; nothing more can be done there.
      if errno == EINVAL || errno == ENOTSUP { return }
      guard errno == EINTR else { throw DurableFileError("sync folder", path, code: errno) }
    }
  }

  /// The path of an entry, for messages and for libraries that take paths.
  package func place(of name: String) -> String { "\(path)/\(name)" }

  private static func create(_ path: String) throws(DurableFileError) {
    // Before folders above it are made in vain.
    guard path.utf8.split(separator: UInt8(ascii: "/")).allSatisfy({ $0.count <= 255 }) else {
      throw DurableFileError("make a folder", path, code: ENAMETOOLONG)
    }
    if mkdir(path, 0o777) == 0 {
      try DurableFolder(parentFolder(of: path)).sync()
      return
    }
    switch errno {
    case EEXIST:
      guard isFolder(path) else {
        throw DurableFileError("make a folder", path, code: ENOTDIR)
      }
    case ENOENT where parentFolder(of: path) != path:
      let parent = try DurableFolder(parentFolder(of: path))
      // Somebody else may have made it meanwhile.
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw DurableFileError("make a folder", path, code: errno)
      }
      try parent.sync()
    case let code:
      throw DurableFileError("make a folder", path, code: code, neededBytes: needed(code))
    }
  }

  private static func needed(_ code: Int32) -> Int? {
    code == ENOSPC || code == EDQUOT ? 4096 : nil  // a folder takes a block of this size
  }
}

/// The names of all entries of a folder but `.` and `..`, sorted; the folder is only read.
package func folderEntries(_ path: String) throws(DurableFileError) -> [String] {
  try names(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), in: path)
}

/// - Parameter folder: a descriptor, closed in the end.
private func names(_ folder: Int32, in path: String) throws(DurableFileError) -> [String] {
  guard folder >= 0 else { throw DurableFileError("read folder", path, code: errno) }
  guard let stream = fdopendir(folder) else {
    let code = errno
    close(folder)
    throw DurableFileError("read folder", path, code: code)
  }
  defer { closedir(stream) }
  var names: [String] = []
  errno = 0
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != "." && name != ".." { names.append(name) }
    errno = 0
  }
  guard errno == 0 else { throw DurableFileError("read folder", path, code: errno) }
  return names.sorted()
}
