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
///
/// Cells are read one at a time; what a `1` means is known behind the last.
package struct EventColumn: Sendable {
  package struct Problem: Error, Hashable, Sendable {
    package var message: String
  }

  /// What a cell says, in the column's own coding.
  package enum Code: UInt8, CaseIterable, Sendable { case zero, one, two }

  private struct Coding: Hashable {
    let reached, censored: String
  }

  /// Those that all cells so far fit, in the order in which they are tried: a column of `1` alone is of
  /// the first.
  private var possible = [
    Coding(reached: "1", censored: "0"), Coding(reached: "TRUE", censored: "FALSE"),
    Coding(reached: "2", censored: "1"),
  ]
  /// Cells as they stand in the file.
  private var known: [String: Code] = [:]

  package init() {}

  /// Which cells say that the time was reached; the others say that watching ended.
  package var reached: Code { possible[0].reached == "2" ? .two : .one }

  /// - Throws: `Problem` where the cell does not fit the ones before it.
  package mutating func code(of cell: String) throws(Problem) -> Code {
    if let code = known[cell] { return code }
    let text = Self.plain(cell)
    let left = possible.filter { text == $0.reached || text == $0.censored }
    guard !left.isEmpty else {
      let what = text.isEmpty ? "has no value" : "is \"\(cell)\""
      throw Problem(
        message: "\(what); give 1 (reached) and 0 (censored), TRUE and FALSE, or 2 (reached) and "
          + "1 (censored), one of these all the way down")
    }
    possible = left
    let code: Code =
      switch text {
      case "0", "FALSE": .zero
      case "2": .two
      default: .one
      }
    known[cell] = code
    return code
  }

  /// Whole numbers may come as real ones: a column with a missing cell does in pandas.
  private static func plain(_ cell: String) -> String {
    ["0.0": "0", "1.0": "1", "2.0": "2"][cell] ?? cell.uppercased()
  }
}
