import SpreadModel

/// The start state of the mask bytes: who has neighbors in which directions.
///
/// Kept whole for grids of at most `wholeLimit` bytes, which start thousands of times a second;
/// larger ones keep the seven different rows only, for memory's sake.
struct NeighborTemplate {
  private static let wholeLimit = 1 << 15

  let grid: PaddedGrid
  /// Rows -1, 0, any odd and any even inner one, rows - 2, rows - 1, rows; each `stride` bytes.
  private let rows: RawBuffer<UInt8>
  private var whole: RawBuffer<UInt8>?
  /// `RunCopies.placeMask`.
  private let placeMask: UInt32

  init(_ grid: PaddedGrid, placeMask: UInt32, in memory: inout Memory) {
    self.grid = grid
    self.placeMask = placeMask
    rows = memory.buffer(7 * grid.stride)
    for (kind, row) in [-1, 0, 1, 2, grid.rows - 2, grid.rows - 1, grid.rows].enumerated() {
      for column in -1...grid.columns {
        rows[kind * grid.stride + column + 1] = grid.neighborMask(row: row, column: column)
      }
    }
    if grid.byteCount <= Self.wholeLimit {
      let bytes: RawBuffer<UInt8> = memory.buffer(grid.byteCount)
      fillByRows(bytes)
      whole = bytes
    }
  }

  /// Writes the start state of all cells.
  func fill(_ masks: RawBuffer<UInt8>) {
    if let whole {
      masks.copy(grid.byteCount, of: whole)
    } else {
      fillByRows(masks)
    }
  }

  private func fillByRows(_ masks: RawBuffer<UInt8>) {
    for row in -1...grid.rows {
      masks.copy(
        grid.stride, of: rows, from: template(ofRow: row), to: (row + 1) * grid.stride)
    }
    let filled = (grid.rows + 2) * grid.stride
    masks.fill(0, from: filled, count: grid.byteCount - filled)
  }

  /// Where the row's template starts in `rows`.
  private func template(ofRow row: Int) -> Int {
    let kind =
      switch row {
      case -1: 0
      case grid.rows: 6
      case grid.rows - 1: 5
      case grid.rows - 2: 4
      case 0: 1
      default: 3 &- row & 1
      }
    return kind * grid.stride
  }

  /// The neighbors a person has, infected or not, as directions.
  @inline(__always) func neighbors(at cell: UInt32) -> UInt8 {
    let cell = cell & placeMask
    let row = grid.paddedRow(of: cell)
    return rows[template(ofRow: row &- 1) &+ Int(cell) &- row &* grid.stride]
  }
}
