import KeyedRandom

/// Random points of which each factor takes every one of `count` equal slices once.
///
/// Source: McKay, Beckman, Conover (1979), doi:10.2307/1268522.
package enum LatinHypercube {
  /// `count` points in 0..<1 per dimension; the same key gives the same points.
  ///
  /// Each dimension has its own stream, so a further factor leaves the others' values alone.
  package static func points(count: Int, dimension: Int, key: UInt64) -> [[Double]] {
    precondition(count >= 0 && dimension >= 0)
    let columns = (0..<dimension).map { column in
      var stream = RandomStream(key: key, UInt64(column))
      let slices = stream.choice(of: count, from: count)
      return slices.map { (Double($0) + stream.unit()) / Double(count) }
    }
    return (0..<count).map { row in columns.map { $0[row] } }
  }
}
