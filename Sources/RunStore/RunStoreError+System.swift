internal import DurableFiles
internal import GRDB

/// By how many bytes the index of a write-ahead log, a file of its own, grows.
///
/// Source: sqlite.org, "WAL-mode File Format", section 2.
private let logIndexPiece = 32_768

extension RunStoreError {
  init(_ error: DurableFileError) {
    let message = "cannot \(error.operation): \(error.problem)"
    self =
      error.isForeign
      ? .foreign(path: error.path, problem: message)
      : .ioError(
        path: error.path, message: message, neededBytes: error.neededBytes,
        freeBytes: error.freeBytes)
  }

  /// SQLite's failure on the database at `path`.
  init(_ error: DatabaseError, path: String, neededBytes: Int? = nil) {
    let message = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    // Our statements never change: where SQLite cannot compile one, the tables are not ours.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_SCHEMA:
      self = .damaged(
        DamagedBlock(path: path, point: nil, replicates: nil, problem: message))
    case .SQLITE_FULL:
      self = .noSpace(for: path, neededBytes)
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self = .noSpace(for: path, max(neededBytes ?? 0, logIndexPiece))
    case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_NOMEM,
      .SQLITE_TOOBIG, .SQLITE_NOLFS, .SQLITE_AUTH, .SQLITE_PROTOCOL:
      self = .ioError(
        path: path, message: message, neededBytes: neededBytes,
        freeBytes: freeSpace(near: path))
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(pid: 0, host: "")
    default: self = .internalError("\(path): \(message)")
    }
  }

  private static func noSpace(for path: String, _ neededBytes: Int?) -> RunStoreError {
    .ioError(
      path: path, message: "no space left on device", neededBytes: neededBytes,
      freeBytes: freeSpace(near: path))
  }
}
