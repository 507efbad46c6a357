import SpreadModel
import Testing

/// What the parts of rules promise to everything that is derived from them.
@Suite struct RulePartTests {
  @Test(
    "every neighborhood comes with opposites and with a neighbor on each side, in neighbor order",
    arguments: SpreadRule.Neighborhood.allCases)
  func neighborhood(_ neighborhood: SpreadRule.Neighborhood) {
    for row in 0...1 {
      let directions = neighborhood.directions(inRow: row)
      #expect(Set(directions).isSuperset(of: [.north, .west, .east, .south]))
      for direction in directions {
        let back = neighborhood.directions(inRow: row + direction.rows)
        #expect(back.contains { $0.rows == -direction.rows && $0.columns == -direction.columns })
      }
      #expect(directions.map(\.rawValue) == Set(directions.map(\.rawValue)).sorted())
    }
  }

  @Test("directions are the eight places around a person, row by row")
  func directions() {
    let places = Direction.allCases.map { [$0.rows, $0.columns] }
    #expect(
      places == [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]])
  }

  @Test("every draw has the numbers of people of docs/model.md")
  func numbers() {
    for most in 0...8 {
      let numbers = SpreadRule.Draw.allCases.map { $0.plan.numbers(most: most) }
      #expect(
        numbers == [
          most...most, min(1, most)...most, 0...most, most...most, most...most, most...most,
        ])
    }
  }
}
