import Statistics

/// Distinct values in ascending order with their counts, in memory or in a spool file.
package struct SortedTally {
  private enum Entries {
    case inMemory([TallyEntry])
    case spooled(SpooledList)
  }
  private let entries: Entries  // the counts are cumulative
  /// How many different values there are.
  package let distinctCount: Int

  /// - Parameter pairs: values, ascending, with their counts.
  /// - Parameter more: further values, ascending, which may occur among `pairs` too.
  init(merging pairs: [TallyEntry], _ more: [TallyEntry] = []) {
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
    self.entries = .inMemory(entries)
    distinctCount = entries.count
  }

  init(_ list: SpooledList) {
    entries = .spooled(list)
    distinctCount = list.count
  }

  private func entry(_ index: Int) -> TallyEntry {
    switch entries {
    case .inMemory(let entries): entries[index]
    case .spooled(let list): list[index]
    }
  }

  /// The value at `index` (0..<distinctCount) among the different ones.
  package func value(_ index: Int) -> Double { entry(index).value }
  /// How many values are at most the one at `index`.
  package func cumulative(_ index: Int) -> Int { entry(index).count }
  package func multiplicity(_ index: Int) -> Int {
    cumulative(index) - (index == 0 ? 0 : cumulative(index - 1))
  }

  package var count: Int { distinctCount == 0 ? 0 : cumulative(distinctCount - 1) }
  package var smallest: Double? { distinctCount == 0 ? nil : value(0) }
  package var largest: Double? { distinctCount == 0 ? nil : value(distinctCount - 1) }

  package func visit(_ body: (_ value: Double, _ times: Int) -> Void) {
    var before = 0
    func pass(_ entry: TallyEntry) {
      body(entry.value, entry.count - before)
      before = entry.count
    }
    switch entries {
    case .inMemory(let entries): entries.forEach(pass)
    case .spooled(let list): list.visit(pass)
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
