package import DurableFiles

/// How often each value occurred: exact quantiles and moments of many values in little memory.
///
/// Most responses are small whole numbers or take few values, so a table of distinct values stays
/// small where a list of all of them would grow with the number of runs; where even that grows
/// (directions and shapes), it goes to a spool file. All results depend on the values alone, never
/// on the order in which they came.
package struct Tally {
  private var window: [UInt32] = []  // counts of the whole numbers from `base` on
  private var base = 0
  private var distinct: [TallyEntry] = []  // ascending
  private var pending: [Double] = []
  private var spooled: SpooledTally

  /// - Parameter spool: where values go that are too many for memory.
  package init(spool: SpoolFile) {
    spooled = SpooledTally(spool: spool)
  }

  private static let widestWindow = 4096
  private static let mostInMemory = 4096

  package mutating func add(_ value: Double) {
    if let whole = Int(exactly: value), makeRoom(for: whole) {
      window[whole - base] += 1
    } else {
      pending.append(value)
      if pending.count >= 4096 { merge() }
    }
  }

  package mutating func add(_ other: Tally) {
    let more = other.sorted()
    for index in 0..<more.distinctCount {
      let value = more.value(index)
      let times = more.multiplicity(index)
      if let whole = Int(exactly: value), makeRoom(for: whole) {
        window[whole - base] += UInt32(times)
      } else {
        for _ in 0..<times { add(value) }
      }
    }
  }

  /// Widens the window so that it covers `whole`; false where it would grow too wide.
  private mutating func makeRoom(for whole: Int) -> Bool {
    let place = whole &- base
    if place >= 0 && place < window.count { return true }
    guard whole.magnitude < 1 << 40 else { return false }
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
    var whole = self
    whole.merge()
    let counted = window.enumerated().filter { $1 > 0 }
      .map { TallyEntry(value: Double(base + $0), count: Int($1)) }
    guard !whole.spooled.isEmpty else { return SortedTally(merging: counted, whole.distinct) }
    whole.spooled.add(counted)
    whole.spooled.add(whole.distinct)
    return SortedTally(whole.spooled.finished())
  }

  private mutating func merge() {
    guard !pending.isEmpty else { return }
    pending.sortByDigits()
    var merged: [TallyEntry] = []
    merged.reserveCapacity(distinct.count + pending.count)
    var known = distinct[...]
    for value in pending {
      while let next = known.first, next.value < value {
        merged.append(next)
        known.removeFirst()
      }
      if let last = merged.last, last.value == value {
        merged[merged.count - 1].count += 1
      } else if let next = known.first, next.value == value {
        merged.append(TallyEntry(value: value, count: next.count + 1))
        known.removeFirst()
      } else {
        merged.append(TallyEntry(value: value, count: 1))
      }
    }
    merged += known
    distinct = merged
    pending.removeAll(keepingCapacity: true)
    if distinct.count > Self.mostInMemory {
      spooled.add(distinct)
      distinct.removeAll()
    }
  }
}
