internal import DurableFiles
internal import Foundation
internal import GRDB
internal import Glibc
import PlainText

/// The SQLite file of a store, through GRDB; its errors become ours.
///
/// While it is written the journal is a write-ahead log with synchronous = FULL, on file systems
/// that machines share a rollback journal: what is acknowledged survives a power cut. `close`
/// leaves the one file.
final class StoreDatabase: Sendable {
  /// Formats 1 and 2 were of programs that were never released; they are refused.
  static let format = 3
  /// "SPLB" in the file's header.
  private static let applicationID = 0x5350_4c42

  let path: String
  private let queue: DatabaseQueue

  /// Opens the file, or makes an empty one where it may write.
  init(path: String, isReadOnly: Bool) throws {
    self.path = path
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    // Without the write-ahead log a reader holds the writer up while it reads.
    configuration.busyMode = .timeout(60)
    configuration.prepareDatabase { db in
      // Checks more of a damaged file, and runs nothing that a foreign file may define.
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
          PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216;
          PRAGMA page_size = 16384; PRAGMA cache_size = -512
          """)
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
    } catch let error as DatabaseError {
      throw error.worded(path)
    }
  }

  /// Without a transaction around it: the store is only added to, each statement sees a whole state,
  /// and beginning and ending a transaction costs more than reading a block.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try translate { try queue.unsafeRead(body) }
  }

  /// One transaction; durable when it returns.
  func write<Value>(
    neededBytes: Int? = nil, _ body: (Database) throws -> Value
  ) throws -> Value {
    try translate(neededBytes: neededBytes) { try queue.write(body) }
  }

  /// Whether the file has our tables: false for a file just made.
  ///
  /// - Throws: `RunStoreError` if it is of another format or not a store.
  func hasTables() throws -> Bool {
    try read { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
      let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      if tables.isEmpty && application == 0 && format == 0 { return false }
      guard application == Self.applicationID else { throw damaged("it is not a run store") }
      if format > Self.format {
        throw RunStoreError.newerFormat(found: format, supported: Self.format)
      }
      if format < Self.format {
        throw RunStoreError.olderFormat(found: format, oldest: Self.format)
      }
      guard tables == Self.tables.sorted() else {
        throw damaged("its tables are not those of a run store")
      }
      return true
    }
  }

  /// The tables, and what must be there with them, in one transaction.
  func makeTables(_ body: (Database) throws -> Void) throws {
    try write(neededBytes: 16_384) { db in
      for table in Self.tables { try db.execute(sql: table) }
      try db.execute(
        sql: """
          PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(Self.format)
          """)
      try body(db)
    }
  }

  /// Starts the write-ahead log, or what takes its place on a shared file system.
  func startLog() throws {
    // The truncated journal is synced before a write is acknowledged; a deleted one is not.
    let mode = SharedFileSystem.holds(path) ? "TRUNCATE" : "WAL"
    try translate(neededBytes: 65_536) {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = \(mode)")
      }
    }
  }

  /// Folds the log into the file and closes it.
  func close() throws {
    try translate {
      queue.writeWithoutTransaction { db in
        // Another process may be reading the log just now; then it stays, which is as safe.
        try? db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
      }
      try queue.close()
    }
  }

  /// What SQLite finds wrong with the file's structure; empty if it is sound.
  func structuralFaults() throws -> [String] {
    do {
      let lines = try read { db in
        try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
      }
      return lines == ["ok"] ? [] : lines
    } catch RunStoreError.damaged(let block) { return [block.problem] }
  }

  private func translate<Value>(
    neededBytes: Int? = nil, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as MalformedBytes {
      throw damaged(error.problem)
    } catch let error as DatabaseError {
      throw error.worded(path, neededBytes: neededBytes)
    } catch is RowDecodingError {
      throw damaged("a column holds an unexpected type")
    }
  }

  private static let tables = [
    """
    CREATE TABLE blocks (point INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, \
    failed INTEGER NOT NULL, runs BLOB NOT NULL, curves BLOB, maps BLOB)
    """,
    // Which replicates there are can be read from the index alone, without the blocks.
    "CREATE UNIQUE INDEX block_places ON blocks (point, first, count, failed)",
    "CREATE TABLE meta (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID",
  ]
}
