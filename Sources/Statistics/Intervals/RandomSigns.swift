import KeyedRandom

/// Random signs, 64 from each word of a stream; what is left of the last word is not used.
struct RandomSigns {
  private var word: UInt64 = 0
  private var left = 0

  /// Whether the next one is a plus.
  mutating func next(_ stream: inout RandomStream) -> Bool {
    if left == 0 { (word, left) = (stream.next(), 64) }
    defer { (word, left) = (word >> 1, left - 1) }
    return word & 1 == 0
  }
}
