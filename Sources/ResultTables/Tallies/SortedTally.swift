import Statistics

/// A value and how often it occurred or, in a finished list, how many values are at most as large.
struct TallyEntry {
  var value: Double
  var count: Int
}

/// Distinct values in ascending order with their counts.
package struct SortedTally {
  private let entries: [TallyEntry]  // the counts are cumulative

  /// - Parameters:
  ///   - pairs: values, ascending, with their counts.
  ///   - more: further values, ascending, which may occur among `pairs` too.
  init(merging pairs: [TallyEntry], _ more: [TallyEntry]) {
    var entries: [TallyEntry] = []
    var total = 0
    for entry in more.isEmpty ? pairs : (pairs + more).sorted(by: { $0.value < $1.value }) {
      total += entry.count
      if let last = entries.last, last.value == entry.value {
        entries[entries.count - 1].count = total
      } else {
        entries.append(TallyEntry(value: entry.value, count: total))
      }
    }
    self.entries = entries
  }

  /// How many different values there are.
  package var distinctCount: Int { entries.count }
  /// The value at `index` (0..<distinctCount) among the different ones.
  package func value(_ index: Int) -> Double { entries[index].value }
  /// How many values are at most the one at `index`.
  package func cumulative(_ index: Int) -> Int { entries[index].count }

  package var count: Int { entries.last?.count ?? 0 }
  package var smallest: Double? { entries.first?.value }
  package var largest: Double? { entries.last?.value }

  package func visit(_ body: (_ value: Double, _ times: Int) -> Void) {
    var before = 0
    for entry in entries {
      body(entry.value, entry.count - before)
      before = entry.count
    }
  }

  /// The value at `rank` (0..<count) in ascending order.
  package func value(atRank rank: Int) -> Double {
    value((0..<distinctCount - 1).bisected { cumulative($0) > rank })
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
    visit { value, times in sum += value * Double(times) }
    // A second pass takes away the rounding error of the first, so equal values have sd 0.
    var rest = 0.0
    let first = sum / n
    visit { value, times in rest += (value - first) * Double(times) }
    let mean = distinctCount == 1 ? value(0) : first + rest / n
    guard count > 1 else { return (mean, nil) }
    var squares = 0.0
    visit { value, times in
      let deviation = value - mean
      squares += deviation * deviation * Double(times)
    }
    return (mean, (squares / (n - 1)).squareRoot())
  }
}
