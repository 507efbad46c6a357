package import DurableFiles
package import SpreadModel
internal import Synchronization

/// Finished runs on disk, in `<results>/.store/`: crash-safe, with one writer at a time.
///
/// Crash-only: every opening may follow a crash, and there is no clean-up to do by hand. What
/// `append` has returned from is there after kill -9 and power cuts. Safe from any thread.
/// Source: docs/reliability.md.
package final class RunStore: Sendable {
  package enum Mode: Sendable {
    /// For writing: makes the store, or goes on with one.
    case resume
    /// Beside a writer or without one; nothing is changed.
    case readOnly
  }

  package let folder: String
  package let identity: StoreIdentity
  /// The responses that are asked of every run: the values of a run stand in this order.
  package var responses: ResponseList { asked.responses }
  package var recordedParts: Set<PartKind> { Set(asked.parts.keys) }
  /// What runs must have to be read: what the study of the store asks for, or another one that may go on there.
  let asked: Recording
  /// What was found damaged when the store was opened for writing, and taken out of it: these
  /// replicates are missing now and will be run again.
  package let removedAtOpening: [DamagedBlock]
  let files: StoreFiles
  let database: StoreDatabase
  /// By number of a recording: what it has of what is asked.
  let fits = Mutex<[Int: RecordingFit]>([:])
  /// nil where the store is only read, and once it is closed.
  private let lock: Mutex<FolderLock?>

  /// Whether a folder has a store, be it one whose making a crash cut short.
  package static func exists(in folder: String) -> Bool {
    StoreFiles.exists(StoreFiles(results: folder).folder)
  }

  /// The names that files of ours may have in a store's folder.
  package static var fileNames: Set<String> { StoreFiles.names }

  /// The process that writes to the folder's store now; nil if none does.
  package static func holder(of folder: String) -> LockHolder? {
    FolderLock.holder(of: StoreFiles(results: folder).folder)
  }

  /// Opens the store of a results folder; for writing, makes what is missing.
  ///
  /// Opening for writing checks what a crash or a failing disk may have spoiled and takes it out
  /// (`removedAtOpening`).
  /// - Parameters:
  ///   - study: whose runs are wanted; nil takes the store as it is.
  ///   - values: what is kept with the study, by name, in the same transaction.
  ///   - recording: what runs must have to be read, of a store that is only read; nil: what its study asks for.
  ///   - admit: throws where a store of another study may not go on with this one; nil: it may not.
  ///   - admitUnread: throws where this study may not take the place of one that cannot be read, or is gone.
  ///   - prepare: called once, for writing, before the store's study becomes this one.
  /// - Throws: `WordedError`; a store that is refused stays as it is.
  package static func open(
    folder: String, study: StoreIdentity? = nil, values: [String: [UInt8]] = [:], mode: Mode,
    asking recording: Recording? = nil, admit: ((_ found: StoreIdentity) throws -> Void)? = nil,
    admitUnread: @escaping () throws -> Void = {}, prepare: @escaping () throws -> Void = {}
  ) throws -> RunStore {
    let files = StoreFiles(results: folder)
    try files.expectOwn()
    if mode == .readOnly {
      return try RunStore(reading: files, folder: folder, study: study, asking: recording)
    }
    if study == nil, !StoreFiles.exists(files.database) { throw files.noStudy() }
    let lock = try files.lock()
    var repair = StoreRepair(
      files: files, study: study, values: values, admitUnread: admitUnread, prepare: prepare)
    let (database, identity) = try repair.soundDatabase { found in
      guard let admit else { throw RunStoreError.belongsToAnother(folder: folder, found: found) }
      try admit(found)
    }
    return RunStore(
      database, identity, files: files, folder: folder, removed: repair.removed, lock: lock)
  }

  private init(
    reading files: StoreFiles, folder: String, study: StoreIdentity?, asking recording: Recording?
  ) throws {
    guard StoreFiles.exists(files.database) else { throw files.noStudy() }
    // What a crash left half written is put in order by the next writer: it may be that of a writer on another
    // machine, whose locks are not seen here. A log can be read with its index alone.
    let hasIndex = StoreFiles.exists(files.database + "-shm")
    let log = StoreFiles.size(of: files.database + "-wal")
    // A log that is no longer than its header: its index is not made yet, and SQLite would wait for it.
    let hasHeaderAlone = log <= StoreFiles.logHeader && Self.holder(of: folder) == nil
    if log > 0, !hasIndex || hasHeaderAlone {
      throw RunStoreError.unfinishedWrite(path: files.database)
    }
    database = try StoreDatabase(
      path: files.database, isReadOnly: true, hasNoLog: !hasIndex && files.hasLogInHeader())
    guard try database.hasTables() else { throw files.noStudy() }
    let identity = try database.identity()
    self.identity = identity
    asked = recording ?? identity.recording
    if let study, !identity.matches(study) {
      throw RunStoreError.belongsToAnother(folder: folder, found: identity)
    }
    self.files = files
    self.folder = folder
    removedAtOpening = []
    lock = Mutex(nil)
  }

  /// For writing.
  private init(
    _ database: StoreDatabase, _ identity: StoreIdentity, files: StoreFiles, folder: String,
    removed: [DamagedBlock], lock: FolderLock
  ) {
    self.database = database
    self.identity = identity
    asked = identity.recording
    self.files = files
    self.folder = folder
    removedAtOpening = removed
    self.lock = Mutex(lock)
  }

  deinit {
    // After a failure or a stop nobody called `close`: the next opening checks all blocks.
    database.close()
  }

  /// Takes back what a crash left half written, for readers.
  ///
  /// The caller knows that no process on another machine is writing.
  package static func takeBackUnfinishedWrite(_ folder: String) throws {
    guard exists(in: folder) else { return }
    do { _ = try open(folder: folder, mode: .readOnly) } catch RunStoreError.unfinishedWrite {
      try open(folder: folder, mode: .resume).close()
    } catch RunStoreError.noStudy {}
  }

  /// Whether the store was closed and is as it was then, to the last byte: all of it is read.
  package static func isClosed(in folder: String) throws -> Bool {
    try StoreSeal.state(StoreFiles(results: folder)) == .matches
  }

  /// Reports the current task of this process to processes that ask who writes to the store.
  package func report(task: String) { lock.withLock { $0?.report(task: task) } }

  /// Folds SQLite's log into the one file, seals it and lets others write. The store is of no use
  /// afterwards.
  ///
  /// A store that is never closed loses nothing; its next opening takes longer.
  package func close() throws {
    let lock = lock.withLock { lock in
      defer { lock = nil }
      return lock
    }
    database.close()
    if lock != nil, !StoreFiles.exists(files.database + "-wal") { try StoreSeal.put(files) }
    withExtendedLifetime(lock) {}  // until the seal is there
  }

  /// A small value kept with the runs, such as the study as it was given; nil if never set.
  package func meta(_ name: String) throws -> [UInt8]? {
    try database.meta(name)
  }

  /// Durable when it returns.
  package func setMeta(_ name: String, to value: [UInt8]) throws {
    try database.write(neededBytes: value.count) { db in
      try StoreDatabase.setMeta(name, to: value, in: db)
    }
  }

  package struct Counts: Sendable, Equatable {
    package var points = 0
    package var runs = 0
    package var failedRuns = 0
    package var blocks = 0
    /// Bytes on disk, SQLite's log included.
    package var bytes = 0
  }

  package func counts() throws -> Counts {
    let bytes = StoreFiles.size(of: files.database) + StoreFiles.size(of: files.database + "-wal")
    return try database.read { db in
      try db.first(
        """
        SELECT count(DISTINCT point), ifnull(sum(count), 0), ifnull(sum(failed), 0), count(*)
        FROM blocks
        """
      ) { row in
        func number(_ column: Int32) -> Int { row.whole(column) ?? 0 }
        return Counts(
          points: number(0), runs: number(1), failedRuns: number(2), blocks: number(3), bytes: bytes
        )
      } ?? Counts(bytes: bytes)
    }
  }
}
