import Foundation

extension GnuplotScript {
  /// Where a logarithmic axis has tics: at 1, 2 and 5 times the powers of ten, of more than `most` powers
  /// at these alone. gnuplot by itself marks powers of ten, of which a short axis may have none.
  ///
  /// - Precondition: 0 < `low` <= `high`, both finite.
  init(logTicsFrom low: Double, to high: Double, most: Int) {
    let powers = Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))
    let places = powers.flatMap { power in
      (powers.count > most ? [1] : [1, 2, 5]).compactMap { Double("\($0)e\(power)") }
    }.filter { (low * 0.999...high * 1.001).contains($0) }
    self = (places.count > 1 ? places : [low, high]).map { "\($0)" }.joined(separator: ", ")
  }

  /// The least of 1, 2 and 5 times a power of ten of which fewer than `most` lie in a range of that length.
  static func ticStep(over length: Double, most: Int) -> Double {
    let even = length / Double(most)
    let power = pow(10, log10(even).rounded(.down))
    return ([1, 2, 5].first { $0 * power > even } ?? 10) * power
  }
}
