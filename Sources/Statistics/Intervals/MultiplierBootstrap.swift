import KeyedRandom

/// max |t| over all steps of curves, each multiplied by a random sign.
///
/// A sign changes no square: the variance of a resample follows from its mean alone.
struct MultiplierBootstrap {
  private let curves: [[Double]]
  /// Sum of squares at each step.
  private let squares: [Double]
  private var sums: [Double]
  private var stream: RandomStream

  /// - Precondition: all curves have as many steps as `squares`.
  init(_ curves: [[Double]], squares: [Double], key: UInt64) {
    self.curves = curves
    self.squares = squares
    sums = squares
    stream = RandomStream(key: key)
  }

  /// The next resample's max |t|.
  ///
  /// - Complexity: curves x steps additions.
  mutating func next() -> Double {
    for step in sums.indices { sums[step] = 0 }
    var signs = RandomSigns()
    for curve in curves {
      let sign = signs.next(&stream) ? 1.0 : -1.0
      for step in sums.indices { sums[step] += sign * curve[step] }
    }
    let n = Double(curves.count)
    var largest = 0.0  // of t^2
    for step in sums.indices {
      let rest = spread(squares[step], sum: sums[step], count: n, within: squares[step])
      let t2 = rest > 0 ? sums[step] * sums[step] * (n - 1) / (n * rest) : .infinity
      largest = max(largest, t2)
    }
    return largest.squareRoot()
  }

  mutating func sample(_ resamples: Int) -> SortedSample {
    SortedSample((0..<resamples).map { _ in next() })
  }
}

/// Sum of squared deviations from the mean by sums, which `all` squares went into: 0 where nothing
/// but rounding is left.
///
/// Rounding that looked like spread would make the arrangement seen less extreme than it is, and
/// p too small.
func spread(_ squares: Double, sum: Double, count: Double, within all: Double) -> Double {
  let spread = squares - sum * sum / count
  return spread > 1e-12 * all ? spread : 0
}
