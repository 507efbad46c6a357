import Glibc

/// Number, weight, mean and spread of weighted values, added one at a time.
///
/// Source: West (1979), doi:10.1145/359146.359153; like `Moments` relative to the first value, so that
/// a large common offset costs no digits.
package struct WeightedMoments: Hashable, Sendable {
  package private(set) var count = 0
  /// Sum of the weights.
  package private(set) var weight = 0.0
  /// Sum of the logarithms of the weights.
  package private(set) var logWeights = 0.0
  /// Weighted sum of squared deviations from the mean.
  package private(set) var squares = 0.0
  private var origin = 0.0
  private var meanFromOrigin = 0.0

  package init() {}

  /// - Parameter weight: above 0.
  package mutating func add(_ value: Double, weight: Double = 1) {
    if count == 0 { origin = value }
    count += 1
    self.weight += weight
    logWeights += log(weight)
    let distance = value - origin - meanFromOrigin
    let step = distance * (weight / self.weight)
    meanFromOrigin += step
    squares += weight * distance * (distance - step)
  }

  /// 0 without values.
  package var mean: Double { origin + meanFromOrigin }
}
