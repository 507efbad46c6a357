internal import KeyedRandom
import SpreadModel

/// The distribution of the number of contacts: how many, for a uniform fraction, by inversion.
///
/// Chances of 0, 1, 2, ... follow from each other, so that none but the first needs more than a division.
struct CountDistribution {
  private let distribution: SpreadRule.ContactNumber
  private let mean: Double
  /// Chances of at most 0, 1, ... where the mean is that of everybody.
  private let sums: [Double]
  private static let mostSums = 64
  /// e to the minus more than this is no number.
  private static let mostExponent = 700.0

  /// - Parameter mean: of those distributions that have one.
  init(_ distribution: SpreadRule.ContactNumber, mean: Double) {
    self.distribution = distribution
    self.mean = mean
    var sums: [Double] = []
    if case .weights(let weights) = distribution {
      let total = weights.reduce(0, +)
      var sum = 0.0
      for weight in weights.dropLast() {
        sum += weight
        sums.append(sum / total)
      }
    } else if Self.exponent(distribution, mean) < Self.mostExponent {
      var term = exponential(-Self.exponent(distribution, mean))
      var sum = term
      sums = [sum]
      for number in 1..<Self.mostSums {
        term *= Self.ratio(distribution, mean, number)
        sum += term
        sums.append(sum)
      }
    }
    self.sums = sums
  }

  /// The number for a fraction, but at most `most`.
  ///
  /// - Parameter factor: by which the mean is multiplied.
  func number(_ fraction: Double, factor: Double = 1, most: Int) -> Int {
    guard factor == 1 || !distribution.hasMean else {
      return Self.number(distribution, mean: mean * factor, fraction, most: most)
    }
    var number = 0
    while number < sums.count {
      if fraction < sums[number] { return min(number, most) }
      number += 1
    }
    return distribution.hasMean
      ? Self.number(distribution, mean: mean, fraction, most: most) : min(number, most)
  }

  /// The same without a table, of a distribution that has a mean.
  static func number(
    _ distribution: SpreadRule.ContactNumber, mean: Double, _ fraction: Double, most: Int
  ) -> Int {
    // A factor of the mean may be as large as doubles are.
    let mean = min(.greatestFiniteMagnitude, mean)
    let exponent = exponent(distribution, mean)
    // Of large means the first chances are too small for a double: terms are scaled down as they grow.
    var ahead = max(0, exponent - Self.mostExponent)
    var term = exponential(ahead - exponent)
    var sum = term
    var number = 0
    while number < most && (ahead > 0 || fraction >= sum) {
      number += 1
      term *= ratio(distribution, mean, number)
      if ahead > 0 {
        if term > 1e-30 {
          let scale = min(ahead, 500)
          ahead -= scale
          term *= exponential(-scale)
          sum *= exponential(-scale)
        }
      } else if sum + term == sum && Double(number) > mean {
        break
      }
      sum += term
    }
    return number
  }

  /// - ln of the chance of 0.
  private static func exponent(_ distribution: SpreadRule.ContactNumber, _ mean: Double) -> Double {
    switch distribution {
    case .poisson: mean
    case .geometric: logarithm(onePlus: mean)
    case .negativeBinomial(let dispersion):
      // Where no double holds the quotient, the product is below 1e-296.
      (mean / dispersion).isFinite ? dispersion * logarithm(onePlus: mean / dispersion) : 0
    case .weights: preconditionFailure("a list has its chances")
    }
  }

  /// The chance of `number` by that of one less.
  private static func ratio(
    _ distribution: SpreadRule.ContactNumber, _ mean: Double, _ number: Int
  ) -> Double {
    let number = Double(number)
    return switch distribution {
    case .poisson: mean / number
    case .geometric: mean / (1 + mean)
    case .negativeBinomial(let dispersion):
      (number - 1 + dispersion) / number * (mean / (dispersion + mean))
    case .weights: preconditionFailure("a list has its chances")
    }
  }
}
