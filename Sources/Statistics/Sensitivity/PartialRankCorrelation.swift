import Glibc

/// How strongly a response rises or falls with a factor, whatever the other factors do.
///
/// The correlation of two residuals: those of the factor's ranks and of the response's ranks from the
/// linear regression on the ranks of all other factors. Ties have their mean rank. Source: Marino,
/// Hogue, Ray and Kirschner (2008), doi:10.1016/j.jtbi.2008.04.011.
package enum PartialRankCorrelation: Hashable, Sendable {
  /// - Parameter interval: by Fisher's transformation, with the standard error
  ///   1 / sqrt(points - varying factors - 2); from -1 to 1 where that is infinite, and nil where the
  ///   ranks of the response follow those of the factors exactly.
  case found(estimate: Double, interval: Interval?)
  case constantResponse
  case constantFactor
  /// The ranks of the factors follow from one another, or those of the response from the other factors.
  case undetermined

  /// The correlation with each factor.
  ///
  /// - Parameters:
  ///   - factors: by factor its value at each point; no NaN.
  ///   - response: by point; no NaN.
  /// - Precondition: two points more than factors, or more.
  /// - Complexity: O(points (factors² + log points)).
  package static func all(_ factors: [[Double]], _ response: [Double], level: Double) -> [Self] {
    let count = response.count
    precondition(count >= factors.count + 2 && factors.allSatisfy { $0.count == count })
    guard let y = unitRanks(response) else { return factors.map { _ in .constantResponse } }
    let ranks = factors.map(unitRanks)
    let varying = ranks.compactMap(\.self)
    let correlations = varying.map { one in varying.map { dot(one, $0) } }
    let withResponse = varying.map { dot($0, y) }
    guard let slopes = solveSymmetric(correlations, withResponse) else {
      return ranks.map { $0 == nil ? .constantFactor : .undetermined }
    }
    // What all factors leave of the response; next to nothing is rounding.
    let left = 1 - dot(slopes, withResponse)
    let freedom = Double(count - varying.count - 2)
    let half = Normal.twoSided(level: level) / freedom.squareRoot()
    var place = -1
    return ranks.map { rank in
      guard rank != nil else { return .constantFactor }
      place += 1
      guard left > 1e-12 else {
        guard abs(slopes[place]) > 1e-6 else { return .undetermined }
        return .found(estimate: slopes[place] > 0 ? 1 : -1, interval: nil)
      }
      var unit = varying.map { _ in 0.0 }
      unit[place] = 1
      // The factor's own inverse element: 1 / what the other factors leave of it.
      guard let own = solveSymmetric(correlations, unit)?[place] else { return .undetermined }
      let slope = slopes[place]
      let estimate = slope / (slope * slope + left * own).squareRoot()
      let z = atanh(estimate)
      return .found(
        estimate: estimate,
        interval: Interval(lower: tanh(z - half), upper: tanh(z + half), method: .normal))
    }
  }

  private static let rounding = 1e-12

  /// Ranks less their mean, of length 1; nil if all values are equal. Means that differ by roundings alone are ties.
  private static func unitRanks(_ values: [Double]) -> [Double]? {
    let order = values.indices.sorted { values[$0] < values[$1] }
    let middle = Double(values.count + 1) / 2
    var ranks = values
    var start = 0
    while start < order.count {
      var end = start + 1
      let first = values[order[start]]
      let last = first + rounding * abs(first)
      while end < order.count && values[order[end]] <= last { end += 1 }
      for place in order[start..<end] { ranks[place] = Double(start + 1 + end) / 2 - middle }
      start = end
    }
    let length = dot(ranks, ranks).squareRoot()
    return length > 0 ? ranks.map { $0 / length } : nil
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
