internal import CSQLite
internal import DurableFiles
internal import Glibc
internal import PlainText

/// By how many bytes the index of a write-ahead log, a file of its own, grows.
///
/// Source: sqlite.org, "WAL-mode File Format", section 2.
private let logIndexPiece = 32_768

extension SQLiteError {
  /// SQLITE_IOERR_SHMSIZE, whose macro Swift does not import.
  private static let noSpaceForLogIndex = SQLITE_IOERR | 19 << 8

  /// SQLITE_READONLY_ROLLBACK, _RECOVERY, _CANTLOCK and _CANTINIT: a journal that only a writer may put in order.
  private static let needsWriter = [1, 2, 3, 5].map { SQLITE_READONLY | $0 << 8 }

  /// SQLite's failure on the database at `path`, as one of ours.
  func worded(_ path: String, neededBytes: Int? = nil) -> any WordedError {
    func noSpace(_ needed: Int?) -> DurableFileError {
      DurableFileError("write", path, code: ENOSPC, neededBytes: needed)
    }
    switch primaryCode {
    // Our statements never change: where SQLite cannot compile one, the tables are not ours.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_SCHEMA:
      return RunStoreError.damaged(
        DamagedBlock(path: path, point: nil, replicates: nil, problem: problem))
    case SQLITE_FULL: return noSpace(neededBytes)
    // SQLite does not say which error the system gave. A transaction writes several pages, of tables and their indices.
    case SQLITE_IOERR
    where ["", "-wal", "-shm", "-journal"].contains(where: {
      DurableFileError.reachesLimit(path + $0, adding: 4 * max(neededBytes ?? 0, logIndexPiece))
    }):
      return DurableFileError("write", path, code: EFBIG)
    case SQLITE_IOERR where code == Self.noSpaceForLogIndex:
      return noSpace(max(neededBytes ?? 0, logIndexPiece))
    case SQLITE_READONLY where Self.needsWriter.contains(code):
      return RunStoreError.unfinishedWrite(path: path)
    // Writers hold a lock of ours, so it is the log of one that was killed.
    case SQLITE_PROTOCOL: return RunStoreError.unfinishedWrite(path: path)
    case SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_NOMEM,
      SQLITE_TOOBIG, SQLITE_NOLFS, SQLITE_AUTH:
      return DurableFileError("use", path, code: 0, problem: problem, neededBytes: neededBytes)
    case SQLITE_BUSY, SQLITE_LOCKED: return FolderInUse()
    default: return RunStoreError.internalError("\(path): \(problem)")
    }
  }
}
