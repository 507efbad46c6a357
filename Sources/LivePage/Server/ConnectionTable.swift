import Glibc
import Synchronization

/// All open connections and until when each must have done what it owes.
///
/// A half-open request costs its sender nothing, so it must cost us little: when the table is
/// full, the connection that has waited longest without a whole request makes room for a new
/// one, and a connection that misses its deadline is shut down. Shutting down (not closing) wakes
/// the tasks that wait for it; they close it.
package final class ConnectionTable: Sendable {
  package struct ID: Hashable, Sendable { fileprivate let number: UInt64 }

  private struct Entry {
    let descriptor: Int32
    /// Whether it may be shut down for a new one: its request has not arrived yet, or its answer has
    /// been written.
    var mayGo: Bool
    var deadline: ContinuousClock.Instant
  }

  private struct State {
    var entries: [ID: Entry] = [:]
    var next: UInt64 = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: connections that may be open at a time.
  package init(limit: Int = 256) { self.limit = limit }

  /// Adds a connection that owes a request within `patience`; nil if the table is full of
  /// connections in use.
  package func add(_ descriptor: Int32, patience: Duration) -> ID? {
    state.withLock { state in
      if state.entries.count >= limit {
        let oldest = state.entries.filter(\.value.mayGo).min { $0.key.number < $1.key.number }
        guard let oldest else { return nil }
        shutdown(oldest.value.descriptor, Int32(SHUT_RDWR))
        state.entries[oldest.key] = nil
      }
      let id = ID(number: state.next)
      state.next += 1
      state.entries[id] = Entry(
        descriptor: descriptor, mayGo: true, deadline: .now + patience)
      return id
    }
  }

  /// The connection did what it owed and has `patience` for what comes next.
  package func extend(_ id: ID, patience: Duration) {
    state.withLock {
      $0.entries[id]?.mayGo = false
      $0.entries[id]?.deadline = .now + patience
    }
  }

  /// The connection has got all it will get: it has `patience` to end, or less if the table is full.
  package func release(_ id: ID, patience: Duration) {
    state.withLock {
      $0.entries[id]?.mayGo = true
      $0.entries[id]?.deadline = .now + patience
    }
  }

  /// Call before the descriptor is closed: afterwards its number may mean another connection.
  package func remove(_ id: ID) {
    state.withLock { $0.entries[id] = nil }
  }

  package var count: Int { state.withLock { $0.entries.count } }

  /// Shuts down connections past their deadline.
  package func reap() {
    let now = ContinuousClock.now
    state.withLock { state in
      for (id, entry) in state.entries where entry.deadline < now {
        shutdown(entry.descriptor, Int32(SHUT_RDWR))
        state.entries[id] = nil
      }
    }
  }
}
