import RunStore
import Synchronization

/// Gathers finished blocks from all workers and hands them to the store about ten times a second.
///
/// Blocks come encoded, a tenth of their size in memory. Whoever finds that enough has gathered
/// writes it while the others go on; so memory holds at most what one write takes, and a crash
/// loses at most what one write holds.
final class RunWriter: Sendable {
  private struct State {
    var pending: [EncodedBlock] = []
    var isWriting = false
    var lastWrite = ContinuousClock.now
    var failure: RunStoreError?
  }

  private let store: RunStore
  private let state = Mutex(State())
  private static let interval = Duration.milliseconds(100)
  /// A write starts early when this many blocks wait: with 64, runs in their millions took 16 %
  /// more memory than few (`Tests/Reliability/run.py --deep memory`).
  private static let mostBlocks = 16

  init(store: RunStore) { self.store = store }

  /// Takes a finished block; may write it and others to the store before it returns.
  ///
  /// - Returns: false once a write has failed; the run should stop (`finish` throws the error).
  func add(_ block: EncodedBlock) -> Bool {
    let due: [EncodedBlock]? = state.withLock { state in
      state.pending.append(block)
      guard state.failure == nil, !state.isWriting,
        state.pending.count >= Self.mostBlocks
          || ContinuousClock.now - state.lastWrite >= Self.interval
      else { return nil }
      state.isWriting = true
      defer { state.pending = [] }
      return state.pending
    }
    if let due { write(due) }
    return state.withLock { $0.failure == nil }
  }

  /// Writes what is left.
  ///
  /// - Throws: the first error of any write.
  func finish() throws(RunStoreError) {
    let (due, failure) = state.withLock { state in
      defer { state.pending = [] }
      return (state.pending, state.failure)
    }
    if let failure { throw failure }
    if !due.isEmpty { try store.append(due) }
  }

  private func write(_ blocks: [EncodedBlock]) {
    var failure: RunStoreError?
    do throws(RunStoreError) { try store.append(blocks) } catch { failure = error }
    state.withLock { state in
      state.isWriting = false
      state.lastWrite = .now
      if state.failure == nil { state.failure = failure }
    }
  }
}
