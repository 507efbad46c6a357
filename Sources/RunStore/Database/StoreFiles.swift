internal import DurableFiles
internal import Glibc

/// Where a store's files are: `<results>/.store/`.
struct StoreFiles: Sendable {
  let folder: String
  private let results: String

  init(results: String) {
    self.results = results
    folder = "\(results)/\(RunStore.folderName)"
  }

  var database: String { folder + "/runs.sqlite" }
  /// Size and checksum of the closed database.
  var seal: String { "\(folder)/\(Self.sealName)" }
  /// A database being made anew from what is sound in a damaged one.
  var rebuilt: String { folder + "/rebuilt.sqlite" }
  /// A database nothing could be read from, kept for people to look at.
  var unreadable: String { folder + "/unreadable.sqlite" }

  static let sealName = "seal"

  /// Bytes of the header of a write-ahead log. Source: sqlite.org, "Database File Format", section 4.1.
  static let logHeader = 32

  /// The longest path that SQLite opens, less that of its files beside it. Source: MAX_PATHNAME of
  /// SQLite's `os_unix.c`, 512 with the end of the text and "-journal".
  private static let mostPathBytes = 504

  /// The folder, to write to; makes it and the results folder where they are missing.
  ///
  /// - Throws: `DurableFileError`, also if it is a link.
  func open() throws(DurableFileError) -> DurableFolder {
    try expectShortPath()
    return try DurableFolder(results).folder(RunStore.folderName)
  }

  /// - Throws: `DurableFileError` before anything is made in vain.
  private func expectShortPath() throws(DurableFileError) {
    guard !results.hasPrefix("/") || rebuilt.utf8.count > Self.mostPathBytes else { return }
    let here = results.hasPrefix("/") ? "" : "\(workingFolder())/"
    let excess = here.utf8.count + rebuilt.utf8.count - Self.mostPathBytes
    guard excess > 0 else { return }
    throw DurableFileError(
      "make a folder", results, code: ENAMETOOLONG,
      problem: "from the root its path is \(excess) bytes too long for the database of its runs; "
        + "give a shorter one")
  }

  private func workingFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes the folder where it is missing, and keeps other writers out of it.
  ///
  /// - Throws: `FolderInUse` at once if there is another one.
  func lock() throws -> FolderLock {
    try FolderLock(of: try open())
  }

  /// What SQLite opens by its path must be a file in a folder of ours: through a link it would
  /// write to another place, and for a pipe it would wait for ever.
  ///
  /// - Throws: `DurableFileError`.
  func expectOwn() throws {
    try DurableFiles.expectOwn(folder, isFolder: true)
    for file in [database, rebuilt, unreadable] {
      for path in [file] + Self.logs(of: file) { try DurableFiles.expectOwn(path) }
    }
  }

  /// That there is no database: nobody made one, or it is gone, which its seal tells.
  func noStudy() -> RunStoreError {
    guard Self.exists(seal) else { return .noStudy(folder: results) }
    return .damaged(
      DamagedBlock(path: database, point: nil, replicates: nil, problem: StoreSeal.emptied))
  }

  /// Whether SQLite's header lets it write: other numbers there mean a format it may only read.
  func isDatabaseWritable() throws -> Bool {
    let header = try ReadableFile.bytes(of: database, .found, upTo: 20)
    return header.count < 20 || header[18..<20].allSatisfy { 1...2 ~= $0 }
  }

  /// Whether SQLite's header says that there is a write-ahead log: also after a writer that wrote nothing.
  func hasLogInHeader() throws -> Bool {
    let header = try ReadableFile.bytes(of: database, .found, upTo: 20)
    return header.count == 20 && header[19] == 2
  }

  /// SQLite's files beside a database.
  static func logs(of database: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { database + $0 }
  }

  /// Removes a database with its log.
  func remove(_ database: String) throws {
    let folder = try open()
    for path in Self.logs(of: database) + [database] { try folder.remove(Self.name(of: path)) }
  }

  /// Puts the file `new` in the place of `old`; nothing of `old` is left.
  func replace(_ old: String, by new: String) throws {
    let folder = try open()
    // First the old log: SQLite would apply it to the new file.
    for path in Self.logs(of: old) { try folder.remove(Self.name(of: path)) }
    try folder.rename(Self.name(of: new), to: Self.name(of: old))
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The names that files of a store may have, in its folder.
  static var names: Set<String> {
    let files = StoreFiles(results: "")
    let databases = [files.database, files.rebuilt, files.unreadable]
    let seals = [files.seal, DurableFile.temporaryName(of: files.seal)]
    let paths = databases + databases.flatMap(logs) + seals
    return Set(paths.map(name) + [FolderLock.name])
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
