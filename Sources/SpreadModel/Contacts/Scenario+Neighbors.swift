/// How many neighbors people have, without a structure being drawn.
extension Scenario {
  /// At least as many as anybody has.
  package var mostNeighbors: Int {
    let others = grid.people - 1
    return switch contacts {
    case .grid:
      Int(min(Double(others), rule.neighborhood.offsets { _, _ in 1 }))
    case .everybody: others
    case .edges(let table): table.mostNeighbors
    case .drawn(let graph, _): graph.kind.mostNeighbors(graph) ?? others
    }
  }

  /// The mean over all people, of random structures the expected one; on a grid whose last row is
  /// partial about that.
  package var meanNeighbors: Double {
    let people = Double(grid.people)
    switch contacts {
    case .grid:
      guard grid.boundary == .bounded else { return Double(mostNeighbors) }
      let (rows, columns) = (Double(grid.rows), Double(min(grid.columns, grid.people)))
      return rule.neighborhood.offsets { down, east in
        max(0, 1 - Double(abs(down)) / rows) * max(0, 1 - Double(abs(east)) / columns)
      }
    case .everybody: return people - 1
    case .edges(let table): return Double(table.entries) / people
    case .drawn(let graph, _): return graph.kind.meanNeighbors(graph, grid.people)
    }
  }
}

extension SpreadRule.Neighborhood {
  /// The sum over all neighbors' positions, so many rows to the south and columns to the east.
  fileprivate func offsets(_ value: (_ down: Int, _ east: Int) -> Double) -> Double {
    guard case .within(let radius, let metric) = self else {
      return directions.reduce(0) { $0 + value($1.rows, $1.columns) }
    }
    var sum = 0.0
    for down in -radius...radius {
      for east in -radius...radius
      where (down, east) != (0, 0) && metric.holds(rows: down, columns: east, radius: radius) {
        sum += value(down, east)
      }
    }
    return sum
  }
}
