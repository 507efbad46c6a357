private let digits = 8
private let radix = 256

extension [Double] {
  /// Sorts byte by byte, the least significant first: in linear time, where the library's sort took a
  /// twelfth of a study of small runs. Negative zero comes before zero.
  ///
  /// - Precondition: none is NaN.
  ///
  /// Source: Knuth, The Art of Computer Programming 3, 5.2.5, algorithm R.
  package mutating func sortByDigits() {
    var keys = map(sortKey)
    var others = keys
    // By digit: how many keys have it, then where the next one of them goes.
    var places = [Int](repeating: 0, count: digits * radix)
    for key in keys {
      for digit in 0..<digits { places[digit * radix + key.byte(digit)] += 1 }
    }
    for digit in 0..<digits {
      // A digit that all share sorts nothing.
      let buckets = digit * radix..<(digit + 1) * radix
      guard let first = keys.first, places[buckets.lowerBound + first.byte(digit)] < count else {
        continue
      }
      var next = 0
      for bucket in buckets { (places[bucket], next) = (next, next + places[bucket]) }
      keys.withUnsafeBufferPointer { keys in
        others.withUnsafeMutableBufferPointer { others in
          for key in keys {
            let bucket = buckets.lowerBound + key.byte(digit)
            others[places[bucket]] = key
            places[bucket] += 1
          }
        }
      }
      swap(&keys, &others)
    }
    self = keys.map { Double(bitPattern: $0 >> 63 == 1 ? $0 & ~(1 << 63) : ~$0) }
  }
}

/// In the order of the numbers: the bits of a negative one turned around, those of the others above
/// them.
private func sortKey(_ value: Double) -> UInt64 {
  let bits = value.bitPattern
  return bits >> 63 == 1 ? ~bits : bits | 1 << 63
}

extension UInt64 {
  fileprivate func byte(_ place: Int) -> Int { Int(self >> UInt64(8 * place) & 0xff) }
}
