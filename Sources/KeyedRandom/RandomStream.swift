/// SplitMix64's finalizer: a bijection of 64-bit words that spreads every bit.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014),
/// doi:10.1145/2660193.2660195; constants by Stafford (variant 13).
@inlinable @inline(__always)
package func mix(_ word: UInt64) -> UInt64 {
  var z = word
  z = (z ^ (z &>> 30)) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ (z &>> 27)) &* 0x94d0_49bb_1331_11eb
  return z ^ (z &>> 31)
}

/// 2^64 / golden ratio, odd: the step of SplitMix64's counter.
@inlinable package var goldenGamma: UInt64 { 0x9e37_79b9_7f4a_7c15 }

/// One key made of a key and a word; neither can be recovered or exchanged for the other.
@inlinable @inline(__always)
package func fold(_ key: UInt64, _ word: UInt64) -> UInt64 {
  mix(key &+ goldenGamma) ^ mix(word &+ 2 &* goldenGamma)
}

/// A sequence of random words that is a pure function of its key: SplitMix64 started at the key.
///
/// Samplers are our own, because Swift's may change their algorithm in a later version.
/// Source: docs/randomness.md, "Words". First values are pinned by tests.
package struct RandomStream: Sendable {
  /// The counter that the next word is made of, once it has been counted on.
  package private(set) var state: UInt64

  @inlinable package init(key: UInt64) { state = key }

  /// The stream for `words` under `key`: each word is folded in, in order.
  package init(key: UInt64, _ words: UInt64...) {
    state = mix(words.reduce(key, fold))
  }

  /// The same for three words, without an array: some streams begin in every step.
  @inlinable package init(key: UInt64, _ first: UInt64, _ second: UInt64, _ third: UInt64) {
    state = mix(fold(fold(fold(key, first), second), third))
  }

  /// The next 64 random bits.
  @inlinable @inline(__always) package mutating func next() -> UInt64 {
    state &+= goldenGamma
    return mix(state)
  }

  /// Leaves out words.
  package mutating func skip(_ count: Int) {
    state &+= UInt64(truncatingIfNeeded: count) &* goldenGamma
  }

  /// Uniform on 0..<bound, without bias: Lemire's multiply and reject.
  ///
  /// Source: Lemire (2019), doi:10.1145/3230636, section 4.
  /// - Precondition: `bound >= 1`.
  @inlinable @inline(__always) package mutating func below(_ bound: UInt64) -> UInt64 {
    precondition(bound >= 1)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }

  /// Uniform on the multiples of 2^-53 in 0..<1.
  @inlinable @inline(__always) package mutating func unit() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A uniformly random ordered choice of `count` of 0..<total: a partial shuffle.
  ///
  /// Source: Durstenfeld (1964), doi:10.1145/364520.364540.
  /// - Precondition: `0 <= count <= total`.
  package mutating func choice(of count: Int, from total: Int) -> [Int] {
    precondition(0 <= count && count <= total)
    var moved: [Int: Int] = [:]  // only the places that no longer hold their own number
    return (0..<count).map { place in
      let other = place + Int(below(UInt64(total - place)))
      let chosen = moved[other] ?? other
      moved[other] = moved[place] ?? place
      return chosen
    }
  }
}
