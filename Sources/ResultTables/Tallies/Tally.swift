/// How often each value occurred: exact quantiles and moments of many values.
///
/// Most responses are small whole numbers, which are counted in a table. All others are kept and sorted, 8
/// bytes each. All results depend on the values alone, never on the order in which they came.
package struct Tally {
  private var window: [UInt32] = []  // counts of the whole numbers from `base` on
  private var base = 0
  private var others: [Double] = []

  package init() {}

  private static let widestWindow = 4096

  package mutating func add(_ value: Double) { add(value, times: 1) }

  mutating func add(_ values: [Double]) {
    // Many responses are the same in all runs of a point.
    if let first = values.first, values.allSatisfy({ $0 == first }) {
      return add(first, times: values.count)
    }
    for value in values { add(value, times: 1) }
  }

  private mutating func add(_ value: Double, times: Int) {
    let whole = value.magnitude < 0x1p40 ? Int(value) : 0
    if Double(whole) == value, makeRoom(for: whole) {
      window[whole - base] += UInt32(times)
    } else {
      // Negative zero is zero.
      for _ in 0..<times { others.append(value + 0) }
    }
  }

  package mutating func add(_ more: Tally) {
    for (place, times) in more.window.enumerated() where times > 0 {
      add(Double(more.base + place), times: Int(times))
    }
    others += more.others
  }

  /// Widens the window so that it covers `whole`; false where it would grow too wide.
  private mutating func makeRoom(for whole: Int) -> Bool {
    let place = whole &- base
    if place >= 0 && place < window.count { return true }
    if window.isEmpty {
      base = whole
      window = [0]
      return true
    }
    if place < 0 {
      guard window.count - place <= Self.widestWindow else { return false }
      let room = min(max(-place, window.count), Self.widestWindow - window.count)
      window = [UInt32](repeating: 0, count: room) + window
      base -= room
    } else {
      guard place < Self.widestWindow else { return false }
      let wanted = min(max(place + 1, 2 * window.count), Self.widestWindow)
      window += [UInt32](repeating: 0, count: wanted - window.count)
    }
    return true
  }

  /// The distinct values, ascending, with how often each occurred.
  package func sorted() -> SortedTally {
    let counted = window.enumerated().filter { $1 > 0 }
      .map { TallyEntry(value: Double(base + $0), count: Int($1)) }
    var listed: [TallyEntry] = []
    for value in others.sorted() {
      if listed.last?.value == value {
        listed[listed.count - 1].count += 1
      } else {
        listed.append(TallyEntry(value: value, count: 1))
      }
    }
    return SortedTally(merging: counted, listed)
  }
}
