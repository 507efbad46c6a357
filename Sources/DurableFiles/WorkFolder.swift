internal import Glibc

/// A folder for work in progress, in the folder that the results go to; gone with the object.
///
/// Its owner is who holds the lock in it, not who has a certain process number: numbers are used
/// again, and mean nothing on another host. So what a killed process left is whatever can be locked.
package final class WorkFolder: Sendable {
  private let outer: DurableFolder
  private let folder: DurableFolder
  private let lock: FolderLock

  package var path: String { folder.path }

  /// Makes a folder of its own, whose name begins with `prefix`.
  package init(_ prefix: String, in outer: DurableFolder) throws {
    while true {
      var name = Array(outer.place(of: prefix + "XXXXXX").utf8CString)
      guard mkdtemp(&name) != nil else {
        throw DurableFileError("make a folder", outer.place(of: prefix), code: errno)
      }
      let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // Between making and locking, somebody may have taken it for one that was left.
      guard let made = try Self.locked(String(path.dropFirst(outer.path.count + 1)), in: outer)
      else { continue }
      (self.outer, folder, lock) = (outer, made.folder, made.lock)
      return
    }
  }

  /// Takes over one that is there.
  private init(_ outer: DurableFolder, _ folder: DurableFolder, _ lock: FolderLock) {
    (self.outer, self.folder, self.lock) = (outer, folder, lock)
  }

  deinit {
    // What cannot be removed is in nobody's way.
    try? removeFiles()
    unlinkat(folder.descriptor, FolderLock.name, 0)
    unlinkat(outer.descriptor, String(path.dropFirst(outer.path.count + 1)), AT_REMOVEDIR)
  }

  /// Removes the files in it.
  package func removeFiles() throws {
    for name in try folder.entries() where name != FolderLock.name {
      unlinkat(folder.descriptor, name, 0)
    }
  }

  /// Removes those whose process is gone; one that is in use stays.
  package static func removeLeftovers(_ prefix: String, in outer: DurableFolder)
    throws
  {
    for name in try outer.entries() where name.hasPrefix(prefix) {
      // A folder that cannot be opened or locked does no harm: it stays.
      guard let left = try? locked(name, in: outer) else { continue }
      _ = WorkFolder(outer, left.folder, left.lock)
    }
  }

  /// The folder of that name and its lock; nil if somebody else has it.
  private static func locked(_ name: String, in outer: DurableFolder) throws
    -> (folder: DurableFolder, lock: FolderLock)?
  {
    let folder = try outer.folder(name)
    do {
      let lock = try FolderLock(of: folder)
      // It may be the file of an owner that was just removing the folder.
      return folder.holds(lock.descriptor, as: FolderLock.name) ? (folder, lock) : nil
    } catch is FolderInUse { return nil }
  }
}
