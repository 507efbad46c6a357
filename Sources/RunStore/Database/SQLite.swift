internal import CSQLite
internal import Foundation

/// What SQLite could not do. Source: sqlite.org/rescode.html.
struct SQLiteError: Error {
  /// The extended result code.
  let code: Int32
  let problem: String

  var primaryCode: Int32 { code & 0xFF }
}

/// A value for a parameter of a statement.
enum SQLiteValue {
  case whole(Int64)
  case text(String)
  /// nil is NULL.
  case bytes(Data?)
}

/// A connection to an SQLite file. Source: sqlite.org/cintro.html.
///
/// `@unchecked Sendable`: one thread at a time uses it, which its owner sees to.
final class SQLite: @unchecked Sendable {
  private let handle: OpaquePointer
  /// Statements compiled so far; they are used again.
  private var statements: [String: OpaquePointer] = [:]

  /// Opens the file, or makes an empty one where it may write.
  ///
  /// - Parameters:
  ///   - isReadOnly: not a byte is written, the index of a write-ahead log included.
  ///   - hasNoLog: whether the header speaks of a write-ahead log that is not there, so that nobody writes; only
  ///     where it is read only.
  ///   - patience: for how many seconds another process's lock is waited for.
  init(
    path: String, isReadOnly: Bool, hasNoLog: Bool = false, patience: Int32
  ) throws(SQLiteError) {
    let access =
      isReadOnly
      ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      isReadOnly ? Self.readOnlyName(path, hasNoLog) : path, &handle,
      access | SQLITE_OPEN_NOMUTEX, nil)
    // Without memory there is none. With another error there is one, which knows more of it.
    guard let handle else { throw SQLiteError(code: code, problem: "out of memory") }
    self.handle = handle
    try check(code)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, patience * 1000)
  }

  /// Source: sqlite.org/uri.html, and `readonly_shm` in sqlite.org/c3ref/open.html.
  private static func readOnlyName(_ path: String, _ hasNoLog: Bool) -> String {
    let plain = Set("/._-".utf8)
    let name = path.utf8.map { byte -> String in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isASCIIHexDigit || scalar.isASCII && scalar.properties.isAlphabetic
        || plain.contains(byte)
        ? String(scalar) : "%" + String(Int(byte) + 0x100, radix: 16).dropFirst()
    }.joined()
    return
      "file:\(name.hasPrefix("/") ? "//" : "")\(name)?mode=ro&\(hasNoLog ? "immutable" : "readonly_shm")=1"
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Carries out statements without parameters; their rows are not looked at.
  func execute(_ script: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, script, nil, nil, nil))
  }

  /// The number of the row that was inserted last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Carries out one statement that has no rows.
  func run(_ sql: String, _ values: [SQLiteValue]) throws {
    _ = try first(sql, values) { _ in () }
  }

  /// What `body` makes of every row.
  func all<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Value
  ) throws -> [Value] {
    var found: [Value] = []
    let _: Value? = try first(sql, values) { row in
      found.append(try body(row))
      return nil
    }
    return found
  }

  /// What `body` makes of the first row of which it makes something; later ones are not read.
  func first<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ body: (SQLiteRow) throws -> Value?
  ) throws -> Value? {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(Self.bind(value, at: Int32(index + 1), of: statement))
    }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return nil }
      guard code == SQLITE_ROW else { throw lastError }
      if let value = try body(SQLiteRow(statement: statement)) { return value }
    }
  }

  /// All that `body` does, or nothing; durable when it returns.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // After some errors SQLite has rolled back by itself. What went wrong first is the news.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { preconditionFailure("a statement without words") }
    statements[sql] = statement
    return statement
  }

  private static func bind(
    _ value: SQLiteValue, at index: Int32, of statement: OpaquePointer
  ) -> Int32 {
    switch value {
    case .whole(let number): sqlite3_bind_int64(statement, index, number)
    case .text(let text): csqlite_bind_text(statement, index, text, Int32(text.utf8.count))
    case .bytes(nil): sqlite3_bind_null(statement, index)
    case .bytes(let bytes?):
      bytes.withUnsafeBytes {
        // Without bytes there is no start, which would be NULL.
        $0.isEmpty
          ? sqlite3_bind_zeroblob(statement, index, 0)
          : csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw lastError }
  }

  private var lastError: SQLiteError {
    SQLiteError(
      code: sqlite3_extended_errcode(handle), problem: String(cString: sqlite3_errmsg(handle)))
  }
}

/// The row at which a statement is. Its file may be damaged: a column may hold anything.
struct SQLiteRow {
  fileprivate let statement: OpaquePointer

  /// nil where there is no whole number.
  func whole(_ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_INTEGER
      ? Int(sqlite3_column_int64(statement, column)) : nil
  }

  /// nil where there is nothing.
  func bytes(_ column: Int32) throws(MalformedBytes) -> Data? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB:
      guard let start = sqlite3_column_blob(statement, column) else { return Data() }
      return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
    default: throw MalformedBytes("a column holds no bytes")
    }
  }

  /// nil where there is no text.
  func text(_ column: Int32) -> String? {
    sqlite3_column_type(statement, column) == SQLITE_TEXT
      ? sqlite3_column_text(statement, column).map { String(cString: $0) } : nil
  }
}
