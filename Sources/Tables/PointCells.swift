/// Cells of `points.csv`, by row and by the path of their parameter; each level is kept once, however many points have it.
package final class PointCells: Sendable {
  private let places: [String: Int]
  /// By path, in the order in which they come.
  private let levels: [[String]]
  /// By path the place of each row's level.
  fileprivate let codes: [[Int32]]
  /// People of the group, and finished runs, by row.
  package let counts: [(people: Int, replicates: Int)]

  /// - Parameters:
  ///   - paths: each once.
  ///   - read: hands over rows of cells, one a path, and their counts.
  package init(
    _ paths: [String], read: (([String], (people: Int, replicates: Int)) -> Void) throws -> Void
  ) rethrows {
    places = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
    var found = [[String: Int32]](repeating: [:], count: paths.count)
    var levels = [[String]](repeating: [], count: paths.count)
    var codes = [[Int32]](repeating: [], count: paths.count)
    var counts: [(people: Int, replicates: Int)] = []
    try read { cells, count in
      counts.append(count)
      for (place, cell) in cells.enumerated() {
        let new = Int32(levels[place].count)
        let code = found[place][cell] ?? new
        if code == new {
          found[place][cell] = new
          levels[place].append(cell)
        }
        codes[place].append(code)
      }
    }
    (self.levels, self.codes, self.counts) = (levels, codes, counts)
  }

  /// Where the paths stand among all; without those that have no column.
  package func places(of paths: [String]) -> [Int] { paths.compactMap { places[$0] } }

  /// What stands for a cell, the same for equal ones; nil where the table has no such column.
  package func code(_ row: Int, _ path: String) -> Int32? { places[path].map { codes[$0][row] } }

  package func cell(_ row: Int, _ path: String) -> String? {
    places[path].map { levels[$0][Int(codes[$0][row])] }
  }

  /// The levels of a column in some rows, as they come.
  package func levels(at place: Int, of rows: [Int32]) -> [String] {
    var isFound = Array(repeating: false, count: levels[place].count)
    var found: [String] = []
    for row in rows {
      let code = Int(codes[place][Int(row)])
      if !isFound[code] { found.append(levels[place][code]) }
      isFound[code] = true
    }
    return found
  }

  /// The most levels of a column among those rows that have the same levels at other places.
  package func mostLevels(at place: Int, of rows: [Int32], alike others: [Int]) -> Int {
    var levels: [Combination: Set<Int32>] = [:]
    for row in rows {
      levels[Combination(self, Int(row), others), default: []].insert(codes[place][Int(row)])
    }
    return levels.values.lazy.map(\.count).max() ?? 0
  }
}

/// The levels at some places of a row: equal where all of them are.
package struct Combination: Hashable {
  private let cells: PointCells
  private let row: Int
  private let places: [Int]

  package init(_ cells: PointCells, _ row: Int, _ places: [Int]) {
    (self.cells, self.row, self.places) = (cells, row, places)
  }

  package static func == (one: Combination, other: Combination) -> Bool {
    one.row == other.row
      || one.places.allSatisfy { one.cells.codes[$0][one.row] == other.cells.codes[$0][other.row] }
  }

  package func hash(into hasher: inout Hasher) {
    for place in places { hasher.combine(cells.codes[place][row]) }
  }
}
