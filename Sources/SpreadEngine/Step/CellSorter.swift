import SpreadModel

/// Sorts the distinct cells of a step into person order: they become bits of a map, which is
/// read back from its start. A second map says which words of the first are not empty.
struct CellSorter {
  private let words: RawBuffer<UInt64>?
  private let summary: RawBuffer<UInt64>?

  /// - Parameter cells: one more than the largest there may be.
  init(cells: Int, isUsed: Bool, in memory: inout Memory) {
    guard isUsed else {
      words = nil
      summary = nil
      return
    }
    let wordCount = cells / 64 + 1
    let summaryCount = wordCount / 64 + 1
    let words = memory.buffer(summaryCount * 64) as RawBuffer<UInt64>
    let summary = memory.buffer(summaryCount) as RawBuffer<UInt64>
    words.fill(0, count: summaryCount * 64)
    summary.fill(0, count: summaryCount)
    self.words = words
    self.summary = summary
  }

  /// Sorts in place.
  ///
  /// - Precondition: the sorter is in use, and no cell comes twice.
  func sort(_ cells: RawBuffer<UInt32>, _ count: Int) {
    guard count > 1, let words, let summary else { return }
    for index in 0..<count {
      let cell = Int(truncatingIfNeeded: cells[index])
      words[cell &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: cell & 63)
      summary[cell &>> 12] |= 1 &<< UInt64(truncatingIfNeeded: cell &>> 6 & 63)
    }
    var place = 0
    var block = 0
    while place < count {
      var full = summary[block]
      summary[block] = 0
      while full != 0 {
        let word = block &<< 6 | full.trailingZeroBitCount
        full &= full &- 1
        var bits = words[word]
        words[word] = 0
        while bits != 0 {
          cells[place] = UInt32(truncatingIfNeeded: word &<< 6 | bits.trailingZeroBitCount)
          place &+= 1
          bits &= bits &- 1
        }
      }
      block &+= 1
    }
  }
}
