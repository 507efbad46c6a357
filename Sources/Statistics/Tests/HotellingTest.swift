import Glibc

/// Is the mean of vectors a given one, such as no drift in x and y?
///
/// T^2 = n (m - mu)' S^-1 (m - mu), F = (n - q) / (q (n - 1)) T^2 with q and n - q degrees of
/// freedom. Source: Hotelling (1931), doi:10.1214/aoms/1177732979.
package struct HotellingTest: Hashable, Sendable {
  package let t2: Double
  package let f: Double
  package let p: Double
  package let mean: [Double]
  package let dimension: Int
  package let count: Int

  /// Passes vectors by, each time the same ones: they are asked for twice, and never kept.
  package typealias SIMDLevel = ((_ vector: [Double]) -> Void) throws -> Void

  /// Nil for no more vectors than dimensions, or if they vary in fewer directions than they
  /// have.
  /// - Precondition: all vectors have as many components as `center`.
  package init?(_ vectors: [[Double]], center: [Double]) {
    let moments = Self.moments(of: center.count) { vectors.forEach($0) }
    self.init(Array(center.indices), moments, center: center) { vectors.forEach($0) }
  }

  /// Of the components that stand at `places`.
  private init?(
    _ places: [Int], _ moments: [Moments], center: [Double], _ forEach: SIMDLevel
  ) rethrows {
    let q = places.count
    guard let n = moments.first?.count, n > q else { return nil }
    let mean = places.map { moments[$0].mean ?? 0 }
    var products = [[Double]](repeating: [Double](repeating: 0, count: q), count: q)
    try forEach { vector in
      for row in 0..<q {
        for column in 0..<q {
          products[row][column] +=
            (vector[places[row]] - mean[row]) * (vector[places[column]] - mean[column])
        }
      }
    }
    let covariance = products.map { $0.map { $0 / Double(n - 1) } }
    let offset = zip(mean, places).map { $0 - center[$1] }
    guard let solved = solveSymmetric(covariance, offset) else { return nil }
    t2 = Double(n) * zip(offset, solved).reduce(0) { $0 + $1.0 * $1.1 }
    f = Double(n - q) / (Double(q) * Double(n - 1)) * t2
    p = FisherF(Double(q), Double(n - q)).above(f)
    self.mean = mean
    dimension = q
    count = n
  }

  private static func moments(of dimension: Int, _ forEach: SIMDLevel) rethrows -> [Moments] {
    var moments = [Moments](repeating: Moments(), count: dimension)
    try forEach { vector in
      for place in moments.indices { moments[place].add(vector[place]) }
    }
    return moments
  }

  /// The test of vectors some of whose components may not vary.
  ///
  /// A component that always is what it should be has nothing to tell and is left out. One that
  /// always is something else shows a difference by itself: 2 of 2^n signs are so extreme.
  /// Nil where the others vary in fewer directions than they have.
  package static func test(
    center: [Double], _ forEach: SIMDLevel
  ) rethrows -> (result: TestResult?, count: Int) {
    let moments = try moments(of: center.count, forEach)
    let count = moments.first?.count ?? 0
    guard count > 1 else { return (nil, count) }
    let constant = center.indices.filter { moments[$0].min == moments[$0].max }
    if constant.contains(where: { moments[$0].min != center[$0] }) {
      return (TestResult(statistic: nil, p: pow(2, Double(1 - count))), count)
    }
    let varying = center.indices.filter { !constant.contains($0) }
    guard !varying.isEmpty else { return (TestResult(statistic: 0, p: 1), count) }
    return (try HotellingTest(varying, moments, center: center, forEach)?.result, count)
  }

  package var result: TestResult? {
    TestResult(
      statistic: t2, degreesOfFreedom: [Double(dimension), Double(count - dimension)], p: p)
  }
}

extension ComparisonTest {
  package static let hotelling = ComparisonTest(
    "hotelling",
    MethodWords(
      "Hotelling\u{2019}s test", "Is the mean of a vector, such as the drift, zero?",
      assumption: "Normal values, or many runs.",
      source: "Hotelling (1931), doi:10.1214/aoms/1177732979"),
    question: .zero, pairing: .never)
}
