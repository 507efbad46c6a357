import Glibc

/// Is the mean of vectors a given one, such as no drift in x and y?
///
/// T^2 = n (m - mu)' S^-1 (m - mu), F = (n - q) / (q (n - 1)) T^2 with q and n - q degrees of
/// freedom. Source: Hotelling (1931), doi:10.1214/aoms/1177732979.
package struct HotellingTest: Hashable, Sendable {
  /// In the column `test`.
  package static let name = "hotelling"

  package let t2: Double
  package let f: Double
  package let p: Double
  package let mean: [Double]
  package let dimension: Int
  package let count: Int

  /// Nil for no more vectors than dimensions, or if they vary in fewer directions than they
  /// have.
  /// - Precondition: all vectors have as many components as `center`.
  package init?(_ vectors: [[Double]], center: [Double]) {
    let (n, q) = (vectors.count, center.count)
    guard n > q, q > 0 else { return nil }
    let mean = (0..<q).map { place in Moments(of: vectors.map { $0[place] }).mean ?? 0 }
    let covariance = (0..<q).map { row in
      (0..<q).map { column in
        vectors.reduce(0) { $0 + ($1[row] - mean[row]) * ($1[column] - mean[column]) }
          / Double(n - 1)
      }
    }
    let offset = zip(mean, center).map { $0 - $1 }
    guard let solved = solveSymmetric(covariance, offset) else { return nil }
    t2 = Double(n) * zip(offset, solved).reduce(0) { $0 + $1.0 * $1.1 }
    f = Double(n - q) / (Double(q) * Double(n - 1)) * t2
    p = FisherF(Double(q), Double(n - q)).above(f)
    self.mean = mean
    dimension = q
    count = n
  }

  /// The test of vectors some of whose components may not vary.
  ///
  /// A component that always is what it should be has nothing to tell and is left out. One that
  /// always is something else shows a difference by itself: 2 of 2^n signs are so extreme.
  /// Nil where the others vary in fewer directions than they have.
  package static func test(_ vectors: [[Double]], center: [Double]) -> TestResult? {
    guard let first = vectors.first, vectors.count > 1 else { return nil }
    let constant = center.indices.filter { place in
      vectors.allSatisfy { $0[place] == first[place] }
    }
    if constant.contains(where: { first[$0] != center[$0] }) {
      let p = pow(2, Double(1 - vectors.count))
      return TestResult(statistic: nil, p: p)
    }
    let varying = center.indices.filter { !constant.contains($0) }
    guard !varying.isEmpty else {
      return TestResult(statistic: 0, p: 1)
    }
    return HotellingTest(
      vectors.map { vector in varying.map { vector[$0] } }, center: varying.map { center[$0] })?
      .result
  }

  package var result: TestResult? {
    TestResult(
      statistic: t2, degreesOfFreedom: [Double(dimension), Double(count - dimension)], p: p)
  }
}
