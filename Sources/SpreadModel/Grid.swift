/// What lies beyond the edge of the grid.
package enum Boundary: String, CaseIterable, Sendable {
  case bounded, torus
}

/// The positions of a group of people: row-major, the last row may be partial.
///
/// Person `i` (0..<people) stands in row `i / columns`, column `i % columns`.
/// Source: docs/model.md, "Grid".
package struct Grid: Hashable, Sendable {
  /// Number of people, 1...10^9.
  package let people: Int
  /// Places per row, 1 or more; beyond `people` the rest of the only row is empty.
  package let columns: Int
  package let boundary: Boundary

  /// - Precondition: at least one person and one column, and a torus is a full rectangle. Study
  ///   files are checked before a grid is made.
  package init(people: Int, columns: Int, boundary: Boundary) {
    precondition(people >= 1 && columns >= 1)
    precondition(boundary == .bounded || people % columns == 0)
    self.people = people
    self.columns = columns
    self.boundary = boundary
  }

  /// Rows, the partial one included.
  package var rows: Int { (people + columns - 1) / columns }

  /// The person in the middle: row (rows-1)/2, column (columns-1)/2, rounded down; the last
  /// person if nobody stands there.
  package var center: Int {
    let place = (rows - 1) / 2 * columns + (columns - 1) / 2
    return min(place, people - 1)
  }

  /// From one person to another, in rows to the south and columns to the east; on a torus the shorter way.
  package func offset(from one: Int, to other: Int) -> (rows: Int, columns: Int) {
    func short(_ distance: Int, of length: Int) -> Int {
      guard boundary == .torus, 2 * abs(distance) > length else { return distance }
      return distance - length * distance.signum()
    }
    return (
      short(other / columns - one / columns, of: rows),
      short(other % columns - one % columns, of: columns)
    )
  }

  /// The fewest people that make up a share (0...1] of the group; products that miss a whole
  /// number by rounding only count as that number.
  package func leastPeople(ofShare share: Double) -> Int {
    let product = share * Double(people)
    let nearest = product.rounded()
    let isWhole = abs(product - nearest) <= 1e-9 * max(1, product)
    return max(1, Int(isWhole ? nearest : product.rounded(.up)))
  }

  /// A share (0...1) of so many people, rounded to the nearest person, halves up.
  package static func people(ofShare share: Double, of people: Int) -> Int {
    Int(nearestWhole(share * Double(people)))
  }

  /// The smallest number of columns whose square holds `people`.
  package static func squareColumns(people: Int) -> Int {
    // The root is rounded, but below 10^9 never up to the next whole number.
    var columns = Int(Double(people).squareRoot())
    while columns * columns < people { columns += 1 }
    return columns
  }
}

/// The nearest whole number of a product of decimals, 0 or more; halves go up, also one that rounding has missed, such as
/// 0.29 times 50.
func nearestWhole(_ product: Double) -> Double { (product * (1 + 0x1p-50) + 0.5).rounded(.down) }
