package import SpreadModel

/// First-passage percolation: with a cap no smaller than the neighborhood, a person is infected
/// after the shortest sum of waiting times along any path. Dijkstra's algorithm, any size.
package enum FirstPassage {
  /// Steps of infection on a bounded grid.
  ///
  /// - Parameter wait: steps a contact takes from a person in a direction (0...7).
  package static func steps(
    _ grid: Grid, _ neighborhood: SpreadRule.Neighborhood, from start: [Int],
    wait: (_ person: Int, _ direction: Int) -> Int
  ) -> [Int32] {
    var steps = [Int](repeating: .max, count: grid.people)
    var isDone = [Bool](repeating: false, count: grid.people)
    for person in start { steps[person] = 0 }
    while let person = steps.indices.filter({ !isDone[$0] && steps[$0] < .max })
      .min(by: { steps[$0] < steps[$1] })
    {
      isDone[person] = true
      let directions =
        ReferenceSimulator.directions(neighborhood, row: person / grid.columns, nil)
      for direction in directions {
        let row = person / grid.columns + [-1, -1, -1, 0, 0, 1, 1, 1][direction]
        let column = person % grid.columns + [-1, 0, 1, -1, 1, -1, 0, 1][direction]
        let other = row * grid.columns + column
        if row < 0 || column < 0 || column >= grid.columns || other >= grid.people { continue }
        steps[other] = min(steps[other], steps[person] + wait(person, direction))
      }
    }
    return steps.map { $0 == .max ? -1 : Int32($0) }
  }

  /// The waiting times of a run: a source tries a direction once per step, with that step's
  /// coin.
  package static func keyedWait(
    _ key: RunKey, p: Double
  ) -> (_ person: Int, _ direction: Int) -> Int {
    { person, direction in
      var action: UInt64 = 1
      while !ReferenceDraws.coin(
        ReferenceDraws.word(run: key.word, person: person, action: action), direction: direction,
        p: p)
      {
        action += 1
      }
      return Int(action)
    }
  }
}
