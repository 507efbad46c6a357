import Statistics

/// The values of a tally for statistics that walk through them in order.
///
/// Unchecked: its spool file was written before, and is read by the one thread it is handed to.
struct TalliedValues: StoredValues, @unchecked Sendable {
  private let sorted: SortedTally
  let count: Int
  let distinctCount: Int

  init(_ tally: Tally) {
    sorted = tally.sorted()
    (count, distinctCount) = (tally.count, sorted.distinctCount)
  }

  func rows(_ places: Range<Int>) -> [CountedValues.Row] { sorted.rows(places) }
}
