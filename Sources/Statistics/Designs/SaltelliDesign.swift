/// The points that Sobol' indices are estimated from.
///
/// Two independent samples A and B of the unit cube, from one shifted Sobol' sequence of twice the
/// dimension; AB_i is A with factor i taken from B, BA_i the reverse. The points are listed base
/// sample by base sample (A, AB_1...AB_k, BA_1...BA_k if pairs are wanted, B), so that a larger
/// design begins with the smaller one.
/// Source: Saltelli et al. (2010), doi:10.1016/j.cpc.2009.09.018; Saltelli (2002),
/// doi:10.1016/S0010-4655(02)00280-1, for pairs.
package struct SaltelliDesign: Hashable, Sendable {
  package let dimension: Int
  package let baseCount: Int
  /// Whether BA_i is included, which pair indices need.
  package let withPairs: Bool
  /// Of the sequence's shift.
  private let key: UInt64

  /// - Throws: `DesignError` for a dimension outside 1...20: the Sobol' sequence has 40.
  package init(
    dimension: Int, baseCount: Int, withPairs: Bool, key: UInt64
  ) throws(DesignError) {
    guard (1...20).contains(dimension) else {
      throw DesignError("a saltelli design has 1 to 20 factors, not \(dimension)")
    }
    guard baseCount > 0 else { throw DesignError("a saltelli design needs at least one point") }
    self.dimension = dimension
    self.baseCount = baseCount
    self.withPairs = withPairs
    self.key = key
  }

  /// Points per base sample: k + 2, or 2 k + 2 with pairs.
  package var blockSize: Int { (withPairs ? 2 : 1) * dimension + 2 }
  package var pointCount: Int { baseCount * blockSize }

  /// All points, each with `dimension` coordinates in 0..<1.
  package func points() throws(DesignError) -> [[Double]] {
    let both = try ShiftedSobol.points(count: baseCount, dimension: 2 * dimension, key: key)
    return both.flatMap { row in
      let a = Array(row.prefix(dimension))
      let b = Array(row.suffix(dimension))
      var block = [a]
      for factor in 0..<dimension { block.append(replacing(factor, of: a, from: b)) }
      for factor in 0..<dimension where withPairs {
        block.append(replacing(factor, of: b, from: a))
      }
      block.append(b)
      return block
    }
  }

  private func replacing(_ factor: Int, of point: [Double], from other: [Double]) -> [Double] {
    var result = point
    result[factor] = other[factor]
    return result
  }

  /// The indices from one value per point, in the order of `points`.
  ///
  /// - Precondition: `values.count == pointCount`.
  package func indices(_ values: [Double]) -> SobolIndices {
    precondition(values.count == pointCount)
    func column(_ place: Int) -> [Double] {
      (0..<baseCount).map { values[$0 * blockSize + place] }
    }
    return SobolIndices(
      a: column(0), b: column(blockSize - 1), ab: (1...dimension).map(column),
      ba: withPairs ? (dimension + 1...2 * dimension).map(column) : nil)
  }
}
