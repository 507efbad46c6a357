import SpreadModel

/// The grid with a border of one cell around it, so that no neighbor needs a bounds check.
///
/// Person (row, column) has the cell `(row + 1) * stride + column + 1`, `stride` = columns + 2.
/// Cells are 32-bit: a billion people in one row or column need 3 * 10^9 of them.
struct PaddedGrid {
  let people: Int
  let columns: Int
  let rows: Int
  let isTorus: Bool
  /// `Grid.center`.
  let center: Int
  /// Of the neighborhood, as bits: direction d is bit d. Of people of even rows, where rows differ.
  let directions: UInt8
  /// Of people of odd rows.
  private let oddDirections: UInt8
  let stride: Int
  /// Bytes of an array over all cells, with room for unaligned words at its end.
  let byteCount: Int
  /// ceil(2^64 / stride): cell / stride is the high half of the product.
  private let strideReciprocal: UInt64

  init(_ grid: Grid, _ neighborhood: SpreadRule.Neighborhood) {
    people = grid.people
    rows = grid.rows
    columns = min(grid.columns, grid.people)
    center = grid.center
    isTorus = grid.boundary == .torus
    directions = neighborhood.mask(inRow: 0)
    oddDirections = neighborhood.mask(inRow: 1)
    stride = columns + 2
    byteCount = (rows + 2) * stride + 64
    precondition(byteCount <= Int(UInt32.max), "more cells than 32 bits can number")
    // Health stands in the east bit of the cell to the west; runs end when all are infected.
    let plus = SpreadRule.Neighborhood.vonNeumann.mask(inRow: 0)
    precondition(
      directions & oddDirections & plus == plus, "the kernel needs a neighbor on each side")
    precondition(
      !(isTorus && directions != oddDirections) || rows.isMultiple(of: 2),
      "the first and the last row of a torus are neighbors")
    strideReciprocal = UInt64.max / UInt64(stride) + 1
  }

  /// Whether people of even and odd rows have their neighbors in the same directions.
  var rowsAreAlike: Bool { directions == oddDirections }

  /// Of people of a row, as bits.
  @inline(__always) func directions(inRow row: Int) -> UInt8 {
    row & 1 == 0 ? directions : oddDirections
  }

  @inline(__always) func cell(row: Int, column: Int) -> Int {
    (row &+ 1) &* stride &+ column &+ 1
  }

  func cell(of person: Int) -> Int { cell(row: person / columns, column: person % columns) }

  /// The cell's row in the padded grid, 0...rows + 1.
  @inline(__always) func paddedRow(of cell: UInt32) -> Int {
    Int(truncatingIfNeeded: UInt64(cell).multipliedFullWidth(by: strideReciprocal).high)
  }

  /// - Precondition: the cell is a person's.
  @inline(__always) func person(at cell: UInt32) -> Int {
    Int(cell) &- stride &- 1 &- 2 &* (paddedRow(of: cell) &- 1)
  }

  /// How far each direction's neighbor lies, in cells, before a torus closes.
  var directionOffsets: [Int] {
    Direction.allCases.map { $0.rows * stride + $0.columns }
  }

  /// People in a row; 0 outside the grid.
  func length(ofRow row: Int) -> Int {
    switch row {
    case 0..<(rows - 1): columns
    case rows - 1: people - (rows - 1) * columns
    default: 0
    }
  }

  /// The directions of a cell in which somebody stands; on a torus, only the first direction
  /// in which each other person is met. Row and column may lie in the border.
  func neighborMask(row: Int, column: Int) -> UInt8 {
    isTorus ? torusMask(row: row) : boundedMask(row: row, column: column)
  }

  private func boundedMask(row: Int, column: Int) -> UInt8 {
    var mask: UInt8 = 0
    let directions = directions(inRow: row)
    for direction in Direction.allCases where directions & direction.bit != 0 {
      let otherColumn = column + direction.columns
      let otherRow = row + direction.rows
      if otherColumn >= 0 && otherColumn < length(ofRow: otherRow) { mask |= direction.bit }
    }
    return mask
  }

  /// On a torus all places of a row have the same surroundings.
  private func torusMask(row: Int) -> UInt8 {
    var mask: UInt8 = 0
    let directions = directions(inRow: row)
    let row = row & 1
    var met = [row * columns]
    for direction in Direction.allCases where directions & direction.bit != 0 {
      let other = torusNeighbor(row: row, column: 0, direction)
      let person = other.row * columns + other.column
      if met.contains(person) { continue }
      met.append(person)
      mask |= direction.bit
    }
    return mask
  }

  func torusNeighbor(row: Int, column: Int, _ direction: Direction) -> (row: Int, column: Int) {
    closed(row: row + direction.rows, column: column + direction.columns)
  }

  /// The cell of the person met in a direction from another person's.
  ///
  /// - Precondition: there is one.
  @inline(__always) func neighbor(of cell: UInt32, _ direction: Int) -> UInt32 {
    let other = cell &+ UInt32(truncatingIfNeeded: offset(direction))
    return isTorus ? closed(other) : other
  }

  /// How far a direction's neighbor lies, in cells, before a torus closes.
  @inline(__always) private func offset(_ direction: Int) -> Int {
    switch direction {
    case 0: -stride &- 1
    case 1: -stride
    case 2: 1 &- stride
    case 3: -1
    case 4: 1
    case 5: stride &- 1
    case 6: stride
    default: stride &+ 1
    }
  }

  /// The bit of the direction in which one cell's person meets another's, who meets them in the
  /// direction `opposite`.
  @inline(__always) func way(
    from cell: UInt32, to other: UInt32, opposite: Int, _ template: NeighborTemplate
  ) -> UInt8 {
    let bit: UInt8 = 0x80 &>> UInt8(truncatingIfNeeded: opposite)
    return isTorus ? wayOnTorus(from: cell, to: other, template) : bit
  }

  /// With a side of 1 or 2 the way back is not always the opposite direction.
  private func wayOnTorus(
    from cell: UInt32, to other: UInt32, _ template: NeighborTemplate
  ) -> UInt8 {
    var directions = template.neighbors(at: cell)
    while directions != 0 {
      let direction = directions.trailingZeroBitCount
      if neighbor(of: cell, direction) == other { return 1 &<< UInt8(direction) }
      directions &= directions &- 1
    }
    preconditionFailure("whoever is met on a torus meets, too")
  }

  /// The place on a torus that a place at most one row and column beyond the edge is.
  func closed(row: Int, column: Int) -> (row: Int, column: Int) {
    ((row + rows) % rows, (column + columns) % columns)
  }

  /// The cell on a torus that a cell of the border is; others stay as they are.
  func closed(_ cell: UInt32) -> UInt32 {
    let row = paddedRow(of: cell) - 1
    let column = Int(cell) - (row + 1) * stride - 1
    if row >= 0 && row < rows && column >= 0 && column < columns { return cell }
    let place = closed(row: row, column: column)
    return UInt32(truncatingIfNeeded: self.cell(row: place.row, column: place.column))
  }
}
