/// Who is a neighbor of whom, a bit for each two people: a look takes the same time whatever number of
/// neighbors they have.
struct PairBits {
  private let words: RawBuffer<UInt64>
  private let wordsPerPerson: Int
  private let people: Int

  /// Whether so many neighbors take more bytes in lists than all bits do, or little less.
  static func pays(people: Int, neighbors: Int) -> Bool { people <= 8 * neighbors }

  /// Nobody is a neighbor yet.
  init(people: Int, in memory: inout Memory) {
    self.people = people
    wordsPerPerson = (people + 63) / 64
    words = memory.buffer(people * wordsPerPerson)
    removeAll()
  }

  func removeAll() { words.fill(0, count: people * wordsPerPerson) }

  @inline(__always) func contains(_ one: Int, _ other: Int) -> Bool {
    words[one &* wordsPerPerson &+ other &>> 6] &>> UInt64(truncatingIfNeeded: other & 63) & 1 == 1
  }

  /// Makes two people neighbors, or ends that.
  @inline(__always) func toggle(_ one: Int, _ other: Int) {
    words[one &* wordsPerPerson &+ other &>> 6] ^= 1 &<< UInt64(truncatingIfNeeded: other & 63)
    words[other &* wordsPerPerson &+ one &>> 6] ^= 1 &<< UInt64(truncatingIfNeeded: one & 63)
  }

  /// Of the people who are no neighbors of `person`, themselves left out, the one with so many before them.
  ///
  /// - Precondition: there are more of them than `rank`.
  func stranger(to person: Int, rank: Int) -> Int {
    var left = rank
    for word in 0..<wordsPerPerson {
      var strangers = ~words[person &* wordsPerPerson &+ word]
      if word == person &>> 6 { strangers &= ~(1 &<< UInt64(truncatingIfNeeded: person & 63)) }
      let count = strangers.nonzeroBitCount
      guard left < count else {
        left &-= count
        continue
      }
      for _ in 0..<left { strangers &= strangers &- 1 }
      return word &* 64 &+ strangers.trailingZeroBitCount
    }
    preconditionFailure("\(person) has no such stranger")
  }
}
