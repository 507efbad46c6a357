internal import Synchronization

/// A worker's tasks: its owner pushes and takes at one end, thieves steal at the other.
///
/// The deque of Chase and Lev (2005), doi:10.1145/1073970.1073974, with a fixed ring: what a
/// worker can hold is known beforehand (its share, plus the halves of one range). All accesses to
/// the two ends that must not be reordered are sequentially consistent, instead of the fences of
/// Le et al. (2013), doi:10.1145/2442516.2442524, which ThreadSanitizer does not follow.
package final class WorkDeque: Sendable {
  /// Place of the oldest range, where thieves take; it only grows.
  private let top = Atomic(0)
  /// One past the newest range, where the owner pushes and takes.
  private let bottom = Atomic(0)
  // The slots are atomics; the pointer never changes and the memory lives as long as the deque.
  private nonisolated(unsafe) let slots: UnsafeMutablePointer<Atomic<UInt64>>
  private let mask: Int

  /// What became of an attempt to steal.
  package enum Theft {
    case range(TaskRange)
    case empty
    /// Somebody else was faster; the deque may hold more.
    case lost
  }

  /// - Parameter capacity: ranges it must hold at once.
  package init(capacity: Int) {
    var size = 64
    while size < capacity { size *= 2 }
    mask = size - 1
    slots = .allocate(capacity: size)
    for place in 0..<size { (slots + place).initialize(to: Atomic(0)) }
  }

  deinit {
    slots.deinitialize(count: mask + 1)
    slots.deallocate()
  }

  /// Only the owner may push.
  ///
  /// - Precondition: there is room.
  package func push(_ range: TaskRange) {
    let end = bottom.load(ordering: .relaxed)
    let start = top.load(ordering: .acquiring)
    precondition(end - start <= mask, "a worker holds no more ranges than it was made for")
    slots[end & mask].store(range.word, ordering: .relaxed)
    bottom.store(end + 1, ordering: .sequentiallyConsistent)
  }

  /// The newest range; only the owner may take. nil if there is none.
  package func take() -> TaskRange? {
    let end = bottom.load(ordering: .relaxed) - 1
    bottom.store(end, ordering: .sequentiallyConsistent)
    let start = top.load(ordering: .sequentiallyConsistent)
    guard start <= end else {
      bottom.store(end + 1, ordering: .relaxed)
      return nil
    }
    let range = TaskRange(word: slots[end & mask].load(ordering: .relaxed))
    guard start == end else { return range }
    // The last one: thieves may be after it too.
    let isOurs = top.compareExchange(
      expected: start, desired: start + 1, ordering: .sequentiallyConsistent
    ).exchanged
    bottom.store(end + 1, ordering: .relaxed)
    return isOurs ? range : nil
  }

  /// The oldest range; anybody may steal.
  package func steal() -> Theft {
    let start = top.load(ordering: .sequentiallyConsistent)
    let end = bottom.load(ordering: .sequentiallyConsistent)
    guard start < end else { return .empty }
    let range = TaskRange(word: slots[start & mask].load(ordering: .relaxed))
    let isOurs = top.compareExchange(
      expected: start, desired: start + 1, ordering: .sequentiallyConsistent
    ).exchanged
    return isOurs ? .range(range) : .lost
  }
}
