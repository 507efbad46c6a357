/// How many neighbors people have, without a structure being drawn.
extension Scenario {
  /// At least as many as anybody has; of layers the sum.
  package var mostNeighbors: Int { mostNeighbors(contacts) }

  private func mostNeighbors(_ contacts: Contacts) -> Int {
    let others = grid.people - 1
    return switch contacts {
    case .grid: min(others, grid.mostNeighbors(rule.neighborhood))
    case .everybody: others
    case .edges(let table): table.mostNeighbors
    case .drawn(let graph, _): graph.kind.mostNeighbors(graph) ?? others
    case .places(let places, _): places.mostNeighbors(people: grid.people)
    case .layers(let layers): layers.reduce(0) { $0 + mostNeighbors($1.contacts) }
    }
  }

  /// The mean over all people, of random structures the expected one; on a grid whose last row is
  /// partial about that; of layers the sum.
  package var meanNeighbors: Double { meanNeighbors(contacts) }

  package func meanNeighbors(_ contacts: Contacts) -> Double {
    let people = Double(grid.people)
    switch contacts {
    case .grid:
      return grid.boundary == .torus
        ? Double(mostNeighbors(contacts))
        : min(people - 1, grid.meanNeighborsOfBounded(rule.neighborhood))
    case .everybody: return people - 1
    case .edges(let table): return Double(table.entries) / people
    case .drawn(let graph, _): return graph.kind.meanNeighbors(graph, grid.people)
    case .places(let places, _): return places.meanNeighbors(people: grid.people)
    case .layers(let layers): return layers.reduce(0) { $0 + meanNeighbors($1.contacts) }
    }
  }
}

extension Grid {
  /// Lengths of the sides, the shorter one first: a sum over that one has at most about 31,623 terms, and no
  /// metric tells rows from columns.
  private var sides: (short: Int, long: Int) {
    let columns = min(columns, people)
    return (min(rows, columns), max(rows, columns))
  }

  /// At least as many as anybody has; on a torus exactly as many, if the neighborhood has a radius.
  fileprivate func mostNeighbors(_ neighborhood: SpreadRule.Neighborhood) -> Int {
    guard case .within(let radius, let metric) = neighborhood else {
      guard boundary == .torus else { return neighborhood.directions.count }
      // Where a side is short, several directions lead to one person, or back.
      let (rows, columns) = (rows, min(columns, people))
      func rest(_ offset: Int, _ side: Int) -> Int { (offset % side + side) % side }
      let cells = neighborhood.directions.map {
        rest($0.rows, rows) * columns + rest($0.columns, columns)
      }
      return Set(cells).subtracting([0]).count
    }
    let (short, long) = sides
    // On a torus, everybody is met in the nearest of the rows that are theirs.
    let distances =
      boundary == .torus ? (0..<short).map { min($0, short - $0) } : (1 - short..<short).map(abs)
    return distances.reduce(-1) { sum, distance in
      sum + (metric.reach(rows: distance, radius: radius).map { min(long, 2 * $0 + 1) } ?? 0)
    }
  }

  /// The mean over all people of a bounded grid; with a partial last row about that.
  fileprivate func meanNeighborsOfBounded(_ neighborhood: SpreadRule.Neighborhood) -> Double {
    guard case .within(let radius, let metric) = neighborhood else {
      let (rows, columns) = (Double(rows), Double(min(columns, people)))
      return neighborhood.directions.reduce(0) { sum, direction in
        sum + max(0, 1 - Double(abs(direction.rows)) / rows)
          * max(0, 1 - Double(abs(direction.columns)) / columns)
      }
    }
    let (short, long) = sides
    return (1 - short..<short).reduce(-1) { sum, distance in
      guard let reach = metric.reach(rows: distance, radius: radius) else { return sum }
      // The sum of 1 - |i| / long over the positions i that are reached.
      let east = Double(min(reach, long - 1))
      let positions = 1 + 2 * east - east * (east + 1) / Double(long)
      return sum + (1 - Double(abs(distance)) / Double(short)) * positions
    }
  }
}
