internal import DurableFiles
internal import Foundation
internal import Glibc
import PlainText
internal import Synchronization

/// The SQLite file of a store; its errors become ours.
///
/// While it is written the journal is a write-ahead log with synchronous = FULL, on file systems
/// that machines share a rollback journal: what is acknowledged survives a power cut. `close`
/// leaves the one file.
final class StoreDatabase: Sendable {
  /// Older ones are refused: versions 0.1 and 0.2 of the program wrote format 3.
  static let format = 4
  /// "SPLB" in the file's header.
  private static let applicationID = 0x5350_4c42
  /// Bytes.
  private static let pageSize = 16_384

  let path: String
  /// The results folder.
  var results: String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
  }
  /// nil once it is closed.
  private let connection: Mutex<SQLite?>
  /// What was read of the table of recordings, by number.
  let recordings = Mutex<[Int: KnownRecording]>([:])

  /// Opens the file, or makes an empty one where it may write.
  ///
  /// - Parameter hasNoLog: as of `SQLite`.
  init(path: String, isReadOnly: Bool, hasNoLog: Bool = false) throws {
    self.path = path
    do throws(SQLiteError) {
      // Without the write-ahead log a reader holds the writer up while it reads.
      let opened = try SQLite(path: path, isReadOnly: isReadOnly, hasNoLog: hasNoLog, patience: 60)
      // Checks more of a damaged file, and runs nothing that a foreign file may define.
      try opened.execute(
        """
        PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
        PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216;
        PRAGMA page_size = \(Self.pageSize); PRAGMA cache_size = -512
        """)
      connection = Mutex(opened)
    } catch {
      throw error.worded(path)
    }
  }

  /// Without a transaction around it: the store is only added to, each statement sees a whole state,
  /// and beginning and ending a transaction costs more than reading a block.
  func read<Value: Sendable>(_ body: (SQLite) throws -> Value) throws -> Value {
    try use(nil, body)
  }

  /// One transaction; durable when it returns.
  func write<Value: Sendable>(
    neededBytes: Int? = nil, _ body: (SQLite) throws -> Value
  ) throws -> Value {
    do {
      return try use(neededBytes) { db in try db.transaction { try body(db) } }
    } catch {
      // What was added in vain is not there.
      recordings.withLock { $0.removeAll() }
      throw error
    }
  }

  /// Whether the file has our tables: false for a file just made.
  ///
  /// - Throws: `RunStoreError` if it is of another format or not a store.
  func hasTables() throws -> Bool {
    try read { db in
      let entries = try db.all("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") {
        $0.text(0) ?? ""
      }
      let application = try db.first("PRAGMA application_id") { $0.whole(0) } ?? 0
      let format = try db.first("PRAGMA user_version") { $0.whole(0) } ?? 0
      if entries.isEmpty && application == 0 && format == 0 { return false }
      guard application == Self.applicationID else { throw damaged("it is not a run store") }
      if format > Self.format {
        throw RunStoreError.newerFormat(folder: results, found: format, supported: Self.format)
      }
      if format < Self.format {
        throw RunStoreError.olderFormat(folder: results, found: format, oldest: Self.format)
      }
      // What a foreign file defines beside would act when rows are written or read, and a table whose columns have
      // other names takes no row.
      guard entries.sorted() == Self.tables.sorted() else {
        throw damaged("its tables are not those of a run store")
      }
      return true
    }
  }

  /// The tables, and what must be there with them, in one transaction.
  func makeTables(_ body: (SQLite) throws -> Void) throws {
    // A page for each table and each of their indices.
    try write(neededBytes: 7 * Self.pageSize) { db in
      for table in Self.tables { try db.execute(table) }
      try db.execute(
        "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format)")
      try body(db)
    }
  }

  /// Starts the write-ahead log, or what takes its place on a shared file system.
  func startLog() throws {
    // The truncated journal is synced before a write is acknowledged; a deleted one is not.
    let mode = SharedFileSystem.holds(path) ? "TRUNCATE" : "WAL"
    try use(65_536) { db in try db.execute("PRAGMA journal_mode = \(mode)") }
  }

  /// Makes the file as small as what is in it.
  func giveBackSpace() throws {
    try use(nil) { db in try db.execute("VACUUM") }
  }

  /// Folds the log into the file and closes it.
  func close() {
    connection.withLock { connection in
      // Another process may be reading the log just now; then it stays, which is as safe.
      try? connection?.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
      connection = nil
    }
  }

  /// What SQLite finds wrong with the file's structure; empty if it is sound.
  func structuralFaults() throws -> [String] {
    do {
      let lines = try read { db in
        try db.all("PRAGMA integrity_check(20)") { $0.text(0) ?? "" }
      }
      return lines == ["ok"] ? [] : lines
    } catch RunStoreError.damaged(let block) { return [block.problem] }
  }

  private func use<Value: Sendable>(
    _ neededBytes: Int?, _ body: (SQLite) throws -> Value
  ) throws -> Value {
    do {
      return try connection.withLock { connection in
        guard let connection else { throw RunStoreError.internalError("\(path) is closed") }
        return try body(connection)
      }
    } catch let error as MalformedBytes {
      throw damaged(error.problem)
    } catch let error as SQLiteError {
      throw error.worded(path, neededBytes: neededBytes)
    }
  }

  private static let tables = [
    """
    CREATE TABLE blocks (id INTEGER PRIMARY KEY, point INTEGER NOT NULL, first INTEGER NOT NULL, \
    count INTEGER NOT NULL, failed INTEGER NOT NULL, recording INTEGER NOT NULL, \
    checksum INTEGER NOT NULL)
    """,
    // Which replicates there are, and what of them, can be read from the index alone.
    "CREATE UNIQUE INDEX block_places ON blocks (point, first, count, failed, recording)",
    "CREATE TABLE parts (block INTEGER NOT NULL, kind TEXT NOT NULL, bytes BLOB NOT NULL)",
    "CREATE UNIQUE INDEX part_places ON parts (block, kind)",
    "CREATE TABLE recordings (id INTEGER PRIMARY KEY, text BLOB NOT NULL)",
    "CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID",
  ]
}
