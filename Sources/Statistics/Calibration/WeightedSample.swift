/// Values with weights, as importance sampling gives them.
package struct WeightedSample: Sendable {
  /// Rising.
  private let values: [Double]
  /// Of each value; their sum is 1.
  private let weights: [Double]

  /// - Precondition: as many weights as values, none of them negative, and a sum above 0.
  package init(_ values: [Double], weights: [Double]) {
    precondition(values.count == weights.count)
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    let sum = weights.reduce(0, +)
    precondition(sum > 0)
    self.values = order.map { values[$0] }
    self.weights = order.map { weights[$0] / sum }
  }

  package var mean: Double {
    let sum = zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 }
    // The weights' sum is 1 but for rounding, which may carry the mean beyond all values.
    return min(max(sum, values[0]), values[values.count - 1])
  }

  /// The standard deviation, unbiased in its square as far as weights that say nothing of the values
  /// allow: the weighted sum of squares over 1 - sum w^2. Nil where one value has all weight.
  package var sd: Double? {
    let rest = 1 - weights.reduce(0) { $0 + $1 * $1 }
    guard rest > 1e-12 else { return nil }
    let center = mean
    let squares = zip(values, weights).reduce(0) { sum, next in
      sum + next.1 * (next.0 - center) * (next.0 - center)
    }
    return (squares / rest).squareRoot()
  }

  /// How many draws of equal weight tell as much of a mean: 1 / sum w^2.
  ///
  /// Source: Kong, Liu, Wong (1994), doi:10.1080/01621459.1994.10476469.
  package var effectiveSize: Double { 1 / weights.reduce(0) { $0 + $1 * $1 } }

  /// The smallest value at or below which at least that share of the weight lies.
  package func quantile(_ share: Double) -> Double {
    var sum = 0.0
    // Sums of weights miss a share they should meet exactly by their rounding.
    let wanted = share - 1e-12
    for (value, weight) in zip(values, weights) {
      sum += weight
      if sum >= wanted { return value }
    }
    return values[values.count - 1]
  }

  /// The largest distance between the distribution of values in 0...1 and the uniform one, as in the
  /// test by Kolmogorov and Smirnov.
  package var distanceFromUniform: Double {
    var (sum, largest) = (0.0, 0.0)
    for (value, weight) in zip(values, weights) {
      largest = max(largest, abs(sum - value), abs(sum + weight - value))
      sum += weight
    }
    return largest
  }
}

/// The correlation of values with weights; nil where one of them does not vary.
package func weightedCorrelation(_ x: [Double], _ y: [Double], weights: [Double]) -> Double? {
  let sum = weights.reduce(0, +)
  func mean(_ values: [Double]) -> Double {
    zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / sum
  }
  let (a, b) = (mean(x), mean(y))
  let products = mean(zip(x, y).map { ($0 - a) * ($1 - b) })
  let squares = mean(x.map { ($0 - a) * ($0 - a) }) * mean(y.map { ($0 - b) * ($0 - b) })
  // Rounding may carry it beyond 1.
  return squares > 0 ? max(-1, min(1, products / squares.squareRoot())) : nil
}
