/// A column of any CSV file that says whether a time was reached or watching ended there.
///
/// | the column holds only | reached | censored |
/// | --- | --- | --- |
/// | `0`, `1` | `1` | `0` |
/// | `TRUE`, `FALSE`, in any case | `TRUE` | `FALSE` |
/// | `1`, `2` (R's survival), at least one `2` | `2` | `1` |
///
/// A column of `1` alone holds times that were all reached. Everything else is refused, missing
/// cells too: whoever guesses turns a survival curve upside down. Source: docs/statistics.md,
/// "Censored times".
package struct EventColumn: Sendable {
  package struct Problem: Error, Hashable, Sendable {
    /// Of the cell that is no event, from 0.
    package var row: Int
    package var message: String
  }

  /// By row: whether the time was reached.
  package let happened: [Bool]

  /// In the order in which they are tried: a column of `1` alone is of the first.
  private static let codings = [
    (reached: "1", censored: "0"), (reached: "TRUE", censored: "FALSE"),
    (reached: "2", censored: "1"),
  ]

  /// - Throws: `Problem` at the first cell that does not fit the ones before it.
  package init(_ cells: [String]) throws(Problem) {
    var possible = Self.codings
    for (row, cell) in cells.enumerated() {
      let text = Self.plain(cell)
      let left = possible.filter { text == $0.reached || text == $0.censored }
      guard !left.isEmpty else {
        let what = text.isEmpty ? "is empty" : "is \"\(cell)\""
        throw Problem(
          row: row,
          message: "\(what); give 1 (reached) and 0 (censored), TRUE and FALSE, or 2 (reached) and "
            + "1 (censored), one of these all the way down")
      }
      possible = left
    }
    happened = cells.map { Self.plain($0) == possible[0].reached }
  }

  /// Whole numbers may come as real ones: a column with a missing cell does in pandas.
  private static func plain(_ cell: String) -> String {
    ["0.0": "0", "1.0": "1", "2.0": "2"][cell] ?? cell.uppercased()
  }
}
