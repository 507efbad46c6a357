/// The values of a response at one combination of the factors.
package struct SurfacePoint: Sendable {
  package let x: [Double]
  /// Of the values, weighted.
  package let mean: Double
  /// Sum of the values' weights.
  package let weight: Double
  /// Weighted sum of squared deviations from the mean.
  package let squares: Double
  package let count: Int

  /// Each value counts once.
  package init(_ x: [Double], _ values: Moments) {
    self.init(
      x, mean: values.mean ?? 0, weight: Double(values.count),
      squares: values.sumOfSquaredDeviations, count: values.count)
  }

  private init(_ x: [Double], mean: Double, weight: Double, squares: Double, count: Int) {
    (self.x, self.mean, self.weight, self.squares, self.count) = (x, mean, weight, squares, count)
  }

  package init(_ x: [Double], _ values: WeightedMoments) {
    self.init(
      x, mean: values.mean, weight: values.weight, squares: values.squares, count: values.count)
  }

  /// The mean as one value, whose weight is its runs over their variance; nil without any scatter.
  var byVariance: SurfacePoint? {
    guard count > 1, squares > 0 else { return nil }
    let variance = squares / Double(count - 1)
    return SurfacePoint(
      x, mean: mean, weight: Double(count) / variance, squares: 0, count: 1)
  }
}
