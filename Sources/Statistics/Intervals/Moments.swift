/// Number, mean, spread and extremes of values, added one at a time or all at once.
///
/// Values are added in a fixed order (replicate order), so that the last digit never depends on
/// threads; for whole numbers `CountMoments` is exact and needs no order.
/// `add`: Welford (1962), doi:10.1080/00401706.1962.10490022; `merge`: Chan, Golub, LeVeque
/// (1983), doi:10.1080/00031305.1983.10483115. A naive sum of squares would lose all digits for
/// values with a large offset.
package struct Moments: Hashable, Sendable {
  package private(set) var count = 0
  /// The first value: means are kept relative to it, so a large common offset costs no digits.
  private var origin = 0.0
  private var meanFromOrigin = 0.0
  /// Sum of squared deviations from the mean.
  package private(set) var sumOfSquaredDeviations = 0.0
  private var smallest = Double.infinity
  private var largest = -Double.infinity

  package init() {}

  /// The moments of all `values`, in their order.
  package init(of values: [Double]) {
    for value in values { add(value) }
  }

  /// By step, of one curve or more.
  ///
  /// - Precondition: all curves have the same length.
  static func bySteps(of curves: [[Double]]) -> [Moments] {
    precondition(curves.allSatisfy { $0.count == curves[0].count })
    return curves[0].indices.map { step in Moments(of: curves.map { $0[step] }) }
  }

  package mutating func add(_ value: Double) {
    if count == 0 { origin = value }
    count += 1
    let deviation = value - origin
    let distance = deviation - meanFromOrigin
    meanFromOrigin += distance / Double(count)
    sumOfSquaredDeviations += distance * (deviation - meanFromOrigin)
    smallest = Swift.min(smallest, value)
    largest = Swift.max(largest, value)
  }

  /// Adds everything `other` has seen.
  package mutating func merge(_ other: Moments) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let total = Double(count + other.count)
    let distance = (other.origin - origin) + (other.meanFromOrigin - meanFromOrigin)
    meanFromOrigin += distance * Double(other.count) / total
    sumOfSquaredDeviations +=
      other.sumOfSquaredDeviations + distance * distance * Double(count) * Double(other.count)
      / total
    count += other.count
    smallest = Swift.min(smallest, other.smallest)
    largest = Swift.max(largest, other.largest)
  }

  /// Nil without values.
  package var mean: Double? { count > 0 ? origin + meanFromOrigin : nil }

  /// This mean minus that of `other`; nil if one has no values.
  ///
  /// Each mean by itself is rounded to the digits that a large common offset leaves it.
  package func meanDifference(from other: Moments) -> Double? {
    guard count > 0, other.count > 0 else { return nil }
    return (origin - other.origin)
      + (meanFromOrigin - other.meanFromOrigin)
  }

  /// With divisor n - 1; nil for fewer than two values, and where values are so large or differ by so little
  /// that no double holds the squares of their deviations.
  package var variance: Double? {
    guard count > 1 else { return nil }
    if smallest == largest { return 0 }
    return sumOfSquaredDeviations.isNormal ? sumOfSquaredDeviations / Double(count - 1) : nil
  }
  /// Standard deviation of the values.
  package var sd: Double? { variance.map { $0.squareRoot() } }
  /// Standard error of the mean.
  package var standardError: Double? { sd.map { $0 / Double(count).squareRoot() } }
  package var min: Double? { count > 0 ? smallest : nil }
  package var max: Double? { count > 0 ? largest : nil }

  /// mean ± t(n - 1) sd / sqrt(n); nil for fewer than two values.
  ///
  /// Without spread the interval is a point. Right for means of enough values of any distribution; for
  /// small samples of skewed values use `Bootstrap`.
  package func meanInterval(level: Double) -> Interval? {
    StudentEstimate(mean: mean, sd: sd, count: count)?.interval(level: level)
  }
}
