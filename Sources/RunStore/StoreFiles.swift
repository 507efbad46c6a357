internal import DurableFiles
internal import Glibc

/// Where a store's files are: `<results>/.store/`.
struct StoreFiles: Sendable {
  let folder: String

  init(results: String) { folder = results + "/.store" }

  var database: String { folder + "/runs.sqlite" }
  var lock: String { folder + "/lock" }
  /// Size and checksum of the closed database.
  var seal: String { folder + "/seal" }
  /// A database being made anew from what is sound in a damaged one.
  var rebuilt: String { folder + "/rebuilt.sqlite" }
  /// A database nothing could be read from, kept for people to look at.
  var unreadable: String { folder + "/unreadable.sqlite" }

  /// Whether SQLite's header lets it write: other numbers there mean a format it may only read.
  var isDatabaseWritable: Bool {
    let file = Glibc.open(database, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var versions: [UInt8] = [0, 0]
    return pread(file, &versions, 2, 18) != 2 || versions.allSatisfy { 1...2 ~= $0 }
  }

  /// SQLite's files beside a database.
  static func logs(of database: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { database + $0 }
  }

  /// Removes a database with its log.
  func remove(_ database: String) throws(RunStoreError) {
    do throws(DurableFileError) {
      for path in Self.logs(of: database) + [database] { try DurableFolder.remove(path) }
    } catch { throw RunStoreError(error) }
  }

  /// Puts the file `new` in the place of `old`; nothing of `old` is left.
  func replace(_ old: String, by new: String) throws(RunStoreError) {
    do throws(DurableFileError) {
      // First the old log: SQLite would apply it to the new file.
      for path in Self.logs(of: old) { try DurableFolder.remove(path) }
    } catch { throw RunStoreError(error) }
    guard rename(new, old) == 0 else { throw .system(old, "cannot rename to it", errno) }
    do throws(DurableFileError) { try DurableFolder.sync(folder) } catch {
      throw RunStoreError(error)
    }
  }

  static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
