import Statistics
import Testing

/// Cells of a chi-square test that expect too little are joined.
@Suite struct JoinedCellsTests {
  @Test("a cell stands alone that expects five counts, and not one that expects fewer")
  func least() {
    for (counts, probabilities, wanted) in [
      ([5, 5, 5, 5], [0.25, 0.25, 0.25, 0.25], [5, 5, 5, 5]),
      ([5, 5, 5, 5], [0.24, 0.24, 0.24, 0.28], [10, 10]),
      // What is left joins the last full cell, and counts alone make none.
      ([9, 9, 2], [0.25, 0.5, 0.2], [9, 11]), ([2, 2], [0.5, 0.5], [4]),
      ([9, 9, 1], [0.5, 0.5, 0], [9, 10]), ([9, 9, 0], [0.4, 0.4, 0.2], [9, 9]),
      ([7, 6, 5, 2], [0.3, 0.3, 0.3, 0.1], [7, 6, 7]),
    ] {
      let found = ChiSquareTest.joined(counts: counts, probabilities: probabilities)
      #expect(found.counts == wanted, "\(probabilities)")
      #expect(abs(found.probabilities.reduce(0, +) - 1) < 1e-12)
      if wanted.count == 3 {
        for (one, other) in zip(found.probabilities, [0.3, 0.3, 0.4]) {
          #expect(abs(one - other) < 1e-12)
        }
      }
    }
  }
}
