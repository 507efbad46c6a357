internal import Foundation

/// What the observed numbers of all runs must look like.
package enum Expected: Hashable, Sendable {
  /// These numbers in every run.
  case always([Double])
  /// The number observed is 0, 1, ... with these probabilities.
  case distribution([Double])
  /// Numbers with these means. If others simulated them, with their number of runs.
  ///
  /// - Parameter tolerance: half a unit of the last digit given.
  case means([Double], tolerance: Double = 0, referenceRuns: Int? = nil)
  /// Numbers of which at least one has another mean than this.
  case differs([Double])
  /// A function of the means of all arms has this value.
  ///
  /// - Parameter tolerance: how far finite groups, and chance, may lead.
  case function(MeanFunction, Double, tolerance: Double)
}

/// A number computed from means: a weighted sum of them; the ratio of two such sums; or an exponent, the
/// logarithm of such a ratio divided by the logarithm of the ratio of two times or distances.
package struct MeanFunction: Hashable, Sendable {
  /// By observed number, arm by arm.
  package var weights: [Double]
  /// Of the sum to divide by.
  package var over: [Double]?
  package var ratio: Double?

  package init(_ weights: [Double], over: [Double]? = nil, ratio: Double? = nil) {
    (self.weights, self.over, self.ratio) = (weights, over, ratio)
  }

  /// The only mean.
  package static let mean = MeanFunction([1])
  /// The second mean over the first.
  package static let quotient = MeanFunction([0, 1], over: [1, 0])
  /// The exponent between two means whose positions are a factor of `ratio` apart.
  package static func exponent(over ratio: Double) -> MeanFunction {
    MeanFunction([0, 1], over: [1, 0], ratio: ratio)
  }

  package func callAsFunction(_ means: [Double]) -> Double {
    func sum(_ weights: [Double]) -> Double {
      zip(weights, means).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let quotient = sum(weights) / (over.map(sum) ?? 1)
    return ratio.map { log(quotient) / log($0) } ?? quotient
  }
}
