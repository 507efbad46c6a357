/// Exact sums of whole numbers: the same result for any order and any grouping.
///
/// For curves of infected people: runs can be added as they finish, on any thread. Holds 10^9
/// people in 10^9 runs without overflow.
package struct CountMoments: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var sum: Int = 0
  private var sumOfSquares: Int128 = 0

  package init() {}

  package mutating func add(_ value: Int) {
    count += 1
    sum += value
    sumOfSquares += Int128(value) * Int128(value)
  }

  package mutating func merge(_ other: CountMoments) {
    count += other.count
    sum += other.sum
    sumOfSquares += other.sumOfSquares
  }

  /// Nil without values.
  package var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

  /// With divisor n - 1, rounded once at the end; nil for fewer than two values.
  package var variance: Double? {
    guard count > 1 else { return nil }
    let n = Int128(count)
    let scaled = n * sumOfSquares - Int128(sum) * Int128(sum)  // n times the squared deviations
    return Double(scaled) / (Double(count) * Double(count - 1))
  }
}
