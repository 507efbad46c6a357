import KeyedRandom
import Statistics

extension Study {
  /// The points of a sampled design in the unit cube: a share (0..<1) for each factor.
  func samplePoints() -> [[Double]] {
    let dimensions = factors.count
    switch design {
    case .factorial, .zip, .list, .oneAtATime: return []
    case .sobol(let count): return QuasiRandom.sobol.points(count, dimensions: dimensions)
    case .halton(let count): return QuasiRandom.halton.points(count, dimensions: dimensions)
    case .latinHypercube(let count): return latinHypercube(count, dimensions: dimensions)
    case .saltelli(let count):
      let pairs = QuasiRandom.sobol.points(count, dimensions: 2 * dimensions)
      let a = pairs.map { Array($0.prefix(dimensions)) }
      let b = pairs.map { Array($0.suffix(dimensions)) }
      let mixed = (0..<dimensions).flatMap { i in Self.exchange(i, of: a, with: b) }
      let mirrored = (0..<dimensions).flatMap { i in Self.exchange(i, of: b, with: a) }
      return a + b + mixed + mirrored
    }
  }

  /// The rows of `base` with column `column` of `other`.
  private static func exchange(
    _ column: Int, of base: [[Double]], with other: [[Double]]
  ) -> [[Double]] {
    zip(base, other).map { row, donor in
      var row = row
      row[column] = donor[column]
      return row
    }
  }

  /// One point in each of `count` equal parts of every dimension. Source: McKay, Beckman, Conover
  /// (1979), doi:10.2307/1268522.
  private func latinHypercube(_ count: Int, dimensions: Int) -> [[Double]] {
    var points = Array(repeating: Array(repeating: 0.0, count: dimensions), count: count)
    for dimension in 0..<dimensions {
      var stream = RandomStream(key: seed, 0x6c61_7469_6e, UInt64(dimension))  // "latin"
      let order = stream.choice(of: count, from: count)
      for (index, part) in order.enumerated() {
        points[index][dimension] = (Double(part) + stream.unit()) / Double(count)
      }
    }
    return points
  }
}
