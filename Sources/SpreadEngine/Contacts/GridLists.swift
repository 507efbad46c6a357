import SpreadModel

/// The neighbors of people on a grid as lists, in the order of the neighborhood.
enum GridLists {
  /// Places, in rows to the south and columns to the east, of the neighbors of people of a row.
  private static func offsets(
    _ neighborhood: SpreadRule.Neighborhood, inRow row: Int
  ) -> [(rows: Int, columns: Int)] {
    guard case .within(let radius, let metric) = neighborhood else {
      return neighborhood.directions(inRow: row).map { ($0.rows, $0.columns) }
    }
    return (-radius...radius).flatMap { rows in
      (-radius...radius).map { (rows, $0) }
    }.filter { metric.holds(rows: $0.0, columns: $0.1, radius: radius) && $0 != (0, 0) }
  }

  /// - Complexity: linear in people times places.
  private static func make(_ grid: Grid, _ neighborhood: SpreadRule.Neighborhood) -> NeighborTable {
    let even = offsets(neighborhood, inRow: 0)
    let odd = offsets(neighborhood, inRow: 1)
    // Only near the edge of a torus may somebody be met twice.
    var met: [UInt32] = []
    func forEach(_ body: (_ person: Int, _ neighbor: UInt32) -> Void) {
      for person in 0..<grid.people {
        let (row, column) = person.quotientAndRemainder(dividingBy: grid.columns)
        met.removeAll(keepingCapacity: true)
        for offset in row.isMultiple(of: 2) ? even : odd {
          var other = (row: row + offset.rows, column: column + offset.columns)
          if grid.boundary == .torus {
            other.row = closed(other.row, grid.rows)
            other.column = closed(other.column, grid.columns)
          } else if other.column < 0 || other.column >= grid.columns || other.row < 0 {
            continue
          }
          let neighbor = other.row * grid.columns + other.column
          guard neighbor < grid.people, neighbor != person else { continue }
          if grid.boundary == .torus {
            if met.contains(UInt32(neighbor)) { continue }
            met.append(UInt32(neighbor))
          }
          body(person, UInt32(neighbor))
        }
      }
    }
    return NeighborTable(people: grid.people) { degrees in
      forEach { person, _ in degrees[person] += 1 }
    } fill: { places, neighbors in
      forEach { person, neighbor in
        neighbors[Int(places[person])] = neighbor
        places[person] += 1
      }
    }
  }

  private static func closed(_ place: Int, _ size: Int) -> Int {
    let rest = place % size
    return rest < 0 ? rest + size : rest
  }

  private struct Key: Hashable {
    var grid: Grid
    var neighborhood: SpreadRule.Neighborhood
  }

  private static let known = SharedTables<Key>()

  /// The lists of a grid.
  static func table(_ grid: Grid, _ neighborhood: SpreadRule.Neighborhood) -> NeighborTable {
    known.table(Key(grid: grid, neighborhood: neighborhood)) { make(grid, neighborhood) }
  }
}
