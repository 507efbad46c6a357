/// The weight of the mean of a point.
package enum SurfaceWeights: String, CaseIterable, Sendable {
  /// Every run once: all points have the same variance.
  case runs
  /// Its runs over their own variance, for points with different variances.
  case variances
}
