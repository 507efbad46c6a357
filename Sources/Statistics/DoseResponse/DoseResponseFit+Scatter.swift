extension DoseResponseFit {
  /// The variance of p a + q b over what it would be if the doses were independent; 1 if they are.
  /// Nil where the correlations that were found leave none.
  func correlationFactor(_ p: Double, _ q: Double) -> Double? {
    guard let correlation = data.correlation else { return 1 }
    let (va, c, vb) = (line.varianceIntercept, line.covariance, line.varianceSlope)
    let (x, y) = (va * p + c * q, c * p + vb * q)
    let effects = rows.map { $0.a * x + $0.b * y }
    let alone = effects.reduce(0) { $0 + $1 * $1 }
    let together = Self.dot(effects, correlation.times(effects))
    return together > 0 && alone > 0 ? together / alone : nil
  }

  /// The rows of the weighted design, sqrt(n w) (1, u).
  private var rows: [(a: Double, b: Double)] {
    zip(data.levels, deviances.u).map { level, u in
      let root = (level.runs * link.values(curve(u)).information).squareRoot()
      return (root, root * u)
    }
  }

  /// The sum of the eigenvalues, and of their squares, of the covariance of standardized residuals:
  /// both levels less two where doses are independent.
  package var misfitMoments: (mean: Double, square: Double) {
    let count = data.levels.count
    guard let correlation = data.correlation else { return (Double(count - 2), Double(count - 2)) }
    // The residuals are what is left beside the two columns of the design, made orthonormal.
    let rows = rows
    let first = Self.unit(rows.map(\.a))
    let shadow = Self.dot(rows.map(\.b), first)
    let second = Self.unit(zip(rows, first).map { $0.b - shadow * $1 })
    func withoutDesign(_ vector: [Double]) -> [Double] {
      let (p, q) = (Self.dot(vector, first), Self.dot(vector, second))
      return vector.indices.map { vector[$0] - p * first[$0] - q * second[$0] }
    }
    var (mean, square) = (0.0, 0.0)
    for place in 0..<count {
      var one = [Double](repeating: 0, count: count)
      one[place] = 1
      let column = withoutDesign(correlation.times(withoutDesign(one)))
      mean += column[place]
      square += Self.dot(column, column)
    }
    return (mean, square)
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func unit(_ vector: [Double]) -> [Double] {
    let length = dot(vector, vector).squareRoot()
    return vector.map { $0 / length }
  }
}
