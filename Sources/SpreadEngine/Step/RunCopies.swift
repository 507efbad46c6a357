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

  /// One run.
  init(in memory: inout Memory) {
    areSeveral = false
    shift = 32
    placeMask = .max
    words = memory.buffer(1)
  }

  /// `most` runs.
  ///
  /// - Parameter cells: of each.
  init(cells: Int, in memory: inout Memory) {
    areSeveral = true
    shift = UInt32(Int.bitWidth - (cells - 1).leadingZeroBitCount)
    placeMask = 1 << shift - 1
    words = memory.buffer(Self.most)
  }

  /// Cells of all copies.
  var cells: Int { Self.most << Int(shift) }

  @inline(__always) func place(of cell: UInt32) -> UInt32 { cell & placeMask }

  @inline(__always) func copy(of cell: UInt32) -> Int {
    Int(truncatingIfNeeded: UInt64(cell) &>> UInt64(shift))
  }

  @inline(__always) func word(ofRunWith cell: UInt32) -> UInt64 { words[copy(of: cell)] }
}
