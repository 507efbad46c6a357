package import RunStore
import Synchronization

/// Gathers finished blocks from all workers and hands them to the store about ten times a second.
///
/// Blocks come encoded, a tenth of their size in memory. Whoever finds that enough has gathered
/// writes it while the others go on; a crash loses at most what they hold then. Where the disk is
/// slower than the workers, those that bring more than may wait write too, and so wait for the
/// disk: memory holds `mostWaiting` bytes whatever its speed.
package final class RunWriter: Sendable {
  private struct State {
    var pending: [EncodedBlock] = []
    var bytes = 0
    var writers = 0
    var lastWrite = ContinuousClock.now
    var failure: (any Error)?

    /// The blocks that wait, for one writer.
    mutating func take() -> [EncodedBlock] {
      defer { (pending, bytes, writers) = ([], 0, writers + 1) }
      return pending
    }
  }

  private let append: @Sendable ([EncodedBlock]) throws -> Void
  private let state = Mutex(State())
  private static let interval = Duration.milliseconds(100)
  /// A write starts early when so many bytes wait: a commit takes milliseconds of the disk, however small it is.
  private static let mostBytes = 1 << 20
  /// Bytes of blocks in memory, over all workers.
  package static let mostWaiting = 16 << 20
  /// Of a block besides its bytes.
  private static let overhead = 512
  /// Bytes that may wait behind a write; every worker may hold as much in a write of its own.
  private let share: Int

  /// - Parameter append: keeps blocks; may be called by several workers at once.
  package init(
    workers: Int, append: @escaping @Sendable ([EncodedBlock]) throws -> Void
  ) {
    self.append = append
    share = Self.mostWaiting / (workers + 1)
  }

  /// Takes a finished block; may write it and others to the store before it returns.
  ///
  /// - Returns: false once a write has failed; the run should stop (`finish` throws the error).
  package func add(_ block: EncodedBlock) -> Bool {
    let due: [EncodedBlock]? = state.withLock { state in
      state.pending.append(block)
      state.bytes += block.bytes + Self.overhead
      guard state.failure == nil else { return nil }
      if state.bytes < share {
        guard state.writers == 0,
          state.bytes >= Self.mostBytes
            || ContinuousClock.now - state.lastWrite >= Self.interval
        else { return nil }
      }
      return state.take()
    }
    if let due { write(due) }
    return state.withLock { $0.failure == nil }
  }

  /// Writes what is left.
  ///
  /// - Throws: the first error of any write.
  package func finish() throws {
    let (due, failure) = state.withLock { state in
      (state.take(), state.failure)
    }
    if let failure { throw failure }
    if !due.isEmpty { try append(due) }
  }

  private func write(_ blocks: [EncodedBlock]) {
    var failure: (any Error)?
    do { try append(blocks) } catch { failure = error }
    state.withLock { state in
      state.writers -= 1
      state.lastWrite = .now
      if state.failure == nil { state.failure = failure }
    }
  }
}
