import Glibc

/// Values of all cells in the runs that share their random numbers, added replicate by replicate: the
/// analysis of variance of repeated measures, with the degrees of freedom of Greenhouse and Geisser
/// (1959), doi:10.1007/BF02289823.
package struct RepeatedMeasuresInteraction: Sendable {
  package private(set) var count = 0
  private let layout: CellLayout
  private var first: [Double] = []
  /// Of interactions relative to those of the first replicate, and of their products.
  private var sums: [Double]
  private var products: [Double]
  /// Largest size of a value.
  private var magnitude = 0.0

  /// Nil for fewer than two combinations or levels.
  package init?(combinations: Int, levels: Int) {
    guard let layout = CellLayout([Int](repeating: levels, count: combinations)) else { return nil }
    self.layout = layout
    sums = [Double](repeating: 0, count: layout.count)
    products = [Double](repeating: 0, count: layout.count * layout.count)
  }

  /// - Parameter values: by combination, then by level, of one replicate.
  package mutating func add(_ values: [Double]) {
    var left = layout.interaction(values)
    if count == 0 { first = left }
    count += 1
    for place in left.indices {
      left[place] -= first[place]
      magnitude = max(magnitude, abs(values[place]))
    }
    for row in left.indices {
      sums[row] += left[row]
      for column in 0...row { products[row * layout.count + column] += left[row] * left[column] }
    }
  }

  /// F of the interaction. Where it is the same in all replicates there is no F, and p is that of so
  /// many equal signs.
  ///
  /// - Returns: nil for fewer than two replicates.
  package var interaction: TestResult? {
    guard count > 1 else { return nil }
    let n = Double(count)
    let means = sums.indices.map { first[$0] + sums[$0] / n }
    var (trace, squares) = (0.0, 0.0)
    for row in sums.indices {
      for column in 0...row {
        let covariance =
          (products[row * layout.count + column] - sums[row] * sums[column] / n) / (n - 1)
        if row == column { trace += covariance }
        squares += (row == column ? 1 : 2) * covariance * covariance
      }
    }
    let size = means.reduce(0) { $0 + $1 * $1 }
    let rounding = 0x1p-48 * magnitude
    guard trace > rounding * rounding * Double(layout.count) else {
      let isNone = size <= rounding * rounding * Double(layout.count)
      return TestResult(statistic: nil, p: isNone ? 1 : exp2(1 - n))
    }
    // epsilon q; q of them without correlation.
    let df1 = min(trace * trace / squares, layout.degreesOfFreedom)
    let f = n * size / trace
    let df2 = df1 * (n - 1)
    return TestResult(statistic: f, degreesOfFreedom: [df1, df2], p: FisherF(df1, df2).above(f))
  }
}

extension ComparisonTest {
  package static let repeatedMeasures = ComparisonTest(
    "repeated_measures",
    MethodWords(
      "repeated-measures test of interaction",
      "Is the effect of the factor the same in every combination of the other factors?",
      assumption: "Normal values, or many runs.",
      source: "Greenhouse and Geisser (1959), doi:10.1007/BF02289823"),
    question: .interaction, pairing: .always)
}
