import KeyedRandom

/// Sobol' points with a digital shift: every coordinate's binary digits xor a word of its own.
///
/// All of the sequence, the point 0 included: only so each of the equal boxes that 2^m points fill
/// holds equally many of them (a (t, m, s)-net), which the shift keeps. It moves the first point
/// away from the corner and makes estimates unbiased over keys. Source: Owen (2020),
/// arXiv:2008.08051; direction numbers: `QuasiRandomSequence.sobol`.
package enum ShiftedSobol {
  /// GSL's sequence has this many binary digits.
  private static let digits = 30

  /// The first `count` points in 0..<1 per dimension; the same key gives the same points, and a
  /// longer design begins with the shorter one.
  ///
  /// Each dimension has its own word, so a further factor leaves the others' values alone.
  /// - Throws: `DesignError` for a dimension outside 1...40, or a lack of memory.
  package static func points(
    count: Int, dimension: Int, key: UInt64
  ) throws(DesignError) -> [[Double]] {
    // GSL leaves the first point of the sequence out.
    let rest = try QuasiRandomSequence.sobol.points(count: max(0, count - 1), dimension: dimension)
    let first = count > 0 ? [[Double](repeating: 0, count: dimension)] : []
    // The digits behind the sequence's own are the word's: a point is 0 or an end by chance alone.
    let words = (0..<dimension).map { column in
      var stream = RandomStream(key: key, UInt64(column))
      return stream.next() >> 11
    }
    return (first + rest).map { point in
      zip(point, words).map { coordinate, word in
        let number = UInt64(coordinate * Double(1 << digits)) << UInt64(53 - digits)
        return Double(number ^ word) * 0x1p-53
      }
    }
  }
}
