/// Consecutive tasks in one word, so that a deque's slot is read and written at once.
///
/// First task: 40 bits; number of tasks: 24 bits.
package struct TaskRange: Equatable, Sendable {
  static let mostTasks = 1 << 40
  static let mostCount = 1 << 24 - 1

  let word: UInt64

  init(word: UInt64) { self.word = word }

  /// - Precondition: 1...`mostCount` tasks below `mostTasks`.
  package init(_ tasks: Range<Int>) {
    precondition(1...Self.mostCount ~= tasks.count && 0 <= tasks.lowerBound)
    precondition(tasks.upperBound <= Self.mostTasks)
    word = UInt64(tasks.lowerBound) << 24 | UInt64(tasks.count)
  }

  var count: Int { Int(word & 0xff_ffff) }
  /// The numbers of the tasks.
  package var tasks: Range<Int> {
    let first = Int(word >> 24)
    return first..<first + count
  }
}

extension Range<Int> {
  /// The range in pieces that halve, the half that comes last first: `0..<8` gives 4..<8, 2..<4,
  /// 1..<2, 0..<1. Pushed in this order, the owner takes them from the front, one by one, while
  /// a thief gets half of all that is left.
  package var halves: [Range<Int>] {
    var pieces: [Range<Int>] = []
    var rest = self
    while rest.count > 1 {
      let middle = rest.lowerBound + (rest.count + 1) / 2
      pieces.append(middle..<rest.upperBound)
      rest = rest.lowerBound..<middle
    }
    if !rest.isEmpty { pieces.append(rest) }
    // Only shares of more than 33 million tasks have pieces too long for a slot.
    return pieces.flatMap { piece in
      stride(from: piece.lowerBound, to: piece.upperBound, by: TaskRange.mostCount).reversed().map {
        $0..<Swift.min($0 + TaskRange.mostCount, piece.upperBound)
      }
    }
  }
}
