import SpreadModel
internal import Synchronization

/// Lists that several engines use at a time: made once, and kept as long as one of them has them.
final class SharedTables<Key: Hashable & Sendable>: Sendable {
  private struct Known {
    weak var table: NeighborTable?
  }

  private let known = Mutex<[Key: Known]>([:])

  func table(_ key: Key, make: () throws -> NeighborTable) throws -> NeighborTable {
    // Made under the lock: whoever needs the same lists waits for them instead of making them, too.
    try known.withLock { known in
      if let table = known[key]?.table { return table }
      let table = try make()
      known = known.filter { $0.value.table != nil }
      known[key] = Known(table: table)
      return table
    }
  }
}
