/// How often each value occurred: exact quantiles and moments of many values in little memory.
///
/// Most responses are small whole numbers or take few values, so a table of distinct values stays
/// small where a list of all of them would grow with the number of runs. All results depend on
/// the values alone, never on the order in which they came.
package struct Tally {
  private var window: [UInt32] = []  // counts of the whole numbers from `base` on
  private var base = 0
  private var distinct: [(value: Double, count: Int)] = []  // ascending
  private var pending: [Double] = []
  package private(set) var count = 0

  package init() {}
  private static let widestWindow = 4096

  package mutating func add(_ value: Double) {
    count += 1
    if let whole = Int(exactly: value), makeRoom(for: whole) {
      window[whole - base] += 1
    } else {
      pending.append(value)
      if pending.count >= max(1024, distinct.count) { merge() }
    }
  }

  package mutating func add(_ other: Tally) {
    let more = other.sorted()
    for index in more.values.indices {
      let times = more.multiplicity(index)
      if let whole = Int(exactly: more.values[index]), makeRoom(for: whole) {
        count += times
        window[whole - base] += UInt32(times)
      } else {
        for _ in 0..<times { add(more.values[index]) }
      }
    }
  }

  /// Widens the window so that it covers `whole`; false where it would grow too wide.
  private mutating func makeRoom(for whole: Int) -> Bool {
    let place = whole &- base
    if place >= 0 && place < window.count { return true }
    guard abs(whole) < 1 << 40 else { return false }
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
    let counted = window.enumerated().filter { $1 > 0 }.map { (Double(base + $0), Int($1)) }
    return SortedTally(merging: counted, whole.distinct)
  }

  private mutating func merge() {
    guard !pending.isEmpty else { return }
    pending.sort()
    var merged: [(value: Double, count: Int)] = []
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
        merged.append((value, next.count + 1))
        known.removeFirst()
      } else {
        merged.append((value, 1))
      }
    }
    merged += known
    distinct = merged
    pending.removeAll(keepingCapacity: true)
  }
}

/// Distinct values in ascending order with their counts.
package struct SortedTally {
  package let values: [Double]
  /// How many values are at most `values[i]`.
  package let cumulative: [Int]

  /// - Parameter pairs: values, ascending, with their counts.
  /// - Parameter more: further values, ascending, which may occur among `pairs` too.
  init(merging pairs: [(Double, Int)], _ more: [(value: Double, count: Int)] = []) {
    var values: [Double] = []
    var cumulative: [Int] = []
    var total = 0
    for (value, count) in more.isEmpty ? pairs : (pairs + more).sorted(by: { $0.0 < $1.0 }) {
      total += count
      if values.last == value {
        cumulative[cumulative.count - 1] = total
      } else {
        values.append(value)
        cumulative.append(total)
      }
    }
    self.values = values
    self.cumulative = cumulative
  }

  package var count: Int { cumulative.last ?? 0 }
  package func multiplicity(_ index: Int) -> Int {
    cumulative[index] - (index == 0 ? 0 : cumulative[index - 1])
  }

  /// The value at `rank` (0..<count) in ascending order.
  package func value(atRank rank: Int) -> Double {
    var low = 0
    var high = cumulative.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] > rank { high = middle } else { low = middle + 1 }
    }
    return values[low]
  }

  /// Quantile of type 7: linear between order statistics at (count - 1) q.
  ///
  /// Source: Hyndman, Fan (1996), doi:10.1080/00031305.1996.10473566, definition 7.
  package func quantile(_ q: Double) -> Double {
    let position = Double(count - 1) * q
    let lower = Int(position)
    let below = value(atRank: lower)
    let fraction = position - Double(lower)
    guard fraction > 0 else { return below }
    return below + fraction * (value(atRank: lower + 1) - below)
  }

  /// Mean and standard deviation (divisor n - 1; nil for fewer than two values).
  package func moments() -> (mean: Double, sd: Double?) {
    let n = Double(count)
    var sum = 0.0
    for index in values.indices { sum += values[index] * Double(multiplicity(index)) }
    // A second pass takes away the rounding error of the first, so equal values have sd 0.
    var rest = 0.0
    let first = sum / n
    for index in values.indices { rest += (values[index] - first) * Double(multiplicity(index)) }
    let mean = values.count == 1 ? values[0] : first + rest / n
    guard count > 1 else { return (mean, nil) }
    var squares = 0.0
    for index in values.indices {
      let deviation = values[index] - mean
      squares += deviation * deviation * Double(multiplicity(index))
    }
    return (mean, (squares / (n - 1)).squareRoot())
  }
}
