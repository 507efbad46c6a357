import SpreadModel

/// The neighbors of people on a grid as lists, in the order of the neighborhood.
enum GridLists {
  private typealias Offset = (rows: Int, columns: Int)

  /// Where the neighbors of people of a row are, in rows to the south and columns to the east, each of them once:
  /// near an edge of a bounded grid not all of them are there.
  private static func offsets(
    _ grid: Grid, _ neighborhood: SpreadRule.Neighborhood, inRow row: Int
  ) -> [Offset] {
    guard case .within(let radius, let metric) = neighborhood else {
      let offsets = neighborhood.directions(inRow: row).map { ($0.rows, $0.columns) }
      guard grid.boundary == .torus else { return offsets }
      var met = MetPeople(grid)
      return offsets.filter { met.insert($0) }
    }
    return grid.boundary == .torus
      ? onTorus(grid, radius, metric) : onBounded(grid, radius, metric)
  }

  private static func onBounded(
    _ grid: Grid, _ radius: Int, _ metric: SpreadRule.Neighborhood.Metric
  ) -> [Offset] {
    let south = min(radius, grid.rows - 1)
    return (-south...south).flatMap { rows in
      let east = min(
        metric.reach(rows: rows, radius: radius) ?? 0, grid.columns - 1, grid.people - 1)
      return (-east...east).map { (rows, $0) }
    }.filter { $0 != (0, 0) }
  }

  /// In reading order of all positions within the radius, whatever its size: a person is met at the first of
  /// theirs, and once everybody was met, no more are looked at.
  private static func onTorus(
    _ grid: Grid, _ radius: Int, _ metric: SpreadRule.Neighborhood.Metric
  ) -> [Offset] {
    var met = MetPeople(grid)
    var offsets: [Offset] = []
    var rows = -radius
    while rows <= radius, !met.isEverybody {
      if let east = metric.reach(rows: rows, radius: radius) {
        // Further east is who was met in the west.
        for columns in -east...min(east, grid.columns - 1 - east) where met.insert((rows, columns))
        {
          offsets.append((rows, columns))
        }
      }
      rows += 1
    }
    return offsets
  }

  /// - Complexity: linear in people times positions.
  private static func make(
    _ grid: Grid, _ neighborhood: SpreadRule.Neighborhood, _ isCancelled: () -> Bool
  ) throws -> NeighborTable {
    let even = offsets(grid, neighborhood, inRow: 0)
    let odd = offsets(grid, neighborhood, inRow: 1)
    func forEach(_ body: (_ person: Int, _ neighbor: UInt32) -> Void) throws {
      for person in 0..<grid.people {
        try WorkCancelled.check(person, isCancelled)
        let (row, column) = person.quotientAndRemainder(dividingBy: grid.columns)
        for offset in row.isMultiple(of: 2) ? even : odd {
          var other = (row: row + offset.rows, column: column + offset.columns)
          if grid.boundary == .torus {
            other = grid.onTorus(other.row, other.column)
          } else if other.column < 0 || other.column >= grid.columns || other.row < 0 {
            continue
          }
          let neighbor = other.row * grid.columns + other.column
          if neighbor < grid.people { body(person, UInt32(neighbor)) }
        }
      }
    }
    return try NeighborTable(people: grid.people) { degrees in
      try forEach { person, _ in degrees[person] += 1 }
    } fill: { places, neighbors in
      try forEach { person, neighbor in
        neighbors[Int(places[person])] = neighbor
        places[person] += 1
      }
    }
  }

  private struct Key: Hashable {
    var grid: Grid
    var neighborhood: SpreadRule.Neighborhood
  }

  private static let known = SharedTables<Key>()

  /// The lists of a grid.
  static func table(_ grid: Grid, _ neighborhood: SpreadRule.Neighborhood) -> NeighborTable {
    do { return try table(grid, neighborhood) { false } } catch {
      preconditionFailure("nobody gave up drawing: \(error)")
    }
  }

  /// The same, unless it is given up.
  ///
  /// - Throws: `WorkCancelled`.
  static func table(
    _ grid: Grid, _ neighborhood: SpreadRule.Neighborhood, _ isCancelled: () -> Bool
  ) throws -> NeighborTable {
    try known.table(Key(grid: grid, neighborhood: neighborhood)) {
      try make(grid, neighborhood, isCancelled)
    }
  }
}

/// Who was met from the first person of a torus.
private struct MetPeople {
  private let grid: Grid
  private var isMet: [Bool]
  private var left: Int

  /// Nobody but the first person themselves.
  init(_ grid: Grid) {
    self.grid = grid
    isMet = Array(repeating: false, count: grid.people)
    isMet[0] = true
    left = grid.people - 1
  }

  var isEverybody: Bool { left == 0 }

  /// - Returns: false for somebody who was met before.
  mutating func insert(_ offset: (rows: Int, columns: Int)) -> Bool {
    let (row, column) = grid.onTorus(offset.rows, offset.columns)
    let person = row * grid.columns + column
    guard !isMet[person] else { return false }
    isMet[person] = true
    left -= 1
    return true
  }
}

extension Grid {
  /// Where a row and a column lie that may be beyond the edge.
  fileprivate func onTorus(_ row: Int, _ column: Int) -> (row: Int, column: Int) {
    func closed(_ place: Int, _ size: Int) -> Int {
      let rest = place % size
      return rest < 0 ? rest + size : rest
    }
    return (closed(row, rows), closed(column, columns))
  }
}
