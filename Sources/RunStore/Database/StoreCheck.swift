/// Looks at every block of a database.
struct StoreCheck {
  let database: StoreDatabase

  /// Rows whose block is not as it was written.
  ///
  /// - Throws: `RunStoreError.damaged` where SQLite itself cannot walk over the rows.
  func badRows() throws -> [(row: Int, block: DamagedBlock)] {
    var bad: [(Int, DamagedBlock)] = []
    var last = Int.min
    while true {
      let rows = try database.read { db in
        try db.all(
          "SELECT id FROM blocks WHERE id > ? ORDER BY id LIMIT 1000", [.whole(Int64(last))]
        ) { $0.whole(0) ?? 0 }
      }
      guard let end = rows.last else { return bad }
      guard end > last else { throw database.damaged("its rows are out of order") }
      for row in rows {
        if case .failure(let damage) = try block(row) { bad.append((row, damage)) }
      }
      last = end
    }
  }

  enum Outcome {
    case sound(StoredBlock)
    case failure(DamagedBlock)
    case none
  }

  /// The block of a row, checked; a file that cannot be read there is a failure too.
  func block(_ row: Int) throws -> Outcome {
    let stored: StoredBlock?
    do {
      stored = try database.read { db in try database.block(row: row, nil, in: db) }
    } catch RunStoreError.damaged(let damage) {
      return .failure(damage)
    }
    guard let stored else { return .none }
    do throws(MalformedBytes) { try stored.encoded.checkSums() } catch {
      return .failure(database.damage(of: stored.encoded, error.problem))
    }
    return .sound(stored)
  }
}

extension RunStore {
  /// Checks the structure of a store before all its runs are read: a damaged index leaves out runs, and nobody notices.
  ///
  /// A store that matches its seal is as it was when it was closed, and needs no other check.
  /// - Throws: `RunStoreError.damaged`.
  package func expectSound() throws {
    guard try StoreSeal.state(files) != .matches else { return }
    if let fault = try database.structuralFaults().first { throw database.damaged(fault) }
  }

  /// Everything in the store that is not as it was written; also while a writer is at work.
  package func verify() throws -> [DamagedBlock] {
    var damage = try database.structuralFaults().map {
      DamagedBlock(path: files.database, point: nil, replicates: nil, problem: $0)
    }
    do {
      damage += try StoreCheck(database: database).badRows().map(\.block)
    } catch RunStoreError.damaged(let block) {
      if damage.isEmpty { damage.append(block) }
    }
    if damage.isEmpty, try StoreSeal.state(files) == .differs {
      damage.append(
        DamagedBlock(
          path: files.database, point: nil, replicates: nil,
          problem: "it changed after it was closed"))
    }
    return damage
  }
}
