/// Sequences that fill the unit cube evenly; raw values are GSL's names.
///
/// Source: GSL 2.7 manual, "Quasi-Random Sequences"; Sobol': Bratley and Fox (1988),
/// doi:10.1145/42288.214372.
package enum QuasiRandomSequence: String, CaseIterable, Codable, Sendable {
  case sobol
  case halton

  /// The largest number of dimensions; GSL does not refuse more, it gives no such sequence.
  package var largestDimension: Int {
    switch self {
    case .sobol: 40
    case .halton: 1_229
    }
  }

  /// The first `count` points in 0..<1 after the first `skip` ones: a longer design begins with
  /// the shorter one.
  ///
  /// - Throws: `DesignError` for a dimension outside 1...`largestDimension`, or a lack of memory.
  package func points(
    count: Int, dimension: Int, skipping skip: Int = 0
  ) throws(DesignError) -> [[Double]] {
    precondition(count >= 0 && skip >= 0)
    guard (1...largestDimension).contains(dimension) else {
      throw DesignError(
        "a \(rawValue) design has 1 to \(largestDimension) dimensions, not \(dimension)")
    }
    do {
      return try GSL.points(self, count: count, dimension: dimension, skipping: skip)
    } catch {
      throw DesignError(error.description)
    }
  }
}
