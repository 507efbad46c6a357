import SpreadModel

/// The healthy people where everybody meets everybody: their number, and who the r-th of them is, in a
/// time that grows with the logarithm of their number.
///
/// Source: Fenwick (1994), doi:10.1002/spe.4380240306, over words of 64 people.
struct HealthySet {
  private let people: Int
  private let words: RawBuffer<UInt64>
  /// Element w holds how many are healthy in the words up to w, from w - (lowest bit of w); from 1 on.
  private let sums: RawBuffer<UInt32>
  /// The largest power of 2 that is no more than the number of words.
  private let top: Int
  private(set) var count = 0

  init(people: Int, in memory: inout Memory) {
    self.people = people
    let wordCount = (people + 63) / 64
    words = memory.buffer(wordCount)
    sums = memory.buffer(wordCount + 1)
    top = 1 << (Int.bitWidth - 1 - wordCount.leadingZeroBitCount)
  }

  /// Everybody is healthy.
  mutating func fill() {
    count = people
    words.fill(.max, count: words.count)
    if people % 64 > 0 { words[words.count - 1] = 1 << UInt64(people % 64) - 1 }
    for word in 1...words.count {
      let first = word - word & -word
      sums[word] = UInt32(min(people, word * 64) - first * 64)
    }
  }

  /// - Precondition: they are healthy.
  mutating func remove(_ person: UInt32) {
    words[Int(person) &>> 6] &= ~(1 &<< UInt64(person & 63))
    add(-1, at: person)
  }

  /// - Precondition: they are not healthy.
  mutating func insert(_ person: UInt32) {
    words[Int(person) &>> 6] |= 1 &<< UInt64(person & 63)
    add(1, at: person)
  }

  @inline(__always) private mutating func add(_ change: Int32, at person: UInt32) {
    count &+= Int(change)
    var word = Int(person) &>> 6 &+ 1
    while word < sums.count {
      sums[word] &+= UInt32(bitPattern: change)
      word &+= word & (0 &- word)
    }
  }

  /// The healthy person of that rank by number, from 0.
  ///
  /// - Precondition: `rank < count`.
  func person(_ rank: Int) -> UInt32 {
    var left = UInt32(truncatingIfNeeded: rank)
    var word = 0
    var step = top
    while step > 0 {
      let next = word &+ step
      if next < sums.count && sums[next] <= left {
        word = next
        left &-= sums[next]
      }
      step &>>= 1
    }
    var bits = words[word]
    while left > 0 {
      bits &= bits &- 1
      left &-= 1
    }
    return UInt32(truncatingIfNeeded: word &<< 6 &+ bits.trailingZeroBitCount)
  }
}
