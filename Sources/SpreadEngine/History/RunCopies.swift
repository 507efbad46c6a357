import SpreadModel

/// The runs side by side whose people stand in one array of cells: cell i of copy c is
/// `c << shift + i`. A run alone is the only copy.
struct RunCopies {
  /// Most runs at a time.
  static let most = 32

  let areSeveral: Bool
  let shift: UInt32
  /// The bits of a cell that say where it is in its copy.
  let placeMask: UInt32
  /// By copy: the run's word.
  let words: RawBuffer<UInt64>
  /// By copy: people newly infected in the step, ever infected, immune, latent, infected, and infected by
  /// those introduced at step 0; the others are not used. Kept only where there are several.
  let counts: RawBuffer<SIMD8<UInt32>>

  /// One run.
  init(in memory: inout Memory) {
    areSeveral = false
    shift = 32
    placeMask = .max
    words = memory.buffer(1)
    counts = memory.buffer(0)
  }

  /// `most` runs.
  ///
  /// - Parameter cells: of each.
  init(cells: Int, in memory: inout Memory) {
    areSeveral = true
    shift = UInt32(Int.bitWidth - (cells - 1).leadingZeroBitCount)
    placeMask = 1 << shift - 1
    words = memory.buffer(Self.most)
    counts = memory.buffer(Self.most)
  }

  /// Cells of all copies.
  var cells: Int { Self.most << Int(shift) }

  @inline(__always) func place(of cell: UInt32) -> UInt32 { cell & placeMask }

  @inline(__always) func copy(of cell: UInt32) -> Int {
    Int(truncatingIfNeeded: UInt64(cell) &>> UInt64(shift))
  }

  @inline(__always) func word(ofRunWith cell: UInt32) -> UInt64 { words[copy(of: cell)] }

  /// Counts people who are infected from this step on.
  ///
  /// - Parameter numbers: of their infections, from place 0 on; nil where all are first ones.
  func begin(
    _ cells: RawBuffer<UInt32>, _ new: Range<Int>, _ numbers: RawBuffer<UInt32>?, isLatent: Bool
  ) {
    let first: SIMD8<UInt32> = [1, 1, 0, isLatent ? 1 : 0, 1, 0, 0, 0]
    let again: SIMD8<UInt32> = [1, 0, 0, isLatent ? 1 : 0, 1, 0, 0, 0]
    for index in new {
      let isFirst = numbers.map { $0[index &- new.lowerBound] == 1 } ?? true
      counts[copy(of: cells[index])] &+= isFirst ? first : again
    }
  }

  /// Adds the same to the counts for each of these people, if there are several copies.
  @inline(__always) func count(
    _ cells: RawBuffer<UInt32>, _ range: Range<Int>, _ change: SIMD8<UInt32>
  ) {
    guard areSeveral else { return }
    for index in range { counts[copy(of: cells[index])] &+= change }
  }

  @inline(__always) func countByIntroduced(_ cell: UInt32) {
    if areSeveral { counts[copy(of: cell)][5] &+= 1 }
  }
}
