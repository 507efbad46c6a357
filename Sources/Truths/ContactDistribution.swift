internal import Foundation
package import SpreadModel

/// Distributions of numbers of contacts, and of the branching process that a large group is like while few are
/// infected.
package enum ContactDistribution {
  /// Chances of 0, 1, ..., `most` contacts, the last of so many or more.
  ///
  /// - Parameter mean: of the distributions that have one.
  package static func chances(
    _ distribution: SpreadRule.ContactNumber, mean: Double, most: Int
  ) -> [Double] {
    let all = (0..<most).map { chance(of: $0, distribution, mean: mean) }
    return all + [max(0, 1 - all.reduce(0, +))]
  }

  private static func chance(
    of number: Int, _ distribution: SpreadRule.ContactNumber, mean: Double
  ) -> Double {
    let i = Double(number)
    switch distribution {
    case .poisson: return exp(i * log(mean) - mean - lgamma(i + 1))
    case .geometric: return pow(mean / (1 + mean), i) / (1 + mean)
    case .negativeBinomial(let r):
      let ways = lgamma(i + r) - lgamma(r) - lgamma(i + 1)
      return exp(ways + r * log(r / (r + mean)) + i * log(mean / (r + mean)))
    case .weights(let weights):
      return weights.indices.contains(number) ? weights[number] / weights.reduce(0, +) : 0
    }
  }

  /// The mean of s to the power of the number of contacts.
  package static func generating(
    _ distribution: SpreadRule.ContactNumber, mean: Double
  ) -> @Sendable (Double) -> Double {
    { s in
      switch distribution {
      case .poisson: exp(-mean * (1 - s))
      case .geometric: 1 / (1 + mean * (1 - s))
      case .negativeBinomial(let r): pow(1 + mean * (1 - s) / r, -r)
      case .weights(let weights):
        weights.reversed().reduce(0) { $0 * s + $1 } / weights.reduce(0, +)
      }
    }
  }

  /// The chance that a branching process ends: the smallest s = f(s), whose steps begin with 0.
  package static func extinction(_ offspring: (Double) -> Double) -> Double {
    (0..<2_000).reduce(0) { s, _ in offspring(s) }
  }

  /// The chance that somebody is infected at the end of a step, where the first person has offspring of
  /// another distribution than those who follow.
  package static func survival(
    _ steps: Int, first: (Double) -> Double, _ offspring: (Double) -> Double
  ) -> Double {
    1 - first((1..<steps).reduce(0) { s, _ in offspring(s) })
  }
}
