/// Rows of a file that are not used: how many, and the line of the first.
package struct RowsLeftOut: Hashable, Sendable {
  package private(set) var count = 0
  /// 0 where there is none.
  package private(set) var first = 0

  package init() {}

  package mutating func add(_ line: Int) {
    first = count == 0 ? line : min(first, line)
    count += 1
  }

  /// Such as "2 of 6 rows of a.csv ... (the first: line 4)".
  ///
  /// - Parameter why: what these rows lack, behind a verb for one and one for several.
  func words(of total: Int, in path: String, one: String, several: String) -> String {
    "\(count) of \(total) rows of \(path) \(count == 1 ? one : several), and "
      + "\(count == 1 ? "is" : "are") left out (the first: line \(first))"
  }
}
