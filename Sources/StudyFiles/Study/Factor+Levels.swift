import Glibc
package import SpreadModel

extension Factor {
  /// Number of levels, by arithmetic alone; may be far more than memory holds.
  package var levelCount: Double {
    switch levels {
    case .values(let values): Double(values.count)
    case .steps(let from, let to, let step): Self.stepCount(from: from, to: to, step: step) + 1
    case .counted(_, _, let count, _): Double(count)
    case .interval: .infinity
    }
  }

  /// The levels in order; empty for an interval, which has none of its own.
  ///
  /// KeyValue i is the decimal number from + i step, correctly rounded, so that 0.1 in steps of 0.1
  /// passes 0.3 and not 0.30000000000000004. Levels of a count are equally far apart (linear) or
  /// in equal ratios (log, to 12 digits); whole-numbered parameters are rounded, halves up.
  ///
  /// - Precondition: `levelCount` is a number that memory holds.
  package func allLevels() -> [KeyValue] {
    switch levels {
    case .values(let values): values
    case .steps(let from, let to, let step):
      (0...Int(Self.stepCount(from: from, to: to, step: step))).map { index in
        level(min(to, Self.decimalSum(from, step, times: index)))
      }
    case .counted(let from, let to, let count, let scale):
      (0..<count).map { level(Self.value($0, of: count, from: from, to: to, scale: scale)) }
    case .interval: []
    }
  }

  /// The largest whole number among the levels; nil where there is none.
  package var largestWhole: Int? {
    switch levels {
    case .values(let values):
      values.compactMap { if case .whole(let n) = $0 { n } else { nil } }.max()
    case .steps(_, let to, _), .counted(_, let to, _, _), .interval(_, let to, _):
      parameter.allowed.isWhole ? Int(to) : nil
    }
  }

  /// The level at `share` (0..<1) of an interval: of equal probability for equal lengths (of the
  /// logarithm, on a log scale); whole numbers from..to get equal parts each.
  func level(atShare share: Double) -> KeyValue? {
    guard case .interval(let from, let to, let scale) = levels else { return nil }
    if parameter.allowed.isWhole {
      let value =
        scale == .log
        ? Self.rounded(from * pow((to + 1) / from, share), digits: 12)
        : from + share * (to + 1 - from)
      return .whole(Int(min(to, max(from, value.rounded(.down)))))
    }
    let value =
      scale == .log
      ? Self.rounded(from * pow(to / from, share), digits: 12) : from + share * (to - from)
    return .real(min(to, max(from, value)))
  }

  private func level(_ value: Double) -> KeyValue {
    parameter.allowed.isWhole ? .whole(Int((value + 0.5).rounded(.down))) : .real(value)
  }

  /// Whole steps between the ends; a last one that is short by rounding alone counts.
  private static func stepCount(from: Double, to: Double, step: Double) -> Double {
    let exact = (to - from) / step
    let nearest = exact.rounded()
    let slack = 1e-9 * max(1, min(nearest, 1e5))
    return max(0, abs(exact - nearest) <= slack ? nearest : exact.rounded(.down))
  }

  private static func value(
    _ index: Int, of count: Int, from: Double, to: Double, scale: Scale
  ) -> Double {
    if index == 0 { return from }
    if index == count - 1 { return to }
    let last = Double(count - 1)
    if scale == .log { return rounded(from * pow(to / from, Double(index) / last), digits: 12) }
    if let a = Decimal(from), let b = Decimal(to) {
      let places = max(a.places, b.places)
      if let x = a.units(places: places), let y = b.units(places: places) {
        let sum = Double(x) * (last - Double(index)) + Double(y) * Double(index)
        let divisor = last * Decimal.powersOfTen[places]
        if abs(sum) < 0x1p53, divisor < 0x1p53 { return sum / divisor }
      }
    }
    return from + (to - from) * (Double(index) / last)
  }

  /// from + i step as a decimal number, correctly rounded where its digits allow.
  private static func decimalSum(_ from: Double, _ step: Double, times index: Int) -> Double {
    if let a = Decimal(from), let b = Decimal(step) {
      let places = max(a.places, b.places)
      if let x = a.units(places: places), let y = b.units(places: places) {
        let (product, overflow) = y.multipliedReportingOverflow(by: index)
        let (sum, overflow2) = x.addingReportingOverflow(product)
        if !overflow, !overflow2, abs(sum) < 1 << 53 {
          return Double(sum) / Decimal.powersOfTen[places]
        }
      }
    }
    return from + Double(index) * step
  }

  /// The value with so many significant digits: hides the last digits of `pow`, which differ
  /// between machines.
  private static func rounded(_ value: Double, digits: Int) -> Double {
    guard value > 0, value.isFinite else { return value }
    let places = digits - 1 - Int(log10(value).rounded(.down))
    guard (0...22).contains(places) else { return value }
    return (value * Decimal.powersOfTen[places]).rounded() / Decimal.powersOfTen[places]
  }
}

/// A number as its shortest decimal digits say it: units of 10^-places.
private struct Decimal {
  let places: Int
  private let digits: Int

  /// 10^0 to 10^22: all exact as doubles.
  static let powersOfTen: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  /// Nil where the number has an exponent or more than 15 digits.
  init?(_ value: Double) {
    let text = "\(value)"
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let fraction = parts[1] == "0" ? "" : parts[1]
    let joined = parts[0] + fraction
    guard joined.utf8.count <= 15, let digits = Int(joined) else { return nil }
    self.digits = digits
    places = fraction.utf8.count
  }

  func units(places wanted: Int) -> Int? {
    guard wanted >= places, wanted <= 15 else { return nil }
    let (units, overflow) = digits.multipliedReportingOverflow(
      by: Int(Self.powersOfTen[wanted - places]))
    return overflow ? nil : units
  }
}
