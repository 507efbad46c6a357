import Foundation
import PlainText
import Tables

/// Numbers with no more digits than their interval supports.
///
/// With an interval, value and ends go to the second significant digit of its half-width, as the Guide to
/// the Expression of Uncertainty in Measurement advises (JCGM 100:2008, 7.2.6); zeros that end all of their fractions
/// are left out. Without one there are up to four digits (`shortNumber`).
package struct Digits: Sendable {
  /// The power of ten of the last digit; nil without an interval.
  private let last: Int?

  /// - Parameters:
  ///   - low, high: the ends of the interval; nil where there is none.
  ///   - values: what it is of.
  ///   - most: digits of the larger end, where these show the interval; those beyond eight are of rounding.
  package init(_ low: Double?, _ high: Double?, of values: [Double] = [], most: Int = 8) {
    guard let low, let high, (high - low) / 2 > 0, (high - low).isFinite else {
      last = nil
      return
    }
    func power(_ value: Double) -> Int { Int(log10(value).rounded(.down)) }
    let (half, size) = (power((high - low) / 2), power(max(low.magnitude, high.magnitude)))
    // One digit of the half-width at least, else the interval would not hold the value; but of rounding none.
    let last = max(size - 7, min(half, max(half - 1, size - most + 1)))
    let zeros = ([low, high] + values).map { Digits(last: last).text($0) }
      .map { $0.contains("e") ? 0 : $0 == "0" ? -last : $0.reversed().prefix { $0 == "0" }.count }
    self.last = last < 0 ? last + min(-last, zeros.min() ?? 0) : last
  }

  package func text(_ value: Double) -> String {
    // Beside the least doubles no unit is one.
    guard let last, value.isFinite, case let unit = pow(10, Double(last)), unit > 0 else {
      return shortNumber(value)
    }
    let rounded = (value / unit).rounded() * unit
    let size = rounded.magnitude
    // Beside numbers that have an exponent it has no decimals.
    if size < unit / 2 { return last < -5 ? "0" : String(format: "%.\(max(0, -last))f", 0.0) }
    if size < 1e-4 || size >= 1e9 {
      let digits = max(0, Int(log10(size).rounded(.down)) - last)
      return String(format: "%.\(digits)e", value)
    }
    return String(format: "%.\(max(0, -last))f", last >= 0 ? rounded : value)
  }

  /// The ends of the interval, each on the side of `border` on which it lies: for that both have further digits,
  /// and an end with an exponent has its own.
  package func ends(_ ends: [Double], besides border: Double) -> [String] {
    func isHidden(_ end: Double, _ digits: Digits) -> Bool {
      end.isFinite && end != border && Double(digits.text(end)) == border
    }
    guard let last else { return ends.map(text) }
    let own = ends.map { isHidden($0, self) ? Int(log10(abs($0 - border)).rounded(.down)) : last }
    let plain = zip(ends, own).filter { $0.0.magnitude >= 1e-4 }.map(\.1)
    let both = Digits(last: plain.min() ?? last)
    return zip(ends, own).map { end, own in
      isHidden(end, both) ? Digits(last: own).text(end) : both.text(end)
    }
  }

  private init(last: Int) { self.last = last }
}
