import SpreadModel
import Testing

/// Where people stand from each other.
@Suite struct GridOffsetTests {
  @Test(
    "the way to a candidate is the shortest one, over the edges of a torus too",
    arguments: [Boundary.bounded, .torus])
  func offsets(boundary: Boundary) {
    let grid = Grid(people: 20, columns: 5, boundary: boundary)
    let rounds = boundary == .torus ? [-1, 0, 1] : [0]
    for one in 0..<20 {
      for other in 0..<20 {
        let (rows, columns) = grid.offset(from: one, to: other)
        #expect(
          abs(rows) == rounds.map { abs(other / 5 - one / 5 + 4 * $0) }.min()
            && abs(columns) == rounds.map { abs(other % 5 - one % 5 + 5 * $0) }.min())
        let (down, right) = (one / 5 + rows, one % 5 + columns)
        #expect((down + 4) % 4 * 5 + (right + 5) % 5 == other)
      }
    }
    #expect(grid.offset(from: 0, to: 19).columns == (boundary == .torus ? -1 : 4))
  }
}
