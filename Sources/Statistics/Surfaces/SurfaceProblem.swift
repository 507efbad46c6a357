/// Why a surface has no coefficients.
package enum SurfaceProblem: Error, Hashable, Sendable {
  /// Terms that follow from those before them at the points there are; how many different positions those are.
  case aliased(terms: [Int], places: Int)
  /// Runs that have no value, such as a time that was not reached.
  case missing(Int, of: Int)
  /// Values without a logarithm.
  case notPositive(Int)
  /// Every run has this value.
  case constant(Double)
  /// Points whose runs have zero variance, so that their weight would be infinite.
  case noScatter(points: Int)
  /// Values too large to be squared.
  case notFinite
}
