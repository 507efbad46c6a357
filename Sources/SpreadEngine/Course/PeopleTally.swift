import SpreadModel

/// The people of each part of those whom a kernel looks after: of a copy, where runs are side by side, or of a
/// group.
struct PeopleTally {
  /// By part: people newly infected in the step, ever infected, immune, latent, infected, and infected by
  /// those introduced at step 0; the others are not used.
  let counts: RawBuffer<SIMD8<UInt32>>
  /// By part, scratch: how many people to count alike; 0 between two uses.
  private let heads: RawBuffer<UInt32>
  /// Whether people are counted.
  var isKept: Bool
  private let copies: RunCopies
  /// By person; nil where the parts are copies.
  private let groupOf: RawBuffer<UInt8>?

  /// By copy, where there are several.
  init(_ copies: RunCopies, in memory: inout Memory) {
    self.copies = copies
    groupOf = nil
    isKept = copies.areSeveral
    let parts = copies.areSeveral ? RunCopies.most : 0
    counts = memory.buffer(parts)
    heads = memory.buffer(of: repeatElement(0, count: parts))
  }

  /// By group, once that is asked for.
  init(_ copies: RunCopies, _ groups: borrowing GroupAssignment, in memory: inout Memory) {
    self.copies = copies
    groupOf = groups.groupOf
    isKept = false
    counts = memory.buffer(groups.count)
    heads = memory.buffer(of: repeatElement(0, count: groups.count))
  }

  @inline(__always) func part(of cell: UInt32) -> Int {
    groupOf.map { Int($0[cell]) } ?? copies.copy(of: cell)
  }

  /// Counts people who are infected from this step on.
  ///
  /// - Parameter numbers: of their infections, from place 0 on; nil where all are first ones.
  func begin(
    _ cells: RawBuffer<UInt32>, _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, isLatent: Bool
  ) {
    let latent: UInt32 = isLatent ? 1 : 0
    guard let numbers else { return count(cells, new, [1, 1, 0, latent, 1, 0, 0, 0]) }
    count(cells, new, [1, 0, 0, latent, 1, 0, 0, 0])
    for index in new {
      heads[part(of: cells[index])] &+= numbers[index &- new.lowerBound] == 1 ? 1 : 0
    }
    addHeads([0, 1, 0, 0, 0, 0, 0, 0])
  }

  /// Adds the same to the counts for each of these people, where they are kept.
  @inline(__always) func count(
    _ cells: RawBuffer<UInt32>, _ range: Range<Int>, _ change: SIMD8<UInt32>
  ) {
    guard isKept else { return }
    for index in range { heads[part(of: cells[index])] &+= 1 }
    addHeads(change)
  }

  private func addHeads(_ change: SIMD8<UInt32>) {
    for part in 0..<counts.count {
      count(heads[part], ofPart: part, change)
      heads[part] = 0
    }
  }

  @inline(__always) func count(_ cell: UInt32, _ change: SIMD8<UInt32>) {
    if isKept { counts[part(of: cell)] &+= change }
  }

  func count(_ number: UInt32, ofPart part: Int, _ change: SIMD8<UInt32>) {
    if isKept { counts[part] &+= change &* SIMD8(repeating: number) }
  }

  @inline(__always) func countByIntroduced(_ cell: UInt32) {
    count(cell, [0, 0, 0, 0, 0, 1, 0, 0])
  }

  /// Nobody is counted yet.
  func reset() { counts.fill(.zero, count: counts.count) }

  /// Begins another step.
  func beginStep() { for part in 0..<counts.count { counts[part][0] = 0 } }
}
