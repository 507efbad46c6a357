import SpreadModel

/// The cells of `points.csv`; each level is kept once, however many points have it.
final class PointCells: Sendable {
  let keys: [ModelKey]
  private let places: [ModelKey: Int]
  /// By key, in the order in which they come.
  private let levels: [[String]]
  /// By key the place of each row's level.
  fileprivate let codes: [[Int32]]
  /// People of the group, and finished runs, by row.
  let counts: [(people: Int, replicates: Int)]

  /// - Parameter read: hands over rows of cells, one a key, and their counts.
  init(
    _ keys: [ModelKey], read: (([String], (people: Int, replicates: Int)) -> Void) throws -> Void
  ) rethrows {
    self.keys = keys
    places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var found = [[String: Int32]](repeating: [:], count: keys.count)
    var (levels, codes) = ([[String]](), [[Int32]]())
    for _ in keys {
      levels.append([])
      codes.append([])
    }
    var counts: [(people: Int, replicates: Int)] = []
    try read { cells, count in
      counts.append(count)
      for (place, cell) in cells.enumerated() {
        if found[place][cell] == nil {
          found[place][cell] = Int32(levels[place].count)
          levels[place].append(cell)
        }
        codes[place].append(found[place][cell] ?? 0)
      }
    }
    (self.levels, self.codes, self.counts) = (levels, codes, counts)
  }

  func places(of keys: [ModelKey]) -> [Int] { keys.compactMap { places[$0] } }

  /// What stands for a cell, the same for equal ones; nil where the table has no such column.
  func code(_ row: Int, _ key: ModelKey) -> Int32? { places[key].map { codes[$0][row] } }

  func cell(_ row: Int, _ key: ModelKey) -> String? {
    places[key].map { levels[$0][Int(codes[$0][row])] }
  }
}

/// The levels of some keys at a point: equal where all of them are.
struct Combination: Hashable {
  private let cells: PointCells
  private let row: Int
  private let places: [Int]

  init(_ cells: PointCells, _ row: Int, _ places: [Int]) {
    (self.cells, self.row, self.places) = (cells, row, places)
  }

  static func == (one: Combination, other: Combination) -> Bool {
    one.row == other.row
      || one.places.allSatisfy { one.cells.codes[$0][one.row] == other.cells.codes[$0][other.row] }
  }

  func hash(into hasher: inout Hasher) {
    for place in places { hasher.combine(cells.codes[place][row]) }
  }
}
