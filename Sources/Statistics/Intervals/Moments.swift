/// Number, mean, spread and extremes of values, added one at a time or all at once.
///
/// Values are added in a fixed order (replicate order), so that the last digit never depends on
/// threads; for whole numbers `CountMoments` is exact and needs no order.
/// `add`: Welford (1962), doi:10.1080/00401706.1962.10490022; `merge`: Chan, Golub, LeVeque
/// (1983), doi:10.1080/00031305.1983.10483115. A naive sum of squares would lose all digits for
/// values with a large offset, and squares of values near 1e-170 or 1e200 are no doubles at all:
/// deviations are squared in a unit of their own size.
package struct Moments: Hashable, Sendable {
  package private(set) var count = 0
  /// The first value: means are kept relative to it, so a large common offset costs no digits.
  private var origin = 0.0
  private var unit = DeviationUnit()
  /// In units.
  private var meanFromOrigin = 0.0
  /// Sum of squared deviations from the mean, in squared units.
  private var squares = 0.0
  private var smallest = Double.infinity
  private var largest = -Double.infinity

  package init() {}

  /// The moments of all `values`, in their order.
  package init(of values: [Double]) {
    for value in values { add(value) }
  }

  package mutating func add(_ value: Double) {
    if count == 0 { origin = value }
    count += 1
    let deviation = value - origin
    if !unit.holds(deviation) { measure(in: DeviationUnit(of: deviation)) }
    let scaled = deviation * unit.inverse
    let distance = scaled - meanFromOrigin
    meanFromOrigin += distance / Double(count)
    squares += distance * (scaled - meanFromOrigin)
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
    var other = other
    let deviation = other.origin - origin
    var common = Swift.max(unit, other.unit)
    if !common.holds(deviation) { common = DeviationUnit(of: deviation) }
    measure(in: common)
    other.measure(in: common)
    let total = Double(count + other.count)
    let distance = deviation * unit.inverse + (other.meanFromOrigin - meanFromOrigin)
    meanFromOrigin += distance * Double(other.count) / total
    squares +=
      other.squares + distance * distance * Double(count) * Double(other.count) / total
    count += other.count
    smallest = Swift.min(smallest, other.smallest)
    largest = Swift.max(largest, other.largest)
  }

  /// Takes a unit at least as large as the one so far.
  private mutating func measure(in larger: DeviationUnit) {
    let shrink = larger.inverse / unit.inverse
    meanFromOrigin *= shrink
    if squares != 0 { squares *= shrink * shrink }
    unit = larger
  }

  /// Nil without values.
  package var mean: Double? { count > 0 ? origin + meanFromOrigin * unit.size : nil }

  /// This mean minus that of `other`; nil if one has no values.
  ///
  /// Each mean by itself is rounded to the digits that a large common offset leaves it.
  package func meanDifference(from other: Moments) -> Double? {
    guard count > 0, other.count > 0 else { return nil }
    return (origin - other.origin)
      + (meanFromOrigin * unit.size - other.meanFromOrigin * other.unit.size)
  }

  /// Sum of squared deviations from the mean; like `variance` 0 or infinite where a double cannot
  /// hold it, which `sd` and `norm` never are.
  package var sumOfSquaredDeviations: Double { squares * unit.size * unit.size }
  /// The root of the sum of squared deviations from the mean.
  package var norm: Double { squares.squareRoot() * unit.size }
  /// With divisor n - 1; nil for fewer than two values.
  package var variance: Double? {
    count > 1 ? squares / Double(count - 1) * unit.size * unit.size : nil
  }
  /// Standard deviation of the values.
  package var sd: Double? {
    count > 1 ? (squares / Double(count - 1)).squareRoot() * unit.size : nil
  }
  /// Standard error of the mean.
  package var standardError: Double? { sd.map { $0 / Double(count).squareRoot() } }
  package var min: Double? { count > 0 ? smallest : nil }
  package var max: Double? { count > 0 ? largest : nil }

  /// mean ± t(n - 1) sd / sqrt(n); nil for fewer than two values.
  ///
  /// Without spread the interval is a point. Right for means of enough values of any distribution; for
  /// small samples of skewed values use `Bootstrap`.
  package func meanInterval(level: Double) -> Interval? {
    guard let mean, let standardError else { return nil }
    let t = StudentT(degreesOfFreedom: Double(count - 1)).twoSided(level: level)
    return Interval(center: mean, halfWidth: t * standardError, method: .t)
  }
}

/// A power of two in which deviations are of the order of 1: their squares neither vanish nor
/// overflow, and no digit changes.
private struct DeviationUnit: Hashable, Comparable {
  let size: Double
  let inverse: Double
  /// The largest deviation whose square, summed over any number of values, stays finite.
  private let most: Double

  /// Before the first deviation that is not 0.
  init() { (size, inverse, most) = (1, 1, 0) }

  /// - Parameter deviation: not 0; where it is not finite, sums will not be either.
  init(of deviation: Double) {
    let exponent = deviation.isFinite ? min(max(Int(deviation.exponent), -1_000), 1_000) : 0
    func power(_ exponent: Int) -> Double {
      Double(sign: .plus, exponent: exponent, significand: 1)
    }
    (size, inverse, most) = (power(exponent), power(-exponent), power(exponent + 256))
  }

  func holds(_ deviation: Double) -> Bool { deviation.magnitude <= most }

  static func < (one: DeviationUnit, other: DeviationUnit) -> Bool {
    one.most == 0 ? other.most > 0 : one.size < other.size && other.most > 0
  }
}
