/// Looks at every block of a database.
struct StoreCheck {
  let database: StoreDatabase

  /// Rows whose block is not as it was written.
  ///
  /// - Throws: `RunStoreError.damaged` where SQLite itself cannot walk over the rows.
  func badRows() throws -> [(row: Int64, block: DamagedBlock)] {
    var bad: [(Int64, DamagedBlock)] = []
    var last = Int64.min
    while true {
      let rows = try database.read { db in
        try db.all(
          "SELECT rowid FROM blocks WHERE rowid > ? ORDER BY rowid LIMIT 1000", [.whole(last)]
        ) { Int64($0.whole(0) ?? 0) }
      }
      guard let end = rows.last else { return bad }
      for row in rows {
        if case .failure(let damage) = try block(row) { bad.append((row, damage)) }
      }
      last = end
    }
  }

  enum Outcome {
    case sound(EncodedBlock)
    case failure(DamagedBlock)
    case none
  }

  /// The block of a row, checked; a file that cannot be read there is a failure too.
  func block(_ row: Int64) throws -> Outcome {
    let block: EncodedBlock?
    do {
      block = try database.read { db in try StoreDatabase.block(row: row, in: db) }
    } catch RunStoreError.damaged(let damage) {
      return .failure(damage)
    }
    guard let block else { return .none }
    do throws(MalformedBytes) { try block.checkSums() } catch {
      return .failure(
        DamagedBlock(
          path: database.path, point: block.point, replicates: block.replicates,
          problem: error.problem))
    }
    return .sound(block)
  }
}

extension RunStore {
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
          problem: "it changed after it was closed, in a place that holds no run"))
    }
    return damage
  }
}
