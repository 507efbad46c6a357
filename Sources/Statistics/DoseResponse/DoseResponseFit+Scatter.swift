extension DoseResponseFit {
  /// The variance of a sum of the numbers over what it would be if the doses were independent; 1 if they
  /// are. Nil where the correlations that were found leave none.
  ///
  /// - Parameter effect: the factors of the line's numbers, and of the ends inside.
  func correlationFactor(_ effect: [Double]) -> Double? {
    guard let correlation = data.correlation else { return 1 }
    let column = covariance.map { dot($0, effect) }
    let effects = rows.map { dot($0, column) }
    let (alone, together) = (dot(effects, effects), dot(effects, correlation.times(effects)))
    return together > 0 && alone > 0 ? together / alone : nil
  }

  /// Of such a sum, if the doses were independent counts.
  func independentVariance(_ effect: [Double]) -> Double {
    var sum = 0.0
    for i in effect.indices {
      for j in effect.indices[i...] {
        sum += (i == j ? 1 : 2) * covariance[i][j] * effect[i] * effect[j]
      }
    }
    return sum
  }

  /// The sum of the eigenvalues, and of their squares, of the covariance of standardized residuals:
  /// both levels less numbers where doses are independent.
  var misfitMoments: (mean: Double, square: Double) {
    let free = Double(data.levels.count - parameterCount)
    guard let correlation = data.correlation else { return (free, free) }
    // The residuals are what is left beside the columns of the design, made orthonormal.
    var design: [[Double]] = []
    for number in 0..<parameterCount {
      var column = rows.map { $0[number] }
      for other in design { column = without(dot(column, other), other, column) }
      let length = dot(column, column).squareRoot()
      design.append(column.map { $0 / length })
    }
    func withoutDesign(_ vector: [Double]) -> [Double] {
      design.map { (dot(vector, $0), $0) }.reduce(vector) { without($1.0, $1.1, $0) }
    }
    var (mean, square) = (0.0, 0.0)
    for place in data.levels.indices {
      var one = [Double](repeating: 0, count: data.levels.count)
      one[place] = 1
      let column = withoutDesign(correlation.times(withoutDesign(one)))
      mean += column[place]
      square += dot(column, column)
    }
    return (mean, square)
  }
}

private func dot(_ a: [Double], _ b: [Double]) -> Double {
  zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
}

private func without(_ share: Double, _ other: [Double], _ vector: [Double]) -> [Double] {
  zip(vector, other).map { $0 - share * $1 }
}
