/// Opens a database for writing, whatever a crash, a failing disk or a stray editor left there.
///
/// Damaged blocks are taken out; where SQLite's own structure is damaged, the blocks that can still be read are
/// copied into a new file. What nothing can be read from is set aside, not deleted.
struct StoreRepair {
  let files: StoreFiles
  /// Whose runs are wanted; nil takes the store as it is.
  let study: StoreIdentity?
  /// What is kept with the study, by name.
  let values: [String: [UInt8]]
  /// Throws where this study may not take the place of one that nobody can read.
  let admitUnread: () throws -> Void
  /// Called once, before the store's study becomes this one.
  let prepare: () throws -> Void
  private var isPrepared = false
  private(set) var removed: [DamagedBlock] = []
  /// Bytes of blocks that are copied in one transaction: the memory it takes. A block may be larger.
  private static let mostGathered = 4 << 20

  init(
    files: StoreFiles, study: StoreIdentity?, values: [String: [UInt8]],
    admitUnread: @escaping () throws -> Void, prepare: @escaping () throws -> Void
  ) {
    self.admitUnread = admitUnread
    self.files = files
    self.study = study
    self.values = values
    self.prepare = prepare
  }

  /// - Parameter admit: throws where a store of another study may not go on with this one.
  /// - Throws: `WordedError`; a store that is refused stays as it is.
  mutating func soundDatabase(
    _ admit: (StoreIdentity) throws -> Void
  ) throws -> (StoreDatabase, StoreIdentity) {
    let seal = try StoreSeal.state(files)
    // Opening makes a file where there is none.
    if study != nil, StoreFiles.size(of: files.database) == 0 { try admitUnread() }
    var database: StoreDatabase
    do {
      database = try open(seal)
    } catch RunStoreError.damaged(let damage) {
      database = try renew(after: damage, admit)
    }
    var identity = try database.identity()
    try expectStudy(identity, admit)
    try StoreSeal.takeAway(files)
    if seal != .matches { database = try check(database) }
    if let study {
      try prepareOnce()
      let isKept = values.allSatisfy { (try? database.meta($0.key)) == $0.value }
      if identity != study || !isKept {
        try database.write(neededBytes: study.study.count) { try set(study, in: $0) }
      }
      identity = study
    }
    try database.startLog()
    return (database, identity)
  }

  private mutating func prepareOnce() throws {
    guard !isPrepared else { return }
    try prepare()
    isPrepared = true
  }

  /// In one transaction: whoever is killed leaves both or neither.
  private func set(_ study: StoreIdentity, in db: SQLite) throws {
    try StoreDatabase.setIdentity(study, in: db)
    for (name, value) in values { try StoreDatabase.setMeta(name, to: value, in: db) }
  }

  private mutating func makeTables(_ database: StoreDatabase, for study: StoreIdentity) throws {
    try prepareOnce()
    try database.makeTables { try set(study, in: $0) }
  }

  /// A database with tables and an identity; makes one where there is none.
  private mutating func open(_ seal: StoreSeal.State) throws -> StoreDatabase {
    let database = try StoreDatabase(path: files.database, isReadOnly: false)
    do {
      if try database.hasTables() {
        _ = try database.identity()
        guard try files.isDatabaseWritable() else { throw database.damaged("its header changed") }
        return database
      }
    } catch RunStoreError.newerFormat where seal == .differs {
      throw database.damaged("its format number changed")
    } catch RunStoreError.olderFormat where seal == .differs {
      throw database.damaged("its format number changed")
    }
    guard seal == .absent else { throw database.damaged(StoreSeal.emptied) }
    guard let study else { throw RunStoreError.noStudy(folder: files.folder) }
    try admitUnread()
    try makeTables(database, for: study)
    return database
  }

  private func expectStudy(
    _ found: StoreIdentity, _ admit: (StoreIdentity) throws -> Void
  ) throws {
    if let study, !found.matches(study) { try admit(found) }
  }

  /// Takes damaged blocks out of a database that can be opened.
  private mutating func check(_ database: StoreDatabase) throws -> StoreDatabase {
    let faults = try database.structuralFaults()
    guard faults.isEmpty else {
      return try rebuild(database, because: database.damage(faults[0]))
    }
    let bad = try StoreCheck(database: database).badRows()
    guard !bad.isEmpty else { return database }
    removed += bad.map(\.block)
    try database.write { db in
      for (row, _) in bad { try database.remove(row: row, in: db) }
    }
    return database
  }

  /// Saves what can be read of a database whose tables or study cannot; else begins anew.
  private mutating func renew(
    after damage: DamagedBlock, _ admit: (StoreIdentity) throws -> Void
  ) throws -> StoreDatabase {
    guard let study else { throw RunStoreError.damaged(damage) }
    do {
      let database = try StoreDatabase(path: files.database, isReadOnly: false)
      try expectStudy(try database.identity(), admit)
      return try rebuild(database, because: damage)
    } catch RunStoreError.damaged {}
    try admitUnread()
    removed.append(damage)
    // First: beside a new file, which a kill may leave empty, the seal would say that it was emptied.
    try StoreSeal.takeAway(files)
    if StoreFiles.size(of: files.database) > 0 {
      try files.replace(files.unreadable, by: files.database)
    }
    try files.remove(files.database)
    let database = try StoreDatabase(path: files.database, isReadOnly: false)
    try makeTables(database, for: study)
    return database
  }

  /// Copies all that is sound into a new database and puts it in the old one's place.
  private mutating func rebuild(
    _ old: StoreDatabase, because damage: DamagedBlock
  ) throws -> StoreDatabase {
    removed.append(damage)
    try files.remove(files.rebuilt)
    let identity = try old.identity()
    // Of a study file as given that is lost, the resolved one takes the place.
    let meta = (try? old.readableMeta()) ?? []
    let new = try StoreDatabase(path: files.rebuilt, isReadOnly: false)
    try new.makeTables { db in
      for (name, value) in meta { try StoreDatabase.setMeta(name, to: value, in: db) }
      try StoreDatabase.setIdentity(identity, in: db)
    }
    let check = StoreCheck(database: old)
    // Rows are numbered one by one. Where the last one cannot be read: with its parts and its entries in the
    // indexes no block is shorter than this many bytes.
    let shortestBlock = 64
    var row = 1
    let bytes = StoreFiles.size(of: old.path) + StoreFiles.size(of: old.path + "-wal")
    let last = try? old.read { db in try db.first("SELECT max(id) FROM blocks") { $0.whole(0) } }
    let lastRow = last.map { min($0, bytes) } ?? bytes / shortestBlock
    while row <= lastRow {
      let end = min(row + 1000, lastRow + 1)
      var blocks: [StoredBlock] = []
      var gathered = 0
      while row < end, gathered < Self.mostGathered {
        switch try check.block(row) {
        case .sound(let block):
          blocks.append(block)
          gathered += block.encoded.bytes
        case .failure(let damage): if damage.point != nil { removed.append(damage) }
        case .none: break
        }
        row += 1
      }
      try new.write { db in
        for block in blocks {
          guard
            try new.rows(of: block.encoded.point, meeting: block.replicates, in: db).isEmpty
          else { continue }
          try new.insert(
            block.encoded, recording: try new.number(of: block.recording, in: db), in: db)
        }
      }
    }
    new.close()
    old.close()
    try files.replace(files.database, by: files.rebuilt)
    return try StoreDatabase(path: files.database, isReadOnly: false)
  }
}
